import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, wordsOf } from './support/content.ts';
import { everyRoute } from './support/routes.ts';

const browser = browserForTests();
const inHeader: string[] = [routes.home, routes.about, routes.services, routes.contact];

describe.each(everyRoute())('%s', (path) => {
  let page: Page;
  const told: string[] = [];
  const cookies: string[] = [];
  const requests: { type: string; url: string }[] = [];

  beforeAll(async () => {
    page = await browser.newPage();
    page.on('console', (message) => told.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => told.push(String(error)));
    page.on('request', (request) => requests.push({ type: request.resourceType(), url: request.url() }));
    page.on('response', (response) => cookies.push(response.headers()['set-cookie'] ?? ''));
    await page.goto(path, { waitUntil: 'networkidle' });
    return () => page.context().close();
  });

  it('is quiet, keeps to its own origin, stores nothing and loads no script file', async () => {
    expect(told).toEqual([]);
    expect(requests.length).toBeGreaterThan(1);
    expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([inject('url')]));
    expect(requests.filter(({ type }) => type === 'script')).toEqual([]);
    expect(cookies.length).toBe(requests.length);
    expect(cookies.join('')).toBe('');
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });

  it('tells search engines what it is', async () => {
    const title = await page.title();
    expect(title.endsWith(` | ${site.name}`)).toBe(true);
    expect(title.indexOf(' | ')).toBeGreaterThan(0);
    expect((await meta(page, 'description'))?.length).toBeGreaterThan(49);
    expect(await meta(page, 'robots')).toBe('index, follow');
    expect(await meta(page, 'theme-color')).toBe('#8B5CF6');
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');
    expect(await canonical(page)).toBe(site.url + path);
  });

  it('tells share cards what it is', async () => {
    const title = await meta(page, 'og:title');
    const description = await meta(page, 'description');
    expect(await page.title()).toBe(`${title} | ${site.name}`);
    expect(await meta(page, 'og:description')).toBe(description);
    expect(await meta(page, 'og:site_name')).toBe(site.name);
    expect(await meta(page, 'og:url')).toBe(await canonical(page));
    expect(await meta(page, 'og:type')).toBe(path.startsWith(`${routes.blog}/`) ? 'article' : 'website');
    expect(await meta(page, 'twitter:card')).toMatch(/^summary(_large_image)?$/);

    const picture = new URL((await meta(page, 'og:image')) ?? '');
    expect(picture.origin).toBe(site.url);
    const response = await fetch(inject('url') + picture.pathname);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^image\//);
    const alt = await meta(page, 'og:image:alt');
    const article = articles().find(({ id }) => articlePath(id) === path);
    if (article) expect(alt).toBe(article.data.coverAlt ?? `${site.name}: ${article.data.title}`);
    else expect(alt).toContain(site.name);
  });

  it('has one h1 and headings that never skip a level', async () => {
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    const skips = levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1);
    expect(skips).toEqual([]);
  });

  it('has the landmarks, and the header marks the page where it is one of its own', async () => {
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(landmark).count(), landmark).toBe(1);
    const navigation = page.getByRole('banner').getByRole('navigation');
    expect(await navigation.count()).toBe(1);
    const marked = await navigation
      .locator('[aria-current=page]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(marked).toEqual(inHeader.includes(path) ? [path] : []);
  });

  it('uses each id once', async () => {
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(1);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('lets the keyboard skip to the content', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: wordsOf('shared').skip });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.height).toBeGreaterThan(20);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main');
    await page.keyboard.press('Tab');
    const behindMain = await page
      .getByRole('main')
      .evaluate(
        (main) =>
          document.activeElement !== null &&
          main.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
    expect(behindMain).toBeTruthy();
  });

  it('fits a narrow screen', async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  it('allows no inline code that was not built, and has no style attribute', async () => {
    const response = await fetch(inject('url') + path);
    const policy = policyOf(response.headers.get('content-security-policy') ?? '');
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    for (const directive of ['script-src', 'style-src']) {
      const sources = policy.get(directive) ?? [];
      expect(sources.length, directive).toBeGreaterThan(0);
      for (const source of sources) expect(source).toMatch(/^'(self|sha256-[\w+/]+=*)'$/);
    }
    expect(await response.text()).not.toMatch(/<[a-z][^>]*\sstyle=/);
  });

  it('reads the same without JavaScript', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const without = await readable(await browser.open(path, { javaScriptEnabled: false }));
    expect(without.length).toBeGreaterThan(300);
    expect(without).toBe(await readable(page));
  });
});

it('gives every page a title and a description of its own', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const titles = new Set<string>();
  const descriptions = new Set<string | null>();
  for (const path of everyRoute()) {
    await page.goto(path);
    titles.add(await page.title());
    descriptions.add(await meta(page, 'description'));
  }
  expect(titles.size).toBe(everyRoute().length);
  expect(descriptions.size).toBe(everyRoute().length);
});

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');

const canonical = async (page: Page) =>
  (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '';

const policyOf = (header: string) =>
  new Map(
    header.split(';').map((part) => {
      const [directive = '', ...sources] = part.trim().split(' ');
      return [directive, sources] as const;
    }),
  );

/** What main says to the eye, without the day of the visit and the category buttons, which only a script can serve. */
async function readable(page: Page) {
  const main = page.getByRole('main');
  await main.locator('[data-today], fieldset').evaluateAll((parts) => {
    for (const part of parts) part.remove();
  });
  return (await main.allInnerTexts()).join();
}
