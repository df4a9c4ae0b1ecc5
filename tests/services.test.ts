import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { destination } from './support/link.ts';
import { content, meeting, site, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const services = content.services();
const { hero, services: words, partner, closing } = wordsOf('services');
let page: Page;

beforeAll(async () => {
  page = await browser.open(routes.services);
});

it('shows the services in order, then how we partner, then the next step', async () => {
  const headings = await page.getByRole('main').getByRole('heading').allTextContents();
  const sections = [
    hero.heading,
    ...content.services().flatMap(({ data }) => [data.title, words.outcomes]),
    partner.heading,
    ...partner.habits.map(({ title }) => title),
    closing.heading,
  ];
  expect(headings.filter((heading) => sections.includes(heading))).toEqual(sections);
});

describe.each(services)('$data.title', ({ id, data }) => {
  it('has a subtitle, a description and three key outcomes', async () => {
    const card = page.locator(`#${id}`);
    for (const text of [data.subtitle, data.description])
      expect(await card.getByText(text, { exact: true }).isVisible()).toBe(true);
    expect(data.outcomes).toHaveLength(3);
    expect(await card.getByRole('listitem').allTextContents()).toEqual(data.outcomes);
  });

  it('leads to a mail about it', async () => {
    const link = page.locator(`#${id}`).getByRole('link', { name: words.action });
    const mail = new URL((await link.getAttribute('href')) ?? '');
    expect(mail.protocol + mail.pathname).toBe(`mailto:${site.partnershipsEmail}`);
    expect(mail.searchParams.get('subject')).toContain(data.title);
  });
});

it('leads from how we partner to the mailbox and to the booking page', async () => {
  const section = page.locator('section').filter({ hasText: partner.heading });
  expect(await section.getByRole('listitem').count()).toBe(5);
  for (const { text } of partner.habits) expect(await section.getByText(text).isVisible()).toBe(true);
  expect(await destination(section, partner.partnerships)).toBe(`mailto:${site.partnershipsEmail}`);
  expect(await destination(section, partner.booking)).toBe(meeting);
});

it('closes with a call to action', async () => {
  const section = page.locator('section').filter({ hasText: closing.heading });
  expect(await destination(section, closing.action)).toBe(routes.contact);
});
