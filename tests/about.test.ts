import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { claimOf, wordsOf } from './support/content.ts';
import { destination } from './support/link.ts';
import { statsIn } from './support/stats.ts';

const browser = browserForTests();
const { hero, philosophy, stats, roleAndPromise, quote } = wordsOf('about');
let page: Page;

beforeAll(async () => {
  page = await browser.open(routes.about);
});

it('has its sections in order', async () => {
  expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual([
    hero.heading,
    philosophy.heading,
    stats.heading,
    roleAndPromise.heading,
    roleAndPromise.role.title,
    roleAndPromise.promise.title,
    quote.heading,
  ]);
});

it('leads from the philosophy to the mailbox and to LinkedIn', async () => {
  const section = page.locator('section').filter({ hasText: philosophy.heading });
  for (const paragraph of philosophy.paragraphs)
    expect(await section.getByText(paragraph).isVisible()).toBe(true);
  expect(await destination(section, 'Explore Partnerships')).toBe(`mailto:${site.partnershipsEmail}`);
  expect(await destination(section, 'Connect on LinkedIn')).toBe(site.linkedInUrl);
});

it('shows four statistics from the register', async () => {
  expect(stats.claims).toHaveLength(4);
  const expected = stats.claims.map(claimOf).map(({ figure, wording }) => [figure, wording]);
  expect(await statsIn(page.getByRole('region', { name: stats.heading }))).toEqual(expected);
});

it('says what the firm is and what it promises', async () => {
  const section = page.locator('section').filter({ hasText: roleAndPromise.heading });
  for (const { text } of [roleAndPromise.role, roleAndPromise.promise])
    expect(await section.getByText(text).isVisible()).toBe(true);
});

it('ends with the words of the leadership team', async () => {
  const figure = page.getByRole('figure');
  expect(await figure.getByRole('blockquote').textContent()).toContain(quote.text);
  expect(await figure.locator('figcaption').textContent()).toBe(quote.attribution);
});
