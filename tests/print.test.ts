import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, content, site } from './support/other-firm.ts';

const browser = browserForTests();
const least = browserForTests({ firm: 'least' });
const own = browserForTests({ firm: 'own' });
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
  expect(await sheetsOf(await browser.open(routes.caseStudies))).toBeLessThan(content['case-studies'].length);
});

describe('on a sheet of A4', () => {
  const SHEET = { width: 794, height: 1123 };
  /** 7.5 points. */
  const SMALLEST = 10;

  it.each([routes.home, routes.about, routes.contact, routes.faq, routes.blog, ...pages])(
    '%s has no text that is too small, and no drawing that runs off the paper',
    async (path) => {
      const page = await browser.open(path, { viewport: SHEET });
      await page.emulateMedia({ media: 'print' });
      const texts = await page.locator('body :not(sup, sup *)').evaluateAll((all) =>
        all
          .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
          .map((one) => ({ text: one.textContent, size: Number.parseFloat(getComputedStyle(one).fontSize) })),
      );
      expect(texts.length).toBeGreaterThan(10);
      expect(texts.filter(({ size }) => size < SMALLEST)).toEqual([]);
      const edges = await page
        .locator('.measure path')
        .evaluateAll((all) =>
          all.map(
            (path) =>
              path.getBoundingClientRect().right + Number.parseFloat(getComputedStyle(path).strokeWidth) / 2,
          ),
        );
      for (const edge of edges) expect(edge).toBeLessThanOrEqual(SHEET.width);
    },
  );

  it('Home has each figure that it has on a screen', async () => {
    const page = await own.open(routes.home, { viewport: SHEET });
    const figures = await page.locator('main .chart').evaluateAll((all) => all.length);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main .chart').filter({ visible: true }).count()).toBe(figures);
  });
});
