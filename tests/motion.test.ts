import { describe, expect, it } from 'vitest';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, html } from './support/other-firm.ts';

const browser = browserForTests();

/** Runs in the page: what moves from this page to the next by which name, also where a pseudo-element has it. */
const movingParts = () =>
  [...document.querySelectorAll('*')]
    .flatMap((element) => [getComputedStyle(element), getComputedStyle(element, '::after')])
    .map((style) => style.viewTransitionName)
    .filter((name) => name !== 'none' && name !== '');

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

  it('stops for those who asked for less, also below their pointer', async () => {
    const page = await browser.open(routes.home, { reducedMotion: 'reduce' });
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    for (const name of ['.text-link', '.btn']) {
      const link = page.getByRole('main').locator(name).first();
      await link.hover();
      await page.mouse.down();
      const moved = await link.evaluate((element) =>
        [element, ...element.querySelectorAll('*')].map((part) => getComputedStyle(part).translate),
      );
      expect(new Set(moved), name).toEqual(new Set(['none']));
      await page.mouse.move(0, 0);
      await page.mouse.up();
    }
  });

  it('turns the title in the list into that of the article, and the horizon of a page into that of the next', async () => {
    const slug = articles()[0]?.id ?? '';
    const page = await browser.newPage();
    for (const path of [routes.blog, articlePath(slug)]) {
      await page.goto(path);
      const names = await page.evaluate(movingParts);
      expect(names).toContain(`title-${slug}`);
    }
    for (const path of [routes.home, routes.caseStudies, routes.services, routes.faq]) {
      await page.goto(path);
      const names = await page.evaluate(movingParts);
      expect(names.filter((name) => name === 'horizon')).toHaveLength(1);
      expect(html(path)).toMatch(/@view-transition\s*\{\s*navigation:\s*auto/);
    }
  });

  it('makes the next page ready while the pointer rests on its link', async () => {
    const page = await browser.open(routes.home);
    const ready = page.context().waitForEvent('request', (request) => request.url().endsWith(routes.about));
    await page.getByRole('banner').locator(`a[href="${routes.about}"]`).hover();
    expect((await ready).headers()['sec-purpose']).toContain('prerender');
  });
});
