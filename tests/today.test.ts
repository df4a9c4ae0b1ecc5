import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { legalPaths, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const { effective } = wordsOf('shared').legal;

it.each(legalPaths)('%s is effective today, as the day is where it is read', async (path) => {
  for (const [timezoneId, day] of [
    ['America/Los_Angeles', 'March 9, 2031'],
    ['Pacific/Auckland', 'March 10, 2031'],
  ] as const) {
    const page = await openAt('2031-03-09T11:30:00Z', path, { timezoneId, locale: 'de-DE' });
    expect(await effectiveLine(page)).toBe(`${effective} ${day}`);
  }
});

it.each([
  ['America/Los_Angeles', '2030'],
  ['Pacific/Auckland', '2031'],
])('the copyright line bears the year that it is in %s', async (timezoneId, year) => {
  const page = await openAt('2030-12-31T12:00:00Z', routes.home, { timezoneId });
  expect(await copyrightYear(page)).toBe(year);
});

it('without JavaScript they show the day and the year of the build', async () => {
  const page = await browser.open(routes.privacyPolicy, { javaScriptEnabled: false });
  const shown = new Date((await effectiveLine(page)).slice(effective.length));
  expect(Math.abs(Date.now() - shown.getTime())).toBeLessThan(2 * 24 * 60 * 60 * 1000);
  expect(await copyrightYear(page)).toBe(String(new Date().getFullYear()));
});

async function openAt(time: string, path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  await page.clock.setFixedTime(time);
  await page.goto(path);
  return page;
}

/** The first line of the paragraph with both days. */
async function effectiveLine(page: Page): Promise<string> {
  const days = page.getByRole('main').getByText(new RegExp(`^${effective} `));
  const [text = ''] = await days.allInnerTexts();
  return text.split('\n')[0] ?? '';
}

const copyrightYear = async (page: Page) =>
  /© (\d{4}) /.exec((await page.getByRole('contentinfo').textContent()) ?? '')?.[1];
