import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { categorySlug } from '../src/lib/category.ts';
import { articlePath, articlesPath, faviconPath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';

/** Few enough for one page: a longer list is growth.test.ts. */
const { articles, listedArticles, url, wordsOf } = await builtFirm('least');
const browser = browserForTests({ firm: 'least' });
const { categories, list } = wordsOf('blog');
const all = articles().map(({ id, data }) => ({ slug: id, ...data }));
const of = (category: string) => all.filter((article) => article.category === category);
/** A category without articles, one with one, one with several. */
const withCount = (fits: (count: number) => boolean) => categories.find((name) => fits(of(name).length));
const EMPTY = withCount((count) => count === 0) ?? '';
const TWO = withCount((count) => count > 1) ?? '';
const ONE = withCount((count) => count === 1) ?? '';
const headingOf = (category: string) => list.categoryHeading.replace('{category}', category);

it('offers every category with its count, the featured article apart, and the others, the newest first', async () => {
  const page = await browser.open(routes.blog);
  const buttons = page.getByRole('group', { name: list.filter }).getByRole('button');
  expect(await buttons.allTextContents()).toEqual([
    `${list.all} (${all.length})`,
    ...categories.map((name) => `${name} (${of(name).length})`),
  ]);
  expect(await pressed(page)).toEqual([`${list.all} (${all.length})`]);
  const [featured, ...others] = listedArticles().map(({ data }) => data.title);
  expect(await cards(page, list.featured)).toEqual([featured]);
  expect(others.length).toBeGreaterThan(1);
  expect(await cards(page, list.allHeading)).toEqual(others);
  for (const { slug, title, excerpt, category } of all) {
    const card = page.getByRole('article').filter({ hasText: title });
    expect(await card.getByRole('link').getAttribute('href')).toBe(articlePath(slug));
    expect(await card.getByText(excerpt).isVisible(), title).toBe(true);
    expect(await card.getByText(category, { exact: true }).isVisible(), title).toBe(true);
    expect(await card.textContent()).toMatch(/\d min read/);
  }
  // One page holds all of them, so there is no other.
  const paths = [articlesPath(2), ...categories.map((name) => articlesPath(1, categorySlug(name)))];
  for (const path of paths) expect((await fetch(url + path)).status, path).toBe(404);
});

describe('a category', () => {
  it('shows its articles, says where there is none, and gives way to all again', async () => {
    const page = await browser.open(routes.blog);
    for (const category of [TWO, ONE, EMPTY]) {
      await choose(page, category);
      await expectChosen(page, category);
      expect(await page.getByRole('heading', { name: list.featured }).count()).toBe(0);
      const titles = of(category).map(({ title }) => title);
      expect(await cards(page, headingOf(category))).toEqual(titles);
    }
    expect(await page.getByText(list.empty, { exact: true }).isVisible()).toBe(true);
    await choose(page, list.all);
    await expectChosen(page, list.all);
    expect(await page.getByRole('heading', { name: list.featured }).isVisible()).toBe(true);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('brings what it holds into the upper half of a phone, and from an empty one a link leads to all', async () => {
    const page = await browser.open(routes.blog, { viewport: { width: 390, height: 844 } });
    for (const category of [TWO, EMPTY]) {
      await page.evaluate(() => scrollTo(0, 0));
      await choose(page, category);
      const heading = page.getByRole('heading', { name: headingOf(category) });
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(844 / 2);
      expect((await page.locator('.categories').boundingBox())?.y).toBeGreaterThan(0);
    }
    await page.getByRole('link', { name: `${list.all} (${all.length})` }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expectChosen(page, list.all);
  });

  it('can be chosen with the keyboard, keeps the focus, and is there when a reader comes back from an article', async () => {
    const page = await browser.open(routes.blog);
    const button = page.getByRole('button', { name: ONE });
    await button.focus();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: headingOf(ONE) });
    await heading.waitFor();
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.waitForURL(`**?category=${categorySlug(ONE)}`);
    const article = of(ONE)[0];
    await page.getByRole('link', { name: article?.title ?? '' }).click();
    await page.waitForURL(articlePath(article?.slug ?? ''));
    await page.goBack();
    await heading.waitFor();
    expect(await pressed(page)).toEqual([`${ONE} (${of(ONE).length})`]);
  });

  it('that the address asks for is chosen, and one that is not there shows all', async () => {
    const page = await browser.open(`${routes.blog}?category=${categorySlug(TWO)}`);
    await expectChosen(page, TWO);
    await page.goto(`${routes.blog}?category=unknown`, { waitUntil: 'networkidle' });
    await expectChosen(page, list.all);
  });

  it('is a step of its own: Back leads to the one before and then out of the blog, Forward to it again', async () => {
    const page = await browser.open(routes.about);
    await page.goto(`${routes.blog}?category=${categorySlug(TWO)}`);
    // It is chosen already: no second step.
    await choose(page, TWO);
    await choose(page, ONE);
    await page.waitForURL(`**?category=${categorySlug(ONE)}`);
    await page.goBack();
    await expectChosen(page, TWO);
    await page.goForward();
    await expectChosen(page, ONE);
    await page.reload();
    await expectChosen(page, ONE);
    await page.goBack();
    await expectChosen(page, TWO);
    await page.goBack();
    await page.waitForURL(routes.about);
  });

  it('given up for the one before leaves the reader where they were on the page', async () => {
    const page = await browser.open(routes.blog, { viewport: { width: 390, height: 800 } });
    await page.locator('.categories').evaluate((row) => row.scrollIntoView());
    const top = () => page.locator('.categories').evaluate((row) => row.getBoundingClientRect().top);
    const before = await top();
    await choose(page, ONE);
    await page.waitForURL(`**?category=${categorySlug(ONE)}`);
    await page.goBack();
    await expectChosen(page, list.all);
    expect(await top()).toBeCloseTo(before, 0);
  });
});

it('the first press is answered in the same breath and without any request', async () => {
  const page = await browser.newPage();
  await page.goto(routes.blog, { waitUntil: 'networkidle' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const shown = await page.getByRole('button', { name: ONE }).evaluate((button: HTMLElement) => {
    button.click();
    return [...document.querySelectorAll('article')].filter((card) => card.checkVisibility()).length;
  });
  expect(shown).toBe(of(ONE).length);
  await page.waitForLoadState('networkidle');
  // Chromium asks for the icon again whenever the address changes.
  expect(requests.filter((path) => path !== faviconPath)).toEqual([]);
});

it('the first press does not wait for the end of a page that comes slowly', async () => {
  const page = await browser.newPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  const halting = await serveHalting(routes.blog, '<footer', promise);
  const arrived = page.goto(halting.url + routes.blog);
  await choose(page, ONE);
  await page.getByRole('heading', { name: headingOf(ONE) }).waitFor();
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
  resolve();
  await arrived;
  expect(await cards(page, headingOf(ONE))).toEqual(of(ONE).map(({ title }) => title));
  halting.stop();
});

it('lists all articles without JavaScript, and shows no button that does nothing', async () => {
  const page = await browser.open(routes.blog, { javaScriptEnabled: false });
  expect(await page.getByRole('article').count()).toBe(all.length);
  for (const { title } of all) expect(await page.getByRole('link', { name: title }).isVisible()).toBe(true);
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
});

// One column, two and three; the row of categories scrolls below 768 px.
describe.each([320, 768, 1024, 1440])('at a width of %i', (width) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.open(routes.blog, { viewport: { width, height: 900 } });
    await page.evaluate(() => document.fonts.ready);
    return () => page.context().close();
  });

  it('no title and no excerpt is cut, and no word stands on two lines', async () => {
    const texts = page.getByRole('article').filter({ visible: true }).locator('h3, .excerpt');
    const wrong = await texts.evaluateAll((found) =>
      found
        .filter(
          (text) =>
            // What is hidden is a line or more; less than that are the tails of letters.
            text.scrollHeight - text.clientHeight >
              Number.parseFloat(getComputedStyle(text).lineHeight) / 2 ||
            [...text.querySelectorAll('span')].some((word) => word.getClientRects().length > 1),
        )
        .map(({ textContent }) => textContent),
    );
    expect(await texts.count()).toBe(all.length * 2);
    expect(wrong).toEqual([]);
  });

  it('the categories are as easy to press as they are to read, on a phone in one row that scrolls', async () => {
    const buttons = page.getByRole('group', { name: list.filter }).getByRole('button');
    const boxes = await buttons.evaluateAll((found) =>
      found.map((button) => {
        const { top, height } = button.getBoundingClientRect();
        return { top, height };
      }),
    );
    for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44);
    if (width >= 768) return;
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    await buttons.first().focus();
    for (let i = 1; i < boxes.length; i += 1) {
      await page.keyboard.press('Tab');
      const right = () => buttons.nth(i).evaluate((button) => button.getBoundingClientRect().right);
      const most = width - (await fade(page));
      await expect.poll(right, { message: `button ${i}` }).toBeLessThanOrEqual(most + 1);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

it('brings into view the button of the category that the address asks for, and one that the edge of the row cuts off, once it is pressed', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 }, hasTouch: true });
  await page.goto(`${routes.blog}?category=${categorySlug(categories.at(-1) ?? '')}`);
  const { left: start, right: end } = await page
    .locator('button[aria-pressed=true]')
    .evaluate((button) => button.getBoundingClientRect());
  expect(start).toBeGreaterThanOrEqual(0);
  expect(end).toBeLessThanOrEqual(390);

  await page.goto(routes.blog);
  const buttons = page.locator('.category');
  const boxes = await buttons.evaluateAll((found) =>
    found.map((button) => {
      const { left, right } = button.getBoundingClientRect();
      return { left, right };
    }),
  );
  const cut = boxes.findIndex(({ left, right }) => left < 390 && right > 390);
  expect(cut).toBeGreaterThan(0);
  const { left = 0 } = boxes[cut] ?? {};
  await page.touchscreen.tap(left + 20, ((await buttons.nth(cut).boundingBox())?.y ?? 0) + 20);
  await expect
    .poll(() => buttons.nth(cut).evaluate((button) => button.getBoundingClientRect().right))
    .toBeLessThanOrEqual(390);
});

/** A page of the site that pauses before the given words until it may go on. */
async function serveHalting(path: string, before: string, goOn: Promise<void>) {
  const original = await fetch(url + path);
  const html = await original.text();
  const at = html.lastIndexOf(before);
  expect(at).toBeGreaterThan(0);
  const server = createServer(async (_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer.setHeader('Content-Security-Policy', original.headers.get('Content-Security-Policy') ?? '');
    answer.write(html.slice(0, at));
    await goOn;
    answer.end(html.slice(at));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

const choose = (page: Page, category: string) =>
  page.getByRole('button', { name: new RegExp(`^${category} \\(`) }).click();

/** How much of the row's end is faded. */
const fade = (page: Page) =>
  page
    .locator('.categories')
    .evaluate((row) => Number.parseFloat(getComputedStyle(row).scrollPaddingRight) || 0);

/** The button, the heading, the count and the cards say the same. */
async function expectChosen(page: Page, category: string) {
  const isAll = category === list.all;
  const chosen = isAll ? all : of(category);
  const heading = isAll ? list.allHeading : headingOf(category);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  expect(await pressed(page)).toEqual([`${category} (${chosen.length})`]);
  const noun = chosen.length === 1 ? list.article : list.articles;
  expect(await page.locator('[aria-live]').textContent()).toBe(`${chosen.length} ${noun}`);
  expect(await page.getByRole('article').count()).toBe(chosen.length);
}

const pressed = (page: Page) => page.locator('button[aria-pressed=true]').allTextContents();

const cards = (page: Page, region: string) =>
  page.getByRole('region', { name: region }).getByRole('article').getByRole('heading').allTextContents();
