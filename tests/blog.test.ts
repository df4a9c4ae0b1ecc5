import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { categorySlug } from '../src/lib/category.ts';
import { articlePath, articlesPath, routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
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
const pathOf = (category: string) => articlesPath(1, categorySlug(category));
const headingOf = (category: string) => list.categoryHeading.replace('{category}', category);

it('offers every category with its count, the featured article apart, and the others, the newest first', async () => {
  const page = await browser.open(routes.blog);
  expect(await categoriesOf(page).allTextContents()).toEqual([
    `${list.all} (${all.length})`,
    ...categories.map((name) => `${name} (${of(name).length})`),
  ]);
  expect(await current(page)).toEqual([`${list.all} (${all.length})`]);
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
  // One page holds all of them, so there is no second.
  expect((await fetch(url + articlesPath(2))).status).toBe(404);
});

describe('a category', () => {
  it('shows its articles, says where there is none, and gives way to all again', async () => {
    const page = await browser.open(routes.blog, { reducedMotion: 'reduce' });
    for (const category of [TWO, ONE, EMPTY]) {
      await choose(page, category);
      await expectChosen(page, category);
      expect(await page.getByRole('heading', { name: list.featured }).count()).toBe(0);
      const titles = of(category).map(({ title }) => title);
      expect(await cards(page, headingOf(category))).toEqual(titles);
      expect(await violationsInBoth(page)).toEqual([]);
    }
    expect(await page.getByText(list.empty, { exact: true }).isVisible()).toBe(true);
    await choose(page, list.all);
    await expectChosen(page, list.all);
    expect(await cards(page, list.featured)).toEqual(
      listedArticles()
        .slice(0, 1)
        .map(({ data }) => data.title),
    );
    await expect.poll(() => new URL(page.url()).pathname).toBe(routes.blog);
  });

  it('chosen by a press shows what its own page shows, without a script too', async () => {
    const page = await browser.open(routes.blog);
    const plain = await browser.open(routes.blog, { javaScriptEnabled: false });
    for (const category of [TWO, ONE, EMPTY]) {
      await plain.goto(routes.blog);
      for (const each of [page, plain]) {
        await choose(each, category);
        await each.waitForURL(`**${pathOf(category)}*`);
        await expectChosen(each, category);
      }
      const seen = (each: Page) => each.locator('#categories').allInnerTexts();
      expect(await seen(page)).toEqual(await seen(plain));
      expect(await page.title()).toBe(await plain.title());
    }
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
    await page.locator('.empty a').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(routes.blog);
    await expectChosen(page, list.all);
  });

  it('can be chosen with the keyboard, keeps the focus, and is there when a reader comes back from an article', async () => {
    const page = await browser.open(routes.blog);
    const link = categoriesOf(page).filter({ hasText: ONE });
    await link.focus();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: headingOf(ONE) });
    await heading.waitFor();
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.waitForURL(pathOf(ONE));
    const article = of(ONE)[0];
    await page.getByRole('link', { name: article?.title ?? '' }).click();
    await page.waitForURL(articlePath(article?.slug ?? ''));
    await page.goBack();
    await heading.waitFor();
    expect(await current(page)).toEqual([`${ONE} (${of(ONE).length})`]);
  });

  it.each([
    ['on the page of all articles', routes.blog, list.all],
    ['on its page', pathOf(TWO), TWO],
  ])(
    'chosen %s is a step of its own: Back leads to the one before and then out of the blog, Forward to it again',
    async (_, start, before) => {
      const page = await browser.open(routes.about);
      await page.goto(start);
      // It is chosen already: no second step.
      await choose(page, before);
      await choose(page, ONE);
      await page.waitForURL(`**${pathOf(ONE)}*`);
      await page.goBack();
      await expectChosen(page, before);
      await page.goForward();
      await expectChosen(page, ONE);
      await page.reload();
      await expectChosen(page, ONE);
      await page.goBack();
      await expectChosen(page, before);
      await page.goBack();
      await page.waitForURL(routes.about);
    },
  );

  it('given up for the one before leaves the reader where they were on the page', async () => {
    const page = await browser.open(routes.blog, { viewport: { width: 390, height: 800 } });
    await page.locator('.categories').evaluate((row) => row.scrollIntoView());
    const top = () => page.locator('.categories').evaluate((row) => row.getBoundingClientRect().top);
    const before = await top();
    await choose(page, ONE);
    await page.waitForURL(pathOf(ONE));
    await page.goBack();
    await expectChosen(page, list.all);
    await expect.poll(top).toBeCloseTo(before, 0);
  });
});

it('the first press is answered in the same breath, without any request', async () => {
  const page = await browser.newPage();
  await page.goto(routes.blog, { waitUntil: 'networkidle' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.resourceType()));
  const shown = await categoriesOf(page)
    .filter({ hasText: ONE })
    .evaluate((link: HTMLElement) => {
      link.click();
      return [...document.querySelectorAll('article')].filter((card) => card.checkVisibility()).length;
    });
  expect(shown).toBe(of(ONE).length);
  await page.waitForLoadState('networkidle');
  expect(requests.filter((type) => ['script', 'fetch', 'xhr', 'document'].includes(type))).toEqual([]);
});

it('lists all articles without JavaScript', async () => {
  const page = await browser.open(routes.blog, { javaScriptEnabled: false });
  expect(await page.getByRole('article').count()).toBe(all.length);
  for (const { title } of all) expect(await page.getByRole('link', { name: title }).isVisible()).toBe(true);
});

// One column, two and three; the row of categories scrolls below 768 px.
it.each([320, 768, 1024, 1440])(
  'at %i px nothing is cut or broken, and the categories are easy to press',
  async (width) => {
    const page = await browser.open(routes.blog, { viewport: { width, height: 900 } });
    await page.evaluate(() => document.fonts.ready);
    const texts = page.getByRole('article').filter({ visible: true }).locator('h3, .excerpt');
    expect(await texts.count()).toBe(all.length * 2);
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
    expect(wrong).toEqual([]);
    const links = categoriesOf(page);
    const boxes = await links.evaluateAll((found) =>
      found.map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
    );
    for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44);
    if (width >= 768) return;
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    // Whatever is reached in the row comes into view: by the keyboard, by a finger, by the address.
    const isInView = (nth: number) =>
      links.nth(nth).evaluate((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    const cut = boxes.findIndex(({ left, right }) => left < width && right > width);
    const { x, y, height } = boxes[cut] ?? expect.fail('The edge cuts off no category.');
    await page.mouse.click(x + 10, y + height / 2);
    await expect.poll(() => isInView(cut)).toBe(true);
    await links.first().focus();
    for (let i = 1; i < boxes.length; i += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => isInView(i), { message: `category ${i}` }).toBe(true);
    }
    await page.goto(pathOf(categories.at(-1) ?? ''));
    await expect.poll(() => isInView(boxes.length - 1)).toBe(true);
    expect(await page.evaluate(() => scrollY), 'the page itself has not moved').toBe(0);
  },
);

const categoriesOf = (page: Page) => page.getByRole('navigation', { name: list.filter }).getByRole('link');

const choose = (page: Page, category: string) =>
  categoriesOf(page)
    .filter({ hasText: `${category} (` })
    .click();

/** The link, the heading, the count and the cards say the same. */
async function expectChosen(page: Page, category: string) {
  const isAll = category === list.all;
  const chosen = isAll ? all : of(category);
  const heading = isAll ? list.allHeading : headingOf(category);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(chosen.length);
  expect(await current(page)).toEqual([`${category} (${chosen.length})`]);
  const noun = chosen.length === 1 ? list.article : list.articles;
  expect(await page.locator('[aria-live]').textContent()).toBe(`${chosen.length} ${noun}`);
}

const current = (page: Page) => page.locator('.category[aria-current]').allTextContents();

const cards = (page: Page, region: string) =>
  page.getByRole('region', { name: region }).getByRole('article').getByRole('heading').allTextContents();
