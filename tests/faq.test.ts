import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { content, wordsOf } from './support/content.ts';
import { destination } from './support/link.ts';

const browser = browserForTests();
const items = content.faq().map(({ data }) => data);
const [first, second] = items.map(({ question }) => question) as [string, string];

it('has twelve questions, each with an answer and an address of its own, all closed', async () => {
  const page = await browser.open(routes.faq);
  expect(items).toHaveLength(12);
  expect(await page.locator('details > p').evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    items.map(({ id }) => id),
  );
  expect(await page.locator('summary').allTextContents()).toEqual(items.map(({ question }) => question));
  expect(await openQuestions(page)).toEqual([]);
  for (const { id, answer } of items) {
    await page.locator(`details:has(#${id}) summary`).click();
    expect(await page.getByText(answer, { exact: true }).isVisible(), id).toBe(true);
  }
});

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  it('opens one question at a time, and the open one closes again', async () => {
    const page = await browser.open(routes.faq, { javaScriptEnabled });
    await page.getByText(first, { exact: true }).click();
    expect(await openQuestions(page)).toEqual([first]);
    await page.getByText(second, { exact: true }).click();
    await expect.poll(() => openQuestions(page)).toEqual([second]);
    await page.getByText(second, { exact: true }).click();
    expect(await openQuestions(page)).toEqual([]);
  });

  it('opens and closes with Enter and with the space bar', async () => {
    const page = await browser.open(routes.faq, { javaScriptEnabled });
    for (const key of ['Enter', 'Space']) {
      await page.locator('summary').first().focus();
      await page.keyboard.press(key);
      expect(await openQuestions(page), key).toEqual([first]);
      await page.keyboard.press(key);
      expect(await openQuestions(page), key).toEqual([]);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await openQuestions(page)).toEqual([second]);
  });
});

it('opens the question of an address and brings it into view', async () => {
  const last = items.at(-1)?.id ?? '';
  const page = await browser.open(`${routes.faq}#${last}`, { viewport: { width: 390, height: 500 } });
  const inView = () =>
    page.locator(`details:has(#${last})[open] summary`).evaluate((summary) => {
      const { top, bottom } = summary.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(inView).toBe(true);
});

it('says how soon work can start, in the words of the register', async () => {
  const page = await browser.open(routes.faq);
  const text = (await page.getByRole('main').textContent()) ?? '';
  for (const id of ['onboarding', 'emergency-start']) {
    const claim = content.claims().find((entry) => entry.id === id);
    expect(text).toContain(claim?.data.wording ?? id);
  }
});

it('leads on to the contact page and to the booking page', async () => {
  const page = await browser.open(routes.faq);
  const { closing } = wordsOf('faq');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Still Have Questions?' }) });
  expect(await section.getByText(closing.lead).isVisible()).toBe(true);
  expect(await destination(section, 'Contact Us')).toBe(routes.contact);
  expect(await destination(section, 'Schedule a Call')).toBe(site.bookingUrl);
});

const openQuestions = (page: Page) => page.locator('details[open] summary').allTextContents();
