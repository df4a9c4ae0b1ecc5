import { describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '../src/lib/article-pages.ts';
import { categorySlug } from '../src/lib/category.ts';
import { articlePath, articlesPath, routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { listPagesIn } from './support/generated-articles.ts';
import { articles, built, site, url, wordsOf } from './support/other-firm.ts';

const { categories, list } = wordsOf('blog');
const browser = browserForTests();
const all = articles().map(({ id, data }) => ({ slug: id, ...data }));
const MANY = all.length;
/** The fixture has one without an article, some that fill a page, and some that fill two. */
const filled = categories.filter((category) => of(category).length > 0);

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

  it('finds all of each category, page by page, from the first, to which its articles lead', async () => {
    const counts = filled.map((category) => Math.ceil(of(category).length / PAGE_SIZE));
    expect(new Set(counts)).toEqual(new Set([1, 2]));
    for (const [i, category] of filled.entries()) {
      const first = articlesPath(1, categorySlug(category));
      const [article] = slugs(of(category));
      for (const path of [routes.blog, articlePath(article ?? '')])
        expect(links((await get(path)).html), path).toContain(first);
      const pages = await follow(first);
      expect(pages).toHaveLength(counts[i] ?? 0);
      expect(pages.flatMap(({ html }) => cards(html))).toEqual(slugs(of(category)));
      for (const [n, { html }] of pages.entries()) {
        const chosen = `${category} (${of(category).length})`.replace('&', '&amp;');
        expect(html).toContain(`aria-current="true">${chosen}<`);
        if (pages.length > 1) expect(html).toContain(`aria-current="page">${n + 1}<`);
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
    expect(seen.size).toBe(listPagesIn(built('')).length + MANY);
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
  const [category = ''] = filled.filter((name) => of(name).length > PAGE_SIZE);
  const heading = list.categoryHeading.replace('{category}', category);

  it('answers a press on a category at once; then its own page comes, and Back leads to all', async () => {
    const page = await browser.open(routes.blog);
    const links = page.getByRole('navigation', { name: list.filter }).getByRole('link');
    const said = await links.filter({ hasText: category }).evaluate((link: HTMLElement) => {
      link.click();
      return document.querySelector('#insights')?.textContent;
    });
    expect(said).toBe(heading);
    await page.waitForURL(`**${articlesPath(1, categorySlug(category))}*`);
    await expect.poll(() => page.getByRole('article').count()).toBe(PAGE_SIZE);
    await page.goBack();
    await page.getByRole('heading', { name: list.featured }).waitFor();
    expect(await page.getByRole('article').count()).toBe(PAGE_SIZE + 1);
    expect(await page.getByRole('heading', { name: list.allHeading, exact: true }).isVisible()).toBe(true);
  });

  it('keeps the links to a category of the time when it was one page', async () => {
    const page = await browser.open(`${routes.blog}?category=${categorySlug(category)}`);
    await page.waitForURL(`**${articlesPath(1, categorySlug(category))}*`);
    await page.getByRole('region', { name: heading, exact: true }).waitFor();
    await page.goto(`${routes.blog}?category=unknown`, { waitUntil: 'networkidle' });
    expect(await page.getByRole('heading', { name: list.featured }).isVisible()).toBe(true);
  });

  it('pleases axe in both colours and fits the narrowest screen', async () => {
    const viewport = { width: 320, height: 800 };
    const page = await browser.open(articlesPath(3), { viewport, reducedMotion: 'reduce' });
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

const cards = (html: string) => [...html.matchAll(/data-article="title-([^"]+)"/g)].map(([, slug]) => slug);

const links = (html: string) =>
  [...html.matchAll(/<a\b[^>]*href="(\/blog[^"#]*)/g)].map(([, path = '']) => path);
