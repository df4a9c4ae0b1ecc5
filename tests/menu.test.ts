import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { meeting, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const words = wordsOf('shared');
const small = { width: 390, height: 800 };
const pages = [words.home, words.about, words.services, words.contact];
const atDesk = [...pages, words.partner];
const labels = [...pages, words.caseStudies, words.faq, `${words.booking} (${words.newTab})`, words.partner];

it.each([true, false])(
  'on a small screen opens at a tap or with Enter, holds the next stops of the Tab key, and leads to a page (script: %s)',
  async (javaScriptEnabled) => {
    const page = await browser.open(routes.home, { javaScriptEnabled, viewport: small, hasTouch: true });
    expect(await visibleLinks(page)).toEqual([]);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => visibleLinks(page)).toEqual(labels);
    const stops: string[] = [];
    for (const _ of [...labels, 'beyond']) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    expect(stops.slice(0, -1)).toEqual(labels);
    // Nothing behind the menu takes the focus.
    expect(await page.evaluate(() => document.activeElement?.closest('main, footer'))).toBeNull();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Escape');
    await expect.poll(() => visibleLinks(page)).toEqual([]);
    expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true);

    await button(page).tap();
    await expect.poll(() => visibleLinks(page)).toEqual(labels);
    await page.getByRole('banner').getByRole('link', { name: words.about, exact: true }).tap();
    await page.waitForURL((url) => url.pathname === routes.about);
    expect(await visibleLinks(page)).toEqual([]);
  },
);

it.each([0, 40])('fills the screen below the header at %i, whose button then closes it', async (scrolled) => {
  const page = await browser.open(routes.home, { viewport: small, reducedMotion: 'reduce' });
  await page.evaluate((to) => scrollTo(0, to), scrolled);
  await page.locator('.menu-button').click();
  await expect.poll(() => visibleLinks(page)).toEqual(labels);
  const header = await page.locator('.site-header').boundingBox();
  expect(header?.y).toBe(0);
  const menu = await page.locator('.menu').boundingBox();
  expect(Math.abs((menu?.y ?? 0) - (header?.height ?? 0))).toBeLessThan(2);
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBe(small.height);
  expect(await page.locator('main').evaluate((element) => getComputedStyle(element).visibility)).toBe(
    'hidden',
  );
  expect(await violationsInBoth(page)).toEqual([]);
  // It says that it is expanded, so it goes on naming what is.
  expect(await page.getByRole('banner').getByRole('button').allInnerTexts()).toEqual([words.menu]);
  await page.locator('.menu-button').click();
  await expect.poll(() => visibleLinks(page)).toEqual([]);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('becomes the row of links when the phone is turned while it is open', async () => {
  const page = await browser.open(routes.home, { viewport: small });
  const rowAt = async (width: number) => {
    await page.setViewportSize({ width, height: 390 });
    return page.locator('.menu-link').evaluateAll((links) =>
      links.map((link) => {
        const { x, y } = link.getBoundingClientRect();
        return [Math.round(x), Math.round(y)];
      }),
    );
  };
  const row = await rowAt(844);
  await page.setViewportSize(small);
  await page.locator('.menu-button').click();
  await expect.poll(() => visibleLinks(page)).toEqual(labels);
  await expect.poll(() => rowAt(844)).toEqual(row);
  const header = await page.locator('.site-header').boundingBox();
  const menu = await page.locator('.menu').boundingBox();
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  expect(await page.locator('main').isVisible()).toBe(true);
});

it('is not needed on a tablet: the links are there', async () => {
  const page = await browser.open(routes.home, {
    javaScriptEnabled: false,
    viewport: { width: 768, height: 900 },
  });
  expect(await visibleLinks(page)).toEqual(atDesk);
  expect(await button(page).count()).toBe(0);
});

const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: words.menu });

const visibleLinks = (page: Page) => page.locator('#menu').getByRole('link').allTextContents();

it('has the first call beside it, which is filled and leads away at once', async () => {
  const page = await browser.open(routes.faq, { viewport: { width: 320, height: 568 } });
  const call = page.getByRole('banner').getByRole('link', { name: words.booking });
  expect(await call.getAttribute('href')).toBe(meeting);
  const box = await call.boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
    (await page.locator('.menu-button').boundingBox())?.x ?? 0,
  );
});
