import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { browserForTests } from './support/browser.ts';
import { type Recorded, recordRequests } from './support/network.ts';
import { everyRoute } from './support/routes.ts';
import { readShifts, type Shift, watchShifts } from './support/shifts.ts';

/** What fits into the first ten packets of a connection; the home page may take one more (docs/decisions/0001). */
const HTML_BYTES = 14_600;
const HOME_BYTES = 16_000;
const FIRST_VIEW_BYTES = 44_000;
/** The page, two fonts and the icon. */
const FIRST_VIEW_REQUESTS = 4;

const browser = browserForTests();

describe('a page with its styles', () => {
  const pages = readdirSync('dist/client', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );

  it('is there for every route', () => expect(pages.length).toBeGreaterThan(everyRoute().length));

  it.each(pages)('%s fits into the first flight of a connection', (name) => {
    const html = readFileSync(join('dist/client', name));
    const compressed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    expect(compressed.length).toBeLessThanOrEqual(name === 'index.html' ? HOME_BYTES : HTML_BYTES);
  });
});

describe('the first view', () => {
  let views: Map<string, Recorded[]>;
  beforeAll(async () => {
    views = await onEveryRoute(async (page, path) => {
      const requests = await recordRequests(page);
      await page.goto(path, { waitUntil: 'networkidle' });
      // The icon is no part of what the browser calls idle.
      await vi.waitFor(() => expect(requests.filter(({ bytes }) => bytes === 0)).toEqual([]), 10_000);
      return requests;
    });
  });

  it.each(everyRoute())('of %s is light and loads no script file', (path) => {
    const requests = views.get(path) ?? [];
    expect(requests.filter(({ type }) => type === 'Document')).toHaveLength(1);
    expect(requests.filter(({ type }) => type === 'Font')).toHaveLength(2);
    expect(requests.filter(({ type, url }) => type === 'Script' || url.endsWith('.js'))).toEqual([]);
    expect(requests.length).toBeLessThanOrEqual(FIRST_VIEW_REQUESTS);
    expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
  });
});

describe.each([
  ['when the fonts come while it waits for them', waitForWords],
  ['when the fonts come after it was painted', waitForPaint],
])('the layout stands still %s', (_, moment) => {
  let views: Map<string, { late: number; shifts: Shift[] }>;
  beforeAll(async () => {
    views = await onEveryRoute(async (page, path) => {
      let late = 0;
      await page.route('**/*.woff2', async (route) => {
        await moment(page);
        late += 1;
        await route.continue();
      });
      await page.addInitScript(watchShifts);
      await page.goto(path);
      return { shifts: await page.evaluate(readShifts), late };
    });
  });

  it.each(everyRoute())('on %s', (path) => {
    const { late, shifts } = views.get(path) ?? { late: 0, shifts: [] };
    expect(late).toBe(2);
    expectStill(shifts);
  });
});

describe('the layout stands still while a slow processor shows the page as it reads it', () => {
  let views: Map<string, { frames: number; shifts: Shift[] }>;
  beforeAll(async () => {
    views = await onEveryRoute(
      async (page, path) => {
        await page.goto(path);
        const html = await (await page.request.get(path)).text();
        const body = html.indexOf('<body');
        // Words that belong together and the strokes of a drawing are read at once, all else tag by tag.
        const pieces = html.slice(body).split(/(?=<(?!\/?(?:span|path)\b))/);
        await page.evaluate(startAgain, html.slice(0, body));
        await page.evaluate(watchShifts);
        const frames = await page.evaluate(writePieces, pieces);
        return { frames, shifts: await page.evaluate(readShifts) };
        // The policy lets nobody write into a page.
      },
      { bypassCSP: true },
    );
  });

  it.each(everyRoute())('on %s', (path) => {
    const { frames, shifts } = views.get(path) ?? { frames: 0, shifts: [] };
    expect(frames).toBeGreaterThan(50);
    expectStill(shifts);
  });
});

function expectStill(shifts: Shift[]) {
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total.toFixed(2), JSON.stringify(shifts)).toBe('0.00');
}

/** Runs in the page: empties it, down to its head. */
async function startAgain(head: string) {
  document.open();
  document.write(head);
  await document.fonts.ready;
}

/** Runs in the page: a frame for each piece until the first view is full, then the rest. */
async function writePieces(pieces: string[]): Promise<number> {
  let frames = 0;
  for (const piece of pieces) {
    document.write(piece);
    if (document.documentElement.scrollHeight > 1.2 * innerHeight) continue;
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  document.close();
  return frames;
}

function waitForWords(page: Page) {
  return page.waitForSelector('footer', { state: 'attached' });
}
function waitForPaint(page: Page) {
  return page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** Visits every route on a phone. Most of a visit is waiting, so a few run at a time. */
async function onEveryRoute<Result>(
  visit: (page: Page, path: string) => Promise<Result>,
  options: BrowserContextOptions = {},
) {
  const results = new Map<string, Result>();
  const waiting = everyRoute();
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, ...options });
      results.set(path, await visit(page, path));
      await page.context().close();
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return results;
}
