import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { claimOf, content, wordsOf } from './support/content.ts';
import { destination } from './support/link.ts';
import { statsIn } from './support/stats.ts';

const browser = browserForTests();
const { hero, philosophy, stats, people, roleAndPromise, quote, closing } = wordsOf('about');
let page: Page;

beforeAll(async () => {
  page = await browser.open(routes.about);
});

it('has its sections in order', async () => {
  const headings = await page.getByRole('main').getByRole('heading').allTextContents();
  const sections = [
    hero.heading,
    philosophy.heading,
    stats.heading,
    people.heading,
    roleAndPromise.heading,
    roleAndPromise.role.title,
    roleAndPromise.promise.title,
    quote.heading,
    closing.heading,
  ];
  expect(headings.filter((heading) => sections.includes(heading))).toEqual(sections);
});

it('leads from the philosophy to the mailbox and to LinkedIn', async () => {
  const section = page.locator('section').filter({ hasText: philosophy.heading });
  for (const paragraph of philosophy.paragraphs)
    expect(await section.getByText(paragraph).isVisible()).toBe(true);
  expect(await destination(section, philosophy.partnerships)).toBe(`mailto:${site.partnershipsEmail}`);
  expect(await destination(section, philosophy.linkedIn)).toBe(site.linkedInUrl);
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

it('names those who sign for the firm, each with a role and a way to their profile', async () => {
  const section = page.locator('section').filter({ hasText: people.heading });
  const items = section.getByRole('listitem');
  const persons = content.people().map(({ data }) => data);
  expect(await items.count()).toBe(persons.length);
  for (const { name, role, linkedInUrl } of persons) {
    const item = items.filter({ hasText: name });
    expect(await item.getByText(role, { exact: true }).isVisible()).toBe(true);
    const links = await item
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(linkedInUrl ? [linkedInUrl] : []);
  }
});

it('ends with a meeting', async () => {
  const section = page.locator('section').filter({ hasText: closing.heading });
  expect(await destination(section, closing.action)).toBe(site.bookingUrl);
});

it('shows the words of the leadership team', async () => {
  const figure = page.getByRole('figure');
  expect(await figure.getByRole('blockquote').textContent()).toContain(quote.text);
  expect(await figure.locator('figcaption').textContent()).toBe(quote.attribution);
});
