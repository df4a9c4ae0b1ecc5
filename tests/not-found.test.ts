import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { destination } from './support/link.ts';
import { wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const words = wordsOf('not-found');
const path = '/blog/no-such-article';

it('says what happened and leads home', async () => {
  const page = await browser.newPage();
  const response = await page.goto(path);
  expect(response?.status()).toBe(404);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(words.heading);
  const main = page.getByRole('main');
  expect(await destination(main, words.action)).toBe(routes.home);
  await main.getByRole('link', { name: words.action }).click();
  await page.waitForURL((url) => url.pathname === routes.home);
});

it('logs the missing path once', async () => {
  const page = await browser.newPage();
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes(path)) logged.push(message.type());
  });
  await page.goto(`${path}?from=mail`, { waitUntil: 'networkidle' });
  expect(logged).toEqual(['error']);
});

it('asks not to be indexed and claims no address', async () => {
  const page = await browser.open(path);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('link[rel=canonical]').count()).toBe(0);
  expect(await page.locator('meta[property="og:url"]').count()).toBe(0);
});

it('has the shared header and footer, and marks no page as the current one', async () => {
  const page = await browser.open(path);
  expect(await page.getByRole('banner').isVisible()).toBe(true);
  expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
  expect(await page.locator('[aria-current]').count()).toBe(0);
});

it('fits a narrow screen and reads without JavaScript', async () => {
  const page = await browser.open(path, { javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
  expect(await page.getByRole('link', { name: words.action }).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
