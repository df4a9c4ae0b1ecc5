import { describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '../src/lib/article-pages.ts';
import { categorySlug } from '../src/lib/category.ts';
import { articlePath, articlesPath, routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { listPagesIn } from './support/generated-articles.ts';
import { articles, built, site, url, wordsOf } from './support/other-firm.ts';
import { watchScripts } from './support/scripts.ts';

const { categories, list } = wordsOf('blog');
const browser = browserForTests();
const all = articles().map(({ id, data }) => ({ slug: id, ...data }));
const MANY = all.length;
/** The fixture has one without an article. */
const filled = categories.filter((category) => of(category).length > 0);

it('there are categories of several pages and of one', () => {
  const counts = filled.map((category) => Math.ceil(of(category).length / PAGE_SIZE));
  expect(new Set(counts)).toEqual(new Set([1, 2]));
});

function of(category: string) {
  return all.filter((article) => article.category === category);
}
const slugs = (articles: { slug: string }[]) => articles.map(({ slug }) => slug);

describe('without a script, a list of many pages', () => {
  it('shows the featured article and then every other one once, page by page, the newest first', async () => {
    const pages = await follow(routes.blog);
    expect(pages.map(({ path }) => path)).toEqual(
      Array.from({ length: Math.ceil((MANY - 1) / PAGE_SIZE) }, (_, i) => articlesPath(i + 1)),
    );
    const featured = all.filter((article) => article.featured).slice(0, 1);
    const others = all.filter((article) => article !== featured[0]);
    expect(pages.flatMap(({ html }) => cards(html))).toEqual(slugs([...featured, ...others]));
    const before = pages.map(({ html }) => /<a\b(?=[^>]*rel="prev")[^>]*href="([^"#]+)/.exec(html)?.[1]);
    expect(before).toEqual([undefined, ...pages.slice(0, -1).map(({ path }) => path)]);
  });

  it('finds all of each category, page by page, from the first', async () => {
    for (const category of filled) {
      const first = articlesPath(1, categorySlug(category));
      expect(links((await get(routes.blog)).html)).toContain(first);
      const pages = await follow(first);
      expect(pages).toHaveLength(Math.ceil(of(category).length / PAGE_SIZE));
      expect(pages.flatMap(({ html }) => cards(html))).toEqual(slugs(of(category)));
      for (const { html } of pages) {
        expect(new RegExp(`>(\\d+) (?:${list.article}|${list.articles})<`).exec(html)?.[1]).toBe(
          String(of(category).length),
        );
        expect(/aria-current="true">([^<]+)</.exec(html)?.[1]?.replace('&amp;', '&')).toBe(
          `${category} (${of(category).length})`,
        );
      }
    }
  });

  it('is reached as a whole by links, and so is every article; each answers under its own name', async () => {
    const seen = new Map<string, string>();
    const waiting: string[] = [routes.blog];
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      if (seen.has(path)) continue;
      const { status, html } = await get(path);
      expect(status, path).toBe(200);
      seen.set(path, html);
      if (!all.some(({ slug }) => articlePath(slug) === path)) waiting.push(...links(html));
    }
    const lists = listPagesIn(built(''));
    expect(seen.size).toBe(lists.length + MANY);
    for (const { slug } of all) expect(seen.has(articlePath(slug)), slug).toBe(true);
    for (const [path, html] of seen)
      expect(/rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toBe(site.url + path);
    const unique = (tag: RegExp) => new Set([...seen.values()].map((html) => tag.exec(html)?.[1])).size;
    expect(unique(/<title>([^<]+)<\/title>/)).toBe(seen.size);
    expect(unique(/name="description" content="([^"]{50,})"/)).toBe(seen.size);
  });

  it('has no page before the first or after the last, and none for a category that is not there', async () => {
    const known = categorySlug(categories[0] ?? '');
    const wrong = ['/page', '/page/0', '/page/1', '/page/7', '/category', '/category/unknown'];
    const inside = ['/page/1', '/page/3', '/page'].map((path) => `/category/${known}${path}`);
    for (const path of [...wrong, ...inside]) expect((await get(routes.blog + path)).status, path).toBe(404);
  });
});

describe('in a browser, a list of many pages', () => {
  const open = async (path: string, options = {}) => {
    const page = await browser.newPage({ baseURL: url, ...options });
    const scripts = watchScripts(page);
    await page.goto(path);
    return { page, scripts };
  };
  const [category = '', other = ''] = filled.filter((name) => of(name).length > PAGE_SIZE);
  const heading = (name: string) => list.categoryHeading.replace('{category}', name);

  it('is walked by its pager and its categories, and the back button walks back; no script is loaded', async () => {
    const { page, scripts } = await open(routes.blog);
    await page.getByRole('navigation', { name: list.filter }).getByRole('link', { name: other }).click();
    await page.getByRole('region', { name: heading(other), exact: true }).waitFor();
    await page.getByRole('link', { name: list.older }).click();
    await page.waitForURL(`**${articlesPath(2, categorySlug(other))}*`);
    expect(await page.getByRole('article').count()).toBe(of(other).length - PAGE_SIZE);
    const pager = page.getByRole('navigation', { name: list.pages });
    expect(await pager.locator('[aria-current=page]').textContent()).toBe('2');
    expect(await page.getByRole('link', { name: list.older }).count()).toBe(0);
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: list.featured }).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.blog);
    expect(scripts).toEqual([]);
  });

  it('keeps the links to a category of the time when it was one page', async () => {
    const { page } = await open(`${routes.blog}?category=${categorySlug(other)}`);
    await page.waitForURL(`**${articlesPath(1, categorySlug(other))}*`);
    await page.getByRole('region', { name: heading(other), exact: true }).waitFor();
    await page.goto(`${routes.blog}?category=unknown`, { waitUntil: 'networkidle' });
    expect(await page.getByRole('heading', { name: list.featured }).isVisible()).toBe(true);
  });

  it('shows the link to the chosen category on a phone, where their row scrolls', async () => {
    for (const name of [categories[0] ?? '', categories.at(-1) ?? '']) {
      const { page } = await open(articlesPath(1, categorySlug(name)), {
        viewport: { width: 390, height: 800 },
      });
      const row = page.getByRole('navigation', { name: list.filter });
      const chosen = row.locator('[aria-current]');
      expect(await chosen.textContent()).toContain(name);
      const visible = () =>
        chosen.evaluate((link) => {
          const { left, right } = link.getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        });
      await expect.poll(visible, { message: name }).toBe(true);
      expect(await page.evaluate(() => scrollY), 'the page itself has not moved').toBe(0);
      if (name !== categories[0])
        expect(await row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    }
  });

  it('is found from the badge of an article, also without a script', async () => {
    const { page } = await open(articlePath(of(category)[0]?.slug ?? ''), { javaScriptEnabled: false });
    await page.getByRole('link', { name: category, exact: true }).click();
    await page.getByRole('region', { name: heading(category), exact: true }).waitFor();
  });

  it('pleases axe in both colours and fits the narrowest screen', async () => {
    const small = { viewport: { width: 320, height: 800 }, reducedMotion: 'reduce' };
    const { page } = await open(articlesPath(3), small);
    expect(await violationsInBoth(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

async function get(path: string): Promise<{ path: string; status: number; html: string }> {
  const response = await fetch(url + path, { redirect: 'manual' });
  return { path, status: response.status, html: await response.text() };
}

/** A page of the list and all older ones behind it. */
async function follow(path: string): Promise<{ path: string; html: string }[]> {
  const page = await get(path);
  const next = /<a\b(?=[^>]*rel="next")[^>]*href="([^"#]+)/.exec(page.html)?.[1];
  return [page, ...(next ? await follow(next) : [])];
}

const cards = (html: string) => [...html.matchAll(/data-article="sky-([^"]+)"/g)].map(([, slug]) => slug);

const links = (html: string) =>
  [...html.matchAll(/<a\b[^>]*href="(\/blog[^"#]*)/g)].map(([, path = '']) => path);
