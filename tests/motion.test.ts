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

  it('moves nothing under a pointer for those who asked for less', async () => {
    const boxes = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await browser.open(routes.home, { reducedMotion });
      const link = page.locator('.text-link').first();
      const icon = link.locator('.icon');
      const before = await icon.boundingBox();
      await link.hover();
      await page.waitForTimeout(300);
      return [before, await icon.boundingBox()].map((box) => Math.round(box?.x ?? 0));
    };
    const [from, to] = await boxes('reduce');
    expect(to).toBe(from);
    const [start, end] = await boxes('no-preference');
    expect(end).not.toBe(start);
  });

  it('turns the title of a card into the title of its article', async () => {
    const [article] = articles();
    const slug = article?.id ?? '';
    const nameOf = (element: Element) => getComputedStyle(element).getPropertyValue('view-transition-name');
    const page = await browser.open(routes.blog);
    const card = await page.locator(`h3[data-article="${slug}"]`).evaluate(nameOf);
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
