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

it('hold nothing up on a slow line, where the page stays in the face it was painted in', async () => {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.goto(routes.home, { waitUntil: 'networkidle' });
  expect(await page.locator(`head > ${PRELOADS}`).count()).toBe(0);
  expect(await hasOwnFace(page)).toBe(false);
  expect(await page.evaluate(() => document.fonts.check('1em "Instrument Serif"'))).toBe(true);
});

it('are asked for with the page where no script runs', async () => {
  const page = await browser.open(routes.home, { javaScriptEnabled: false });
  expect(await page.locator(`noscript ${PRELOADS}`).count()).toBe(2);
});

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
