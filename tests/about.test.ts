import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { destination } from './support/link.ts';
import { content, meeting, site, wordsOf } from './support/other-firm.ts';
import { expectStats } from './support/stats.ts';

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
    ...(stats?.claims.length ? [stats.heading] : []),
    people.heading,
    roleAndPromise.heading,
    roleAndPromise.role.title,
    roleAndPromise.promise.title,
    ...(quote ? [quote.heading] : []),
    closing.heading,
  ];
  expect(headings.filter((heading) => sections.includes(heading))).toEqual(sections);
});

it('leads from the philosophy to the mailbox and to LinkedIn', async () => {
  const section = page.locator('section').filter({ hasText: philosophy.heading });
  for (const paragraph of philosophy.paragraphs)
    expect(await section.getByText(paragraph).isVisible()).toBe(true);
  expect(await destination(section, philosophy.partnerships)).toBe(`mailto:${site.partnershipsEmail}`);
  const links = await section
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.slice(1)).toEqual(site.linkedInUrl ? [site.linkedInUrl] : []);
});

it('shows its statistics from the register', () => expectStats(page, stats));

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
  expect(await destination(section, closing.action)).toBe(meeting);
});

it('shows the words of the leadership team', async () => {
  const figures = await page
    .getByRole('figure')
    .filter({ has: page.locator('blockquote') })
    .allTextContents();
  expect(figures).toEqual(quote ? [`‘${quote.text}’${quote.attribution}`] : []);
});
