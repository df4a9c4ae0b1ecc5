import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const words = wordsOf('not-found');
const path = '/blog/no-such-article';

// All else is asked of every page (every-page.test.ts).
it('says what happened, logs the missing path once, and leads home', async () => {
  const page = await browser.newPage();
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes(path)) logged.push(message.type());
  });
  await page.goto(`${path}?from=mail`, { waitUntil: 'networkidle' });
  expect(logged).toEqual(['error']);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(words.heading);
  const lines = await page.locator('main p > span').allTextContents();
  expect(lines.map((line) => line.trim())).toEqual(words.text.split(/(?<=\.) /));
  await page.getByRole('main').getByRole('link', { name: words.action }).click();
  await page.waitForURL((url) => url.pathname === routes.home);
});
