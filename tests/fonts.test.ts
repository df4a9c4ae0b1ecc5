import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blob, Face } from 'harfbuzzjs';
import type { Page } from 'playwright-core';
import subsetFont from 'subset-font';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes, servicePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { recordRequests, SLOW_LINE } from './support/network.ts';
import { built, content, root } from './support/other-firm.ts';
import { readShifts, watchShifts } from './support/shifts.ts';

const browser = browserForTests();
const PRELOADS = 'link[rel=preload][as=font]';
const BOTH = { display: true, text: true };
const NEITHER = { display: false, text: false };

describe('a first visit', () => {
  it('waits for them no longer than its time, and what comes later changes nothing', async () => {
    const { page, bringFonts, passTime } = await openHeld(routes.home);
    await passTime();
    expect(await isShown(page)).toBe(true);
    expect(await facesDrawn(page)).toEqual(NEITHER);
    bringFonts();
    await page.waitForLoadState();
    expect(await fontsThatCame(page)).toBe(2);
    expect(await facesDrawn(page)).toEqual(NEITHER);
    expect(await page.evaluate(readShifts)).toEqual([]);
  });

  it('is shown by its styles where the script that holds it stops half-way', async () => {
    const { page, animate } = await openHeld(routes.home);
    await animate();
    await expect.poll(() => isShown(page)).toBe(true);
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).display)).toBe('block');
  });

  it.each([
    ['in a browser that cannot load a face by itself', routes.home, {}],
    ['where no script runs', routes.home, { javaScriptEnabled: false }],
    ['at a place that its address names', servicePath(content.services.at(-1)?.id ?? ''), {}],
  ])('waits for nothing %s', async (where, path, options) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, ...options });
    if (where.includes('cannot load'))
      await page.addInitScript(() => Reflect.deleteProperty(window, 'FontFace'));
    await expectShownWithout(page, path);
    if (path.includes('#')) await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    else if ('javaScriptEnabled' in options)
      expect(await page.locator(`noscript ${PRELOADS}`).count()).toBe(2);
  });

  it('over a slow line does without them, and later pages have them', async () => {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_LINE);
    await page.goto(routes.home);
    await expect.poll(() => page.evaluate(fontsAfterLoad)).toEqual([true, true]);
    expect(await page.locator(PRELOADS).count()).toBe(0);
    expect(await facesDrawn(page)).toEqual(NEITHER);

    // On a starved machine even a kept font may be late once.
    const nextHasThem = async () => {
      await page.goto(routes.about, { referer: page.url() });
      return facesDrawn(page);
    };
    await expect.poll(nextHasThem).toEqual(BOTH);
  });
});

it('a later page is not held: its fonts are kept; nor is one that is loaded again, which stays where it was', async () => {
  const page = await browser.open(routes.about);
  const referer = page.url();
  await expectShownWithout(page, routes.home, referer);
  expect(await page.locator(`head > ${PRELOADS}`).count()).toBe(2);
  await page.evaluate(() => scrollTo(0, 900));
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await isShown(page)).toBe(true);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

describe('the smaller files', () => {
  const pages = ['dist/client', 'dist/answers']
    .map((name) => join(root, name))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .map((name) => join(folder, name)),
    );
  const read = (page: string) => readFileSync(page, 'utf8');
  let faces: Awaited<ReturnType<typeof facesOf>[number]>[];
  beforeAll(async () => {
    faces = await Promise.all(facesOf(read(built('index.html'))));
  });

  it('are two, each beside a whole one, and hold every character of every page that their face has', () => {
    expect(faces).toHaveLength(2);
    for (const { subset, whole } of faces) expect(subset.characters.size).toBeLessThan(whole.characters.size);
    expect(pages.length).toBeGreaterThan(10);
    const used = new Set(pages.flatMap((page) => [...wordsOf(read(page))]));
    expect(used.size).toBeGreaterThan(50);
    for (const { subset, whole } of faces)
      expect(whole.characters.intersection(used).difference(subset.characters)).toEqual(new Set());
  });

  it('are as wide as the weights that the styles use', () => {
    const styles = pages.map((page) => read(page).replace(/@font-face\{[^}]*\}/g, '')).join();
    const weights = [...styles.matchAll(/font(?:-weight)?:(\d{3})\b/g)].map(([, weight]) => Number(weight));
    const [, least, most] = /font-weight:(\d+) (\d+);[^}]*optional/.exec(read(pages[0] ?? '')) ?? [];
    expect(Math.min(...weights)).toBe(Number(least));
    expect(Math.max(...weights)).toBe(Number(most));
  });

  it('keep the figures that stand below each other equally wide', () => {
    const inTables = faces.filter(({ whole }) => whole.features.includes('tnum'));
    expect(inTables).toHaveLength(1);
    for (const { subset } of inTables) expect(subset.features).toContain('tnum');
  });

  it('leave to the whole one what a visitor writes in other characters', async () => {
    const page = await browser.newPage();
    const requests = await recordRequests(page);
    await page.goto(routes.contact, { waitUntil: 'networkidle' });
    const fonts = () =>
      requests.filter(({ url }) => url.endsWith('.woff2')).map(({ url }) => new URL(url).pathname);
    const before = fonts();
    expect(before).toHaveLength(2);
    await page.locator('textarea').fill('Grüße aus Kraków');
    await expect.poll(() => fonts().length).toBe(3);
    const text = faces.find(({ whole }) => fonts().includes(whole.file));
    expect(before).toContain(text?.subset.file);
  });
});

/** The faces of a page that have two files: one that is used if it is in time, one for whenever it is wanted. */
function facesOf(html: string) {
  const rules = [...html.matchAll(/@font-face\{font-family:([^;]+);src:url\(([^)]+\.woff2)\)[^}]*\}/g)];
  const read = async (family: string | undefined, display: string) => {
    const rule = rules.find(([text, name]) => name === family && text.includes(`font-display:${display}`));
    const file = rule?.[2] ?? '';
    const packed = readFileSync(built(file));
    const whole = await subsetFont(packed, undefined, { targetFormat: 'sfnt', keepAllGlyphs: true });
    const face = new Face(new Blob(whole));
    const characters = Array.from(face.collectUnicodes(), (point) => String.fromCodePoint(point));
    return { file, characters: new Set(characters), features: face.getTableFeatureTags('GSUB') };
  };
  const families = [...new Set(rules.map(([, family]) => family))];
  return families.map(async (family) => ({
    subset: await read(family, 'optional'),
    whole: await read(family, 'swap'),
  }));
}

const wordsOf = (html: string) =>
  html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');

const isShown = (page: Page) => page.locator('h1').isVisible();

const fontsThatCame = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).length,
  );

/** Which of our two faces really drew the words: a font may be there, and still not be used. */
async function facesDrawn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const isOurs = async (selector: string) => {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
  };
  const drawn = { display: await isOurs('h1'), text: await isOurs('main p') };
  await session.detach();
  return drawn;
}

/** Keeps the fonts on their way until they are let through. */
async function keepFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await promise;
    // The page may be gone.
    await route.continue().catch(() => {});
  });
  return resolve;
}

/** Shown although no font has come. */
async function expectShownWithout(page: Page, path: string, referer?: string) {
  await keepFonts(page);
  await page.goto(path, { waitUntil: 'domcontentloaded', ...(referer && { referer }) });
  expect(await isShown(page)).toBe(true);
}

/** A page that waits for fonts: the test advances its clock and its animations. */
async function openHeld(path: string) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const bringFonts = await keepFonts(page);
  const session = await page.context().newCDPSession(page);
  const play = (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate });
  await session.send('Animation.enable');
  await play(0);
  await page.addInitScript(stopClock);
  await page.addInitScript(watchShifts);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  expect(await isShown(page)).toBe(false);
  return {
    page,
    bringFonts,
    passTime: () => page.evaluate(() => (window as unknown as { passTime(): void }).passTime()),
    animate: () => play(1000),
  };
}

/** Runs in the page before anything else: what is to happen later happens when it is asked for. */
function stopClock() {
  const waiting: (() => void)[] = [];
  Object.assign(window, {
    setTimeout: (call: (...values: unknown[]) => void, _time?: number, ...values: unknown[]) =>
      waiting.push(() => call(...values)),
    passTime() {
      for (let call = waiting.shift(); call; call = waiting.shift()) call();
    },
  });
}

/** For each font that has come, whether it was asked for once the page was there. Runs in the page. */
function fontsAfterLoad(): boolean[] {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.woff2'))
    .map(({ startTime }) => startTime >= (page?.loadEventStart ?? Infinity));
}
