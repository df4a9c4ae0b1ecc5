import { describe, expect, it } from 'vitest';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles } from './support/content.ts';

const browser = browserForTests();

interface Watched {
  isReady: Promise<void>;
}

/** Runs in each page before anything else: holds the change of pages where it begins. */
function pauseTransition() {
  (window as unknown as Watched).isReady = new Promise((resolve, reject) => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      if (!viewTransition) return reject(new Error('The page came without a transition.'));
      viewTransition.ready.then(() => {
        for (const animation of document.getAnimations()) animation.pause();
        resolve();
      }, reject);
    });
  });
}

/** Runs in the page: what of each moving part is shown, and whether its new picture fades in. */
async function readTransition() {
  await (window as unknown as Watched).isReady;
  const animations = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
  const names = new Set(animations.map((name) => /^::view-transition-group\((.+)\)$/.exec(name ?? '')?.[1]));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        group: true,
        old: getComputedStyle(document.documentElement, `::view-transition-old(${name})`).opacity,
        fades: animations.includes(`::view-transition-new(${name})`),
      },
    ]),
  );
}

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

  it.each(['.text-link', '.btn'])(
    'moves no %s under the pointer of those who asked for less',
    async (name) => {
      const page = await browser.open(articlePath(articles()[0]?.id ?? ''), { reducedMotion: 'reduce' });
      const link = page.getByRole('main').locator(name).first();
      const moved = () =>
        link.evaluate((element) =>
          [element, ...element.querySelectorAll('*')].map((part) => getComputedStyle(part).translate),
        );
      await link.hover();
      await page.mouse.down();
      expect(new Set(await moved())).toEqual(new Set(['none']));
    },
  );

  // A browser that gets no processor for a while leaves a transition out; another try tells which it was.
  it('turns the title and the drawing of a card into those of its article, and shows neither twice', {
    retry: 3,
  }, async () => {
    const slug = articles()[0]?.id ?? '';
    const page = await browser.newPage();
    await page.addInitScript(pauseTransition);
    await page.goto(routes.blog);
    await page
      .locator(`a[href="${articlePath(slug)}"]`)
      .filter({ visible: true })
      .click();
    await page.waitForURL(`**${articlePath(slug)}`);
    const seen = await page.evaluate(readTransition);
    for (const name of [slug, `sky-${slug}`, `water-${slug}`, 'horizon'])
      expect(seen[name], name).toEqual({ group: true, old: '0', fades: false });
  });

  it.each([
    [routes.faq, routes.services],
    [routes.home, routes.about],
  ])('keeps one horizon from %s to %s', { retry: 3 }, async (from, to) => {
    const page = await browser.newPage();
    await page.addInitScript(pauseTransition);
    await page.goto(from);
    await page.getByRole('banner').locator(`a[href="${to}"]`).click();
    await page.waitForURL(`**${to}`);
    expect((await page.evaluate(readTransition)).horizon).toEqual({ group: true, old: '0', fades: false });
  });

  it('makes the next page ready while the pointer rests on its link', async () => {
    const page = await browser.open(routes.home);
    const ready = page.context().waitForEvent('request', (request) => request.url().endsWith(routes.about));
    await page.getByRole('link', { name: 'About', exact: true }).hover();
    expect((await ready).headers()['sec-purpose']).toContain('prerender');
  });
});
