import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, content, site } from './support/other-firm.ts';

const browser = browserForTests();
const least = browserForTests({ firm: 'least' });
const pages = [routes.services, routes.caseStudies, articlePath(articles()[0]?.id ?? '')];

it.each(pages)(
  '%s prints its words, whose they are and where they stand, and nothing to press',
  async (path) => {
    const page = await browser.open(path, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    const foot = page.getByRole('paragraph').filter({ hasText: `${site.url}${path}` });
    expect(await foot.isVisible()).toBe(true);
    expect(await foot.textContent()).toContain(site.contactEmail);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(ink).toMatch(/oklch\(0\.2/);
  },
);

it('prints services and their terms on two pages, and case studies on fewer than there are of them', async () => {
  const sheetsOf = async (page: Page) => {
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
  };
  const services = await least.open(routes.services);
  expect(await sheetsOf(services)).toBe(2);
  await services.emulateMedia({ media: 'print' });
  const hidden = services.locator('main h2, main h3').filter({ visible: false });
  expect(await hidden.and(services.locator(':not(.closing *, .doors *)')).allTextContents()).toEqual([]);
  expect(await sheetsOf(await browser.open(routes.caseStudies))).toBeLessThan(
    content['case-studies']().length,
  );
});
