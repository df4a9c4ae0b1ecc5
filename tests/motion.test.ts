import { describe, expect, it } from 'vitest';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles } from './support/content.ts';

const browser = browserForTests();

describe('motion', () => {
  it('ties the entrances to scrolling and hides no word', async () => {
    const page = await browser.open(routes.home);
    const moving = await page.evaluate(() =>
      document.getAnimations().map((animation) => animation.timeline?.constructor.name),
    );
    expect(moving).toContain('ViewTimeline');
    const faded = await page.evaluate(
      () =>
        [...document.querySelectorAll('main h2, main p')].filter(
          (e) => !e.checkVisibility({ opacityProperty: true }),
        ).length,
    );
    expect(faded).toBe(0);
  });

  it('stops for those who asked for less', async () => {
    const page = await browser.open(routes.home, { reducedMotion: 'reduce' });
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('turns the title of a card into the title of its article', async () => {
    const [article] = articles();
    const slug = article?.id ?? '';
    const nameOf = (element: Element) => getComputedStyle(element).getPropertyValue('view-transition-name');
    const page = await browser.open(routes.blog);
    const card = await page.locator(`h3[data-article="${slug}"]`).filter({ visible: true }).evaluate(nameOf);
    await page.goto(articlePath(slug));
    expect(card).toBe(slug);
    expect(await page.getByRole('heading', { level: 1 }).evaluate(nameOf)).toBe(slug);
  });

  it('makes the next page ready while the pointer rests on its link', async () => {
    const page = await browser.open(routes.home);
    const ready = page.context().waitForEvent('request', (request) => request.url().endsWith(routes.about));
    await page.getByRole('link', { name: 'About', exact: true }).hover();
    expect((await ready).headers()['sec-purpose']).toContain('prerender');
  });
});
