import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { categorySlug } from '../src/lib/category.ts';
import { articlePath, articlesPath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, wordsOf } from './support/content.ts';

const browser = browserForTests();
const { categories, list } = wordsOf('blog');
const all = articles().map(({ id, data }) => ({ slug: id, ...data }));
const of = (category: string) => all.filter((article) => article.category === category);
const EMPTY = 'D2C Growth & Optimisation';
const ONE = 'Product & Technology';
const TWO = 'Reflection Core';

describe('the list of all articles', () => {
  it('offers every category with its count', async () => {
    const page = await browser.open(routes.blog);
    const buttons = page.getByRole('group', { name: list.filter }).getByRole('button');
    expect(categories).toEqual([
      'Reflection Core',
      'D2C Growth & Optimisation',
      'Product & Technology',
      'Founder Playbook',
      'Global Ecosystem',
    ]);
    expect(await buttons.allTextContents()).toEqual([
      `All (${all.length})`,
      ...categories.map((name) => `${name} (${of(name).length})`),
    ]);
    expect(await pressed(page)).toEqual([`All (${all.length})`]);
  });

  it('shows the featured article apart and the others below, the newest first', async () => {
    const page = await browser.open(routes.blog);
    const featured = all.filter((article) => article.featured);
    expect(featured).toHaveLength(1);
    expect(await cards(page, 'Featured Insight')).toEqual(featured.map(({ title }) => title));
    const others = all.filter((article) => !article.featured).map(({ title }) => title);
    expect(others.length).toBeGreaterThan(1);
    expect(await cards(page, list.allHeading)).toEqual(others);
  });

  it('shows on each card what there is to know, and links it to its article', async () => {
    const page = await browser.open(routes.blog);
    for (const { slug, title, excerpt, category } of all) {
      const card = page.getByRole('article').filter({ hasText: title });
      expect(await card.getByRole('link').getAttribute('href')).toBe(articlePath(slug));
      expect(await card.getByText(excerpt).isVisible()).toBe(true);
      expect(await card.getByText(category, { exact: true }).isVisible()).toBe(true);
      expect(await card.textContent()).toMatch(/\d min read/);
    }
  });
});

describe('a category', () => {
  it('takes no room before its word has come', async () => {
    const page = await browser.open(routes.blog);
    const last = page.locator('.category').last();
    expect(await last.isVisible()).toBe(true);
    await last.evaluate((element) => element.replaceChildren());
    expect(await last.isVisible()).toBe(false);
  });

  it.each([
    [TWO, 'articles'],
    [ONE, 'article'],
  ])('%s shows its articles, counted in words', async (category, noun) => {
    const page = await browser.open(routes.blog);
    await choose(page, category);
    const region = page.getByRole('region', { name: `${category} Insights` });
    await region.waitFor();
    expect(await page.getByRole('heading', { name: 'Featured Insight' }).count()).toBe(0);
    expect(await cards(page, `${category} Insights`)).toEqual(of(category).map(({ title }) => title));
    expect(await page.getByText(/^\d+ articles?$/).textContent()).toBe(`${of(category).length} ${noun}`);
    expect(await pressed(page)).toEqual([`${category} (${of(category).length})`]);
  });

  it('without articles says so', async () => {
    const page = await browser.open(routes.blog);
    expect(of(EMPTY)).toEqual([]);
    await choose(page, EMPTY);
    await page.getByRole('region', { name: `${EMPTY} Insights` }).waitFor();
    expect(
      await page
        .getByText('No insights in this category yet. More coming soon!', { exact: true })
        .isVisible(),
    ).toBe(true);
    expect(await page.getByText('0 articles', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('article').count()).toBe(0);
  });

  it('gives way to all again', async () => {
    const page = await browser.open(routes.blog);
    await choose(page, TWO);
    await page.getByRole('heading', { name: `${TWO} Insights` }).waitFor();
    await choose(page, list.all);
    await page.getByRole('heading', { name: 'Featured Insight' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(all.length);
    expect(new URL(page.url()).search).toBe('');
  });

  it('can be chosen with the keyboard, and keeps the focus', async () => {
    const page = await browser.open(routes.blog);
    const button = page.getByRole('button', { name: ONE });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `${ONE} Insights` }).waitFor();
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('is still chosen when a reader comes back from an article', async () => {
    const page = await browser.open(routes.blog);
    await choose(page, ONE);
    const heading = page.getByRole('heading', { name: `${ONE} Insights` });
    await heading.waitFor();
    const article = of(ONE)[0];
    await page.getByRole('link', { name: article?.title ?? '' }).click();
    await page.waitForURL(articlePath(article?.slug ?? ''));
    await page.goBack();
    await heading.waitFor();
    expect(await pressed(page)).toEqual([`${ONE} (${of(ONE).length})`]);
  });

  it('can be asked for in the address, and an unknown one shows all', async () => {
    const page = await browser.open(`${routes.blog}?category=${categorySlug(TWO)}`);
    await page.getByRole('heading', { name: `${TWO} Insights` }).waitFor();
    expect(await pressed(page)).toEqual([`${TWO} (${of(TWO).length})`]);
    await page.goto(`${routes.blog}?category=unknown`, { waitUntil: 'networkidle' });
    expect(await page.getByRole('article').count()).toBe(all.length);
    expect(await page.getByRole('heading', { name: 'Featured Insight' }).isVisible()).toBe(true);
  });

  it('is found from the badge of an article', async () => {
    const page = await browser.open(articlePath(of(TWO)[0]?.slug ?? ''));
    await page.getByRole('link', { name: TWO, exact: true }).click();
    await page.getByRole('heading', { name: `${TWO} Insights` }).waitFor();
  });
});

describe('its script', () => {
  it('is loaded only when a visitor turns to the list', async () => {
    const page = await browser.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(routes.blog, { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
    await page.getByRole('button', { name: ONE }).hover();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });

  it('may be slow: the first click is not lost', async () => {
    const page = await openSlowly();
    await choose(page, ONE);
    expect(await page.getByRole('heading', { name: `${ONE} Insights` }).count()).toBe(0);
    await page.getByRole('heading', { name: `${ONE} Insights` }).waitFor();
  });

  it('may be slow: a card needs no script, not even to open a new tab', async () => {
    const page = await openSlowly();
    const [article] = all;
    const card = page.getByRole('link', { name: article?.title ?? '' });
    const newTab = page.context().waitForEvent('page');
    await card.click({ modifiers: ['ControlOrMeta'] });
    await (await newTab).waitForURL(`**${articlePath(article?.slug ?? '')}`);
    expect(new URL(page.url()).pathname).toBe(routes.blog);
    await card.click();
    await page.waitForURL(`**${articlePath(article?.slug ?? '')}`);
  });

  it('may fail: all articles stay readable', async () => {
    const page = await browser.newPage();
    await page.route('**/_astro/*.js*', (route) => route.abort());
    await page.goto(routes.blog);
    await page.getByRole('button', { name: ONE }).hover();
    expect(await page.getByRole('article').count()).toBe(all.length);
  });
});

it('lists all articles without JavaScript, and shows no button that does nothing', async () => {
  const page = await browser.open(routes.blog, { javaScriptEnabled: false });
  expect(await page.getByRole('article').count()).toBe(all.length);
  for (const { title } of all) expect(await page.getByRole('link', { name: title }).isVisible()).toBe(true);
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
});

it('has no other page as long as one holds all articles', async () => {
  const paths = [articlesPath(2), ...categories.map((name) => articlesPath(1, categorySlug(name)))];
  for (const path of paths) expect((await fetch(inject('url') + path)).status, path).toBe(404);
});

it('clamps the title of a card to two lines and the excerpt to three', async () => {
  const page = await browser.open(routes.blog, { viewport: { width: 390, height: 800 } });
  const size = await page.getByRole('article').evaluateAll((found) =>
    found.map((card) => {
      const excerpt = [...card.querySelectorAll('p')].sort(
        (a, b) => (b.textContent ?? '').length - (a.textContent ?? '').length,
      )[0];
      const parts = [card.querySelector('h3'), card.querySelector('h3 a'), excerpt];
      const [title, link, text] = parts;
      if (!title || !link || !text) throw new Error('A card has no title or no excerpt.');
      link.textContent = 'A very long title '.repeat(30);
      text.textContent = 'A very long excerpt '.repeat(60);
      return [title, text].map((element) => {
        const style = getComputedStyle(element);
        const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
        return Math.round((element.clientHeight - padding) / Number.parseFloat(style.lineHeight));
      });
    }),
  );
  expect(size).toEqual(all.map(() => [2, 3]));
});

async function openSlowly(): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**/_astro/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto(routes.blog);
  return page;
}

const choose = (page: Page, category: string) =>
  page.getByRole('button', { name: new RegExp(`^${category} \\(`) }).click();

const pressed = (page: Page) => page.locator('button[aria-pressed=true]').allTextContents();

const cards = (page: Page, region: string) =>
  page.getByRole('region', { name: region }).getByRole('article').getByRole('heading').allTextContents();
