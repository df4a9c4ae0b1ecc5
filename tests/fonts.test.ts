import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { SLOW_LINE } from './support/network.ts';

const browser = browserForTests();
const PRELOADS = 'link[rel=preload][as=font]';

it('are asked for with the page on an ordinary line', async () => {
  const page = await browser.open(routes.home);
  expect(await page.locator(`head > ${PRELOADS}`).count()).toBe(2);
});

it('hold nothing up on a slow line: the first page does without them, later ones have them', async () => {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.goto(routes.home);
  await expect.poll(() => page.evaluate(fontsAfterLoad)).toEqual([true, true]);
  expect(await page.locator(PRELOADS).count()).toBe(0);
  expect(await hasOwnFace(page)).toBe(false);

  // On a starved machine even a kept font may be late once.
  const nextHasThem = async () => {
    await page.goto(routes.about, { referer: page.url() });
    return hasOwnFace(page);
  };
  await expect.poll(nextHasThem).toBe(true);
});

it('are asked for with the page where no script runs', async () => {
  const page = await browser.open(routes.home, { javaScriptEnabled: false });
  expect(await page.locator(`noscript ${PRELOADS}`).count()).toBe(2);
});

/** For each font that has come, whether it was asked for once the page was there. Runs in the page. */
function fontsAfterLoad(): boolean[] {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.woff2'))
    .map(({ startTime }) => startTime >= (page?.loadEventStart ?? Infinity));
}

/** Whether the title is set in a face that came with the site. */
async function hasOwnFace(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return (
    fonts.length > 0 &&
    fonts.every(({ isCustomFont, familyName }) => isCustomFont && /Instrument/.test(familyName))
  );
}
