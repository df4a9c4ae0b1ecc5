import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { wordsOf } from './support/content.ts';

const browser = browserForTests();
const words = wordsOf('shared');
const small = { width: 390, height: 800 };
const labels = [words.home, words.about, words.services, words.contact, 'Partner with Us'];

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('on a small screen %s', (_, javaScriptEnabled) => {
  it('opens at a tap and leads to a page', async () => {
    const page = await browser.open(routes.home, { javaScriptEnabled, viewport: small, hasTouch: true });
    expect(await visibleLinks(page)).toEqual([]);
    await button(page).tap();
    await expect.poll(() => visibleLinks(page)).toEqual(labels);
    await page.getByRole('banner').getByRole('link', { name: words.about, exact: true }).tap();
    await page.waitForURL((url) => url.pathname === routes.about);
    expect(await visibleLinks(page)).toEqual([]);
  });

  it('opens with Enter, holds the next stops of the Tab key, and Escape gives the focus back', async () => {
    const page = await browser.open(routes.home, { javaScriptEnabled, viewport: small });
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => visibleLinks(page)).toEqual(labels);
    const stops: string[] = [];
    for (const _ of labels) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    expect(stops).toEqual(labels);
    await page.keyboard.press('Escape');
    await expect.poll(() => visibleLinks(page)).toEqual([]);
    expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

it('has its button in place before the word in it has come', async () => {
  const page = await browser.open(routes.home, { viewport: small });
  // Found by its class: without the word it has no name.
  const wordless = page.locator('.menu-button');
  const before = await wordless.boundingBox();
  await wordless.evaluate((element) => element.lastChild?.remove());
  expect(await wordless.textContent()).toBe('');
  expect(await wordless.boundingBox()).toEqual(before);
});

it('closes at a click beside it', async () => {
  const page = await browser.open(routes.home, { viewport: small });
  await button(page).click();
  await expect.poll(() => visibleLinks(page)).toEqual(labels);
  await page.mouse.click(small.width / 2, small.height - 20);
  await expect.poll(() => visibleLinks(page)).toEqual([]);
});

it.each([768, 1440])('is not needed at %i pixels: the links are there', async (width) => {
  const page = await browser.open(routes.home, {
    javaScriptEnabled: false,
    viewport: { width, height: 900 },
  });
  expect(await visibleLinks(page)).toEqual(labels);
  expect(await button(page).count()).toBe(0);
});

const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: words.menu });

/** The links of the header without the logo, which is always there. */
const visibleLinks = async (page: Page) =>
  (await page.getByRole('banner').getByRole('link').allTextContents()).slice(1);
