import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { sitePages } from '../src/content/site-pages.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { LEAST, textPairs } from './support/contrast.ts';
import { makeOlder, type Unknown } from './support/older-browser.ts';
import { everyRoute } from './support/routes.ts';

const { newPage, open } = browserForTests();
/** As somebody has set it who needs larger letters: the usual size is 16. */
const largePrint = browserForTests('--blink-settings=defaultFontSize=32');

/** A narrow phone, and a screen of 1280 px at 400 % zoom, which is the same to a layout. */
const NARROW = { width: 320, height: 640 };
const pages = Object.values(sitePages)
  .map(({ path }) => path)
  .filter((path) => everyRoute().includes(path));

describe('nothing breaks and nothing overlaps', () => {
  it.each([...everyRoute(), '/no-such-page'])('%s at 320 px, 768 px and 2560 px', async (path) => {
    const page = await open(path, { viewport: NARROW, reducedMotion: 'reduce' });
    for (const width of [320, 768, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await expectIntact(page, `${path} at ${width} px`);
    }
  });

  it.each([...everyRoute(), '/no-such-page'])('%s with text of twice the size', async (path) => {
    const page = await largePrint.open(path, { viewport: NARROW, reducedMotion: 'reduce' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    for (const width of [390, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectIntact(page, `${path} at ${width} px`);
      expect(await cutTexts(page), `${path} at ${width} px`).toEqual([]);
    }
  });

  it.each<[string, ...Unknown[]]>([
    ['before Chrome 114', 'light-dark()', 'popover'],
    ['Chrome 114 to 122', 'light-dark()'],
    ['Firefox 120 to 124', 'popover'],
  ])('in a browser that is older than ours (%s), every page is plain and readable', async (_, ...without) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newPage({ viewport: NARROW, reducedMotion: 'reduce', colorScheme });
      await makeOlder(page, ...without);
      for (const path of [...pages, '/no-such-page'])
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(path);
          await expectIntact(page, `${path} at ${width} px`);
          expect(await page.locator('.menu-link:visible').count()).toBeGreaterThan(3);
          const pairs = await textPairs(page);
          expect(pairs.length).toBeGreaterThan(1);
          expect(pairs.filter(({ ratio, kind }) => ratio < LEAST[kind])).toEqual([]);
        }
    }
  });

  it.each(pages)('%s without our fonts', async (path) => {
    const page = await newPage({ viewport: NARROW, reducedMotion: 'reduce' });
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(path);
    await expectIntact(page, path);
  });

  it.each(pages)('%s with a firm’s name that is as wide as a drawing may be', async (path) => {
    const page = await open(path, { viewport: NARROW, reducedMotion: 'reduce' });
    const drawings = page.locator('.wordmark');
    expect(await drawings.count()).toBe(2);
    for (const drawing of await drawings.all())
      await drawing.evaluate((svg) => {
        const [left, top, width, height] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
        svg.setAttribute('viewBox', [left, top, (width ?? 0) * 5, height].join(' '));
      });
    await expectIntact(page, path);
    const [name, button] = await Promise.all([
      drawings.first().boundingBox(),
      page.locator('[popovertarget]').boundingBox(),
    ]);
    expect((name?.x ?? Infinity) + (name?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
  });

  it.each(pages)('%s with a firm’s name of 40 characters and words that never end', async (path) => {
    const page = await open(path, { viewport: NARROW, reducedMotion: 'reduce' });
    await page.evaluate((name) => {
      // So long a name is set as text.
      for (const drawing of document.querySelectorAll('.wordmark')) drawing.replaceWith(name);
      const long = 'Betriebsunterbrechungsversicherungsgesell';
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.textContent?.trim() === name) node.textContent = 'Forty Letters and Not One Less & Partners';
        else if (node.parentElement?.matches('h1, h2, h3, p, dt, dd'))
          node.textContent = `${long} ${node.textContent}`;
      }
    }, site.name);
    await expectIntact(page, path);
  });

  it.each(pages)('%s in forced colours keeps its text, its controls and its focus visible', async (path) => {
    const page = await open(path, { forcedColors: 'active', reducedMotion: 'reduce' });
    await expectIntact(page, path);
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    );
    expect(outline).not.toBe('none');
    const invisible = await page.evaluate(
      () =>
        [...document.querySelectorAll('a, button, h1, h2, h3, p')].filter((element) => {
          const { color, backgroundColor } = getComputedStyle(element);
          return color === backgroundColor;
        }).length,
    );
    expect(invisible).toBe(0);
    // Where somebody is stands out, and can still be read.
    const current = await textPairs(page, '[aria-current], [aria-pressed="true"]');
    expect(current.filter(({ ratio }) => ratio < LEAST.text)).toEqual([]);
  });

  it('in forced colours shows which answers are open, and where a tooltip ends', async () => {
    const page = await open(routes.faq, { forcedColors: 'active', reducedMotion: 'reduce' });
    const question = page.locator('summary').first();
    await question.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0 } = (await question.boundingBox()) ?? {};
    // The mark at the end of its line.
    const mark = () => page.screenshot({ clip: { x: x + width - 24, y, width: 24, height: 60 } });
    const closed = await mark();
    await question.evaluate((element) => element.parentElement?.setAttribute('open', ''));
    expect(closed.equals(await mark())).toBe(false);
    for (const tip of await page.locator('.tip-text').all())
      expect(await tip.evaluate((element) => getComputedStyle(element).outline)).toMatch(
        /^rgb\(.* solid 1px$/,
      );
  });
});

async function expectIntact(page: Page, where: string): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${where} scrolls sideways`,
  ).toBeLessThanOrEqual(0);
  expect(await overlappingTexts(page), `${where}: texts that overlap`).toEqual([]);
}

/** Texts that run over the edge of something that hides what lies outside it. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim();
      // A short name of something is cut on purpose where it says so; a list or a table scrolls.
      if (!text || node.parentElement?.closest('script, style, .sr-only, .skip, .truncate')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      for (let around = node.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX !== 'visible' && (right > edge.right + 1 || left < edge.left - 1)) cut.push(text);
      }
    }
    return cut;
  });
}

/** Pairs of texts whose boxes cover each other by more than a hair. */
function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes: { node: Node; text: string; rect: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest('script, style, .sr-only, .skip')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const seen = shown(element, letters(rect));
        if (seen.width > 0 && seen.height > 0) boxes.push({ node, text, rect: seen });
      }
    }
    const found: string[] = [];
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        if (a.node === b.node) continue;
        const apart =
          a.rect.right <= b.rect.left ||
          b.rect.right <= a.rect.left ||
          a.rect.bottom <= b.rect.top ||
          b.rect.bottom <= a.rect.top;
        if (!apart) found.push(`${a.text.slice(0, 40)} | ${b.text.slice(0, 40)}`);
      }
    }
    return found;

    /** A line box is taller than its letters; a tight heading may share that air with its neighbour. */
    function letters({ x, y, width, height }: DOMRect): DOMRect {
      return new DOMRect(x + 1, y + height * 0.28, width - 2, height * 0.44);
    }

    /** What is left of a box inside everything that clips it: a cut title, a clamped excerpt. */
    function shown(element: Element | null, box: DOMRect): DOMRect {
      if (!element) return box;
      const clip = getComputedStyle(element).overflow === 'visible' ? box : element.getBoundingClientRect();
      const [left, top] = [Math.max(box.left, clip.left), Math.max(box.top, clip.top)];
      const [right, bottom] = [Math.min(box.right, clip.right), Math.min(box.bottom, clip.bottom)];
      return shown(
        element.parentElement,
        new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top)),
      );
    }
  });
}
