import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { legalPaths, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { everyRoute } from './support/routes.ts';

const { newPage, open } = browserForTests();
const widths = [320, 360, 390, 480, 640, 768, 900, 1024, 1152, 1440, 1920, 2560];

describe('at every width', () => {
  it('no text runs into a drawing', async () => {
    const page = await newPage();
    for (const path of [...everyRoute(), '/no-such-page']) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await textOnDrawings(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  it('headings that stand side by side stand on one line', async () => {
    const page = await open(routes.home);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await unevenRows(page), `at ${width}`).toEqual([]);
    }
  });

  it('no heading and no lead ends with a line of one word', async () => {
    const page = await newPage();
    for (const path of everyRoute()) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await lonelyWords(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });
});

it('would find text that runs into a drawing', async () => {
  const page = await open(routes.about);
  await page.evaluate(() => {
    const boxOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const [from, to] = [boxOf('h1'), boxOf('.scene-sky')];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `h1 { translate: ${to.left + to.width / 2 - from.left}px ${to.top + to.height / 2 - from.top}px }`,
    );
    document.adoptedStyleSheets.push(sheet);
  });
  expect(await textOnDrawings(page)).not.toEqual([]);
});

it('leads to the case studies and to the answers from at least three other pages, within the text', async () => {
  const page = await newPage();
  for (const target of [routes.caseStudies, routes.faq].filter((path) => everyRoute().includes(path))) {
    const from: string[] = [];
    for (const path of everyRoute().filter((route) => route !== target)) {
      await page.goto(path);
      if ((await page.locator(`main a[href^="${target}"]`).count()) > 0) from.push(path);
    }
    expect(from.length, `${target} from ${from.join(', ')}`).toBeGreaterThanOrEqual(3);
  }
});

it('has something to press on every two screens of a phone', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  for (const path of everyRoute()) {
    await page.goto(path);
    const farthest = await page.evaluate(() => {
      const tops = [
        ...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input, textarea)'),
      ]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.getBoundingClientRect().top + scrollY);
      const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
      const all = [0, ...tops, end + scrollY].sort((a, b) => a - b);
      return Math.max(...all.slice(1).map((top, i) => top - (all[i] ?? 0)));
    });
    // An article is for reading: there it is the way on that has to be near its end.
    if (!path.startsWith(`${routes.blog}/`) && !isLegal(path))
      expect(farthest, path).toBeLessThanOrEqual(2 * 844);
  }
});

const isLegal = (path: string) => legalPaths.some((legal) => legal === path);

/** The lines of text of which a point lies in a form of a scene. */
const textOnDrawings = (page: Page) =>
  page.evaluate(() => {
    const shapes = [...document.querySelectorAll<SVGPathElement>('.scene-sky path')];
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!text.textContent?.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('svg, .sr-only, .tip-text, .action-bar, .skip')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects())
        for (const shape of shapes) {
          const box = shape.getBoundingClientRect();
          if (
            line.right < box.left ||
            line.left > box.right ||
            line.bottom < box.top ||
            line.top > box.bottom
          )
            continue;
          const toShape = shape.getScreenCTM()?.inverse();
          const points = [line.top + 4, (line.top + line.bottom) / 2, line.bottom - 4].flatMap((y) =>
            Array.from({ length: Math.ceil(line.width / 8) }, (_, i) => new DOMPoint(line.left + i * 8, y)),
          );
          if (points.some((point) => shape.isPointInFill(point.matrixTransform(toShape))))
            found.push(text.textContent.trim());
        }
    }
    return [...new Set(found)];
  });

/** Rows of a list whose headings begin at different heights. */
const unevenRows = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(ul, ol, .models)')].flatMap((list) => {
      // Equals only: one that is wider than its neighbours leads, and may begin with a picture.
      const items = [...list.children].map((item) => {
        const { top, width } = item.getBoundingClientRect();
        return { row: `${Math.round(top)} ${Math.round(width)}`, heading: item.querySelector('h2, h3, h4') };
      });
      const rows = Map.groupBy(
        items.filter(({ heading }) => heading),
        ({ row }) => row,
      );
      return [...rows.values()].flatMap((row) => {
        const tops = row.map(({ heading }) => Math.round(heading?.getBoundingClientRect().top ?? 0));
        return new Set(tops).size > 1 ? [`${row[0]?.heading?.textContent}: ${tops.join(', ')}`] : [];
      });
    }),
  );

/** Headings and leads of several lines, of which the last holds one word. */
const lonelyWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, .lead)')].flatMap((element) => {
      const range = document.createRange();
      const words: DOMRect[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const match of text.textContent?.matchAll(/\S+/g) ?? []) {
          range.setStart(text, match.index);
          range.setEnd(text, match.index + match[0].length);
          words.push(range.getBoundingClientRect());
        }
      const last = words.at(-1);
      const isAlone =
        words.length > 2 && last && words.filter(({ bottom }) => bottom > last.top + 4).length === 1;
      const lines = new Set(words.map(({ top }) => Math.round(top))).size;
      return isAlone && lines > 1 && element.checkVisibility() ? [element.textContent] : [];
    }),
  );
