import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { content, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const items = content.faq.map(({ data }) => data);
const [first, second] = items.map(({ question }) => question) as [string, string];
const { answer: words } = wordsOf('faq');
const groups = [...new Set(items.map(({ group }) => group))];

it('has groups of questions under headings of their own, each with an answer and an address, of which the first is open', async () => {
  const page = await browser.open(routes.faq, { reducedMotion: 'reduce' });
  for (const group of groups) {
    const region = page.getByRole('region', { name: group, exact: true });
    expect(await region.getByRole('heading', { level: 2 }).textContent()).toBe(group);
    expect(await region.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
      items.filter((item) => item.group === group).map(({ question }) => question),
    );
  }
  expect(await page.locator('details > [id]').evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    items.map(({ id }) => id),
  );
  expect(await openQuestions(page)).toEqual([first]);
  expect(new URL(page.url()).hash).toBe('');
  // All of them together: without a name they do not close each other.
  await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const details of all) Object.assign(details, { name: '', open: true });
  });
  for (const { id, answer } of items)
    expect(await page.getByText(answer, { exact: true }).isVisible(), id).toBe(true);
  expect(await violationsInBoth(page)).toEqual([]);
});

it.each([
  [390, 'above'],
  [1440, 'beside'],
])('on a screen of %i sets the heading of a group %s its questions', async (width, place) => {
  const page = await browser.open(routes.faq, { viewport: { width, height: 900 } });
  const region = page.getByRole('region', { name: groups[0] ?? '' });
  const heading = await region.getByRole('heading', { level: 2 }).boundingBox();
  const question = await region.locator('summary').first().boundingBox();
  if (!heading || !question) throw new Error('The group is not to be seen.');
  const above = heading.y + heading.height <= question.y;
  const beside = heading.x + heading.width <= question.x;
  expect({ above, beside }).toEqual({ above: place === 'above', beside: place === 'beside' });
});

describe('the address', () => {
  const hash = (page: Page) => new URL(page.url()).hash;

  it('is that of the open answer, and of the page when none is open', async () => {
    const page = await browser.open(routes.faq);
    const summary = (place: number) => page.locator('summary').nth(place);
    await summary(1).click();
    await expect.poll(() => hash(page)).toBe(`#${items[1]?.id}`);
    await summary(items.length - 1).click();
    await expect.poll(() => hash(page)).toBe(`#${items.at(-1)?.id}`);
    await summary(items.length - 1).click();
    await expect.poll(() => hash(page)).toBe('');
    expect(await page.evaluate(() => history.length)).toBeLessThan(3);
  });

  it('of an answer can be copied, and the page says so', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await browser.newPage({ permissions });
    // It is said for a moment, which passes when the test lets it.
    await page.clock.install();
    await page.goto(routes.faq);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator('summary').nth(1).click();
    await page.getByRole('link', { name: words.copy }).click();
    await page.getByRole('link', { name: words.copied }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe(words.copied);
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(address).pathname + new URL(address).hash).toBe(`${routes.faq}#${items[1]?.id}`);
    await page.clock.runFor(3000);
    await page.getByRole('link', { name: words.copy }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe('');
  });

  it('of an answer is a plain link where nothing can be copied', async () => {
    const page = await browser.open(routes.faq, { javaScriptEnabled: false });
    await page.locator('summary').nth(1).click();
    await page.getByRole('link', { name: words.link }).click();
    expect(hash(page)).toBe(`#${items[1]?.id}`);
    expect(await openQuestions(page)).toEqual([second]);
  });
});

it.each([true, false])(
  'opens one question at a time, by pointer or key, and the open one closes again (script: %s)',
  async (javaScriptEnabled) => {
    const page = await browser.open(routes.faq, { javaScriptEnabled });
    expect(await openQuestions(page)).toEqual([first]);
    await page.getByRole('heading', { name: second, exact: true }).click();
    await expect.poll(() => openQuestions(page)).toEqual([second]);
    await page.getByRole('heading', { name: second, exact: true }).click();
    expect(await openQuestions(page)).toEqual([]);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await openQuestions(page)).toEqual([first]);
  },
);

it.each([true, false])('opens the question of an address in view (script: %s)', async (javaScriptEnabled) => {
  const last = items.at(-1);
  const viewport = { width: 390, height: 500 };
  const page = await browser.open(`${routes.faq}#${last?.id}`, { viewport, javaScriptEnabled });
  await expect.poll(() => openQuestions(page)).toEqual([last?.question]);
  const top = () => page.locator('details[open] summary').boundingBox();
  await expect.poll(async () => (await top())?.y).toBeGreaterThanOrEqual(0);
  expect((await top())?.y).toBeLessThan(viewport.height);
  await page.evaluate((id) => location.assign(`#${id}`), items[1]?.id);
  await expect.poll(() => openQuestions(page)).toEqual([second]);
});

const openQuestions = (page: Page) => page.locator('details[open] summary').allTextContents();
