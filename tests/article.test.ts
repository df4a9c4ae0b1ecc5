import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { categorySlug } from '../src/lib/category.ts';
import { readingTime } from '../src/lib/reading-time.ts';
import { articlePath, articlesPath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';

/** Few enough for a test of each. */
const { articles, authorOf, html, listedArticles, site, wordsOf } = await builtFirm('least');
const browser = browserForTests({ firm: 'least' });
const { article: words } = wordsOf('blog');
const all = articles();
it('an article may hold everything that Markdown can', () => {
  const page = html(articlePath('an-article-with-everything'));
  for (const part of [
    /<section class="code" tabindex="0" aria-label="[^"]+"><pre><code[^>]*>[\s\S]*<span class="token comment">/,
    /<section class="table" tabindex="0" aria-label="Name, [^"]+"><table>[\s\S]*<td class="to-right">/,
    /<table class="ledger"><caption>One order</,
    /<figure class="quotation"><blockquote>[\s\S]*?<\/blockquote><figcaption>Ada Lovelace, /,
    /<dl>\s*<dt>Gross margin<\/dt>\s*<dd>/,
    /<details>\s*<summary>/,
    /<h4 id="a-fourth-level">/,
    /<sup><a href="#fn-1" id="fnref-1"[^>]*>1<\/a><\/sup>/,
    /<section class="notes"><h2 id="footnote-label">/,
    /<figcaption>Orders per week<\/figcaption>/,
    /<li>☑ done<\/li>/,
  ])
    expect(page).toMatch(part);
  expect(page).not.toMatch(/ style="|__ASTRO_IMAGE_/);
});

describe.each(
  all.map((entry, i) => ({ ...entry, next: all.at(i - 1), previous: all[(i + 1) % all.length] })),
)('$id', ({ id, data, body = '', next, previous }) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.open(articlePath(id));
  });

  it('has its title, byline, whole text and pull quote, and leads back, on, and to the person who answers', async () => {
    const main = page.getByRole('main');
    const back = main.getByRole('link').first();
    expect([await back.getAttribute('href'), await back.textContent()]).toEqual([routes.blog, words.back]);
    const badge = await main.getByRole('link', { name: data.category, exact: true }).getAttribute('href');
    expect(badge).toBe(articlesPath(1, categorySlug(data.category)));
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.textContent()).toBe(data.title);
    const below = (await title.locator('xpath=following-sibling::*').allTextContents()).join('\n');
    const byline = `${words.by} ${authorOf(data).name}, ${authorOf(data).role} · ${longDate(data.date)}${data.updated ? ` · ${words.revised} ${longDate(data.updated)}` : ''} · ${readingTime(body)}`;
    expect(below).toBe([data.subtitle, byline].filter(Boolean).join('\n'));
    expect(await page.locator('main time').getAttribute('datetime')).toBe(data.date);
    const article = page.getByRole('article');
    const headings = headingsOf(body);
    const shown = await article.getByRole('heading', { level: 2 }).allTextContents();
    expect(shown.slice(0, headings.length)).toEqual(headings);
    const written = body.replace(/\]\([^)]*\)| {2,}|-{3,}|^```.*$|\[\^\w+\]:?/gm, '');
    expect((await article.textContent())?.length).toBeGreaterThan(written.length * 0.85);
    expect(await page.locator('.pull-quote').allTextContents()).toEqual(data.quote ? [data.quote] : []);
    expect(await page.getByRole('link', { name: words.share }).isVisible()).toBe(true);
    const call = article.getByRole('link', { name: words.callAction });
    expect(await call.getAttribute('href')).toMatch(`mailto:${site.partnershipsEmail}?`);
    const neighbours = await page
      .getByRole('navigation', { name: words.next })
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('rel'), link.getAttribute('href'), link.textContent]),
      );
    expect(neighbours).toEqual([
      ...(previous ? [['prev', articlePath(previous.id), words.previous + previous.data.title]] : []),
      ...(next ? [['next', articlePath(next.id), words.next + next.data.title]] : []),
    ]);
  });

  it('lists its sections beside the text where there is room, and only there', async () => {
    const headings = headingsOf(body);
    const contents = page.getByRole('navigation', { name: words.contents });
    await page.setViewportSize({ width: 1280, height: 900 });
    const links = contents.getByRole('link');
    expect((await links.allTextContents()).slice(0, headings.length)).toEqual(headings);
    const list = await contents.boundingBox();
    const text = await page.locator('.prose').boundingBox();
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(text?.x ?? 0);
    await links.nth(headings.length - 1).click();
    const last = page.getByRole('heading', { name: headings.at(-1) ?? '', exact: true });
    await expect
      .poll(() => last.evaluate((heading) => heading === document.querySelector(':target')))
      .toBe(true);
    await page.setViewportSize({ width: 1000, height: 900 });
    expect(await contents.count()).toBe(0);
  });

  it.each([320, 768, 1440])('at a width of %i breaks no word and cuts off no table', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const broken = await page
      .locator('article .unbroken')
      .evaluateAll((held) => held.filter((word) => word.getClientRects().length > 1).length);
    expect(broken).toBe(0);
    const cutOff = await page
      .locator('.table:not(:has(tr > :nth-child(4)))')
      .evaluateAll(
        (tables) => tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(cutOff).toBe(0);
  });
});

it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  'in the time zone %s an article and every card of the list bear their own day',
  async (timezoneId) => {
    const page = await browser.newPage({ timezoneId });
    const [first] = all;
    await page.goto(articlePath(first?.id ?? ''));
    expect(await page.locator('main time').allTextContents()).toEqual([longDate(first?.data.date ?? '')]);
    await page.goto(routes.blog);
    const days = page
      .getByRole('article')
      .locator('time')
      .evaluateAll((times) => times.map((time) => [time.getAttribute('datetime'), time.textContent]));
    const expected = listedArticles().map(({ data }) => [data.date, shortDate(data.date)]);
    expect(await days).toEqual(expected);
  },
);

it('reading progress is drawn by the style sheet alone, from the first line to the last, unless less motion is asked for', async () => {
  const path = articlePath(all[0]?.id ?? '');
  const page = await browser.open(path, { javaScriptEnabled: false });
  const text = page.locator('.article-text');
  const progress = () =>
    text.evaluate((element) => {
      const bar = getComputedStyle(element, '::before');
      return bar.content === 'none' ? Number.NaN : Number(bar.scale.split(' ')[0]);
    });
  await text.evaluate((element) => element.scrollIntoView());
  await expect.poll(progress).toBeCloseTo(0, 1);
  await text.evaluate((element) => element.scrollIntoView(false));
  await expect.poll(progress).toBeGreaterThan(0.97);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await progress()).toBeNaN();
});

const format = (day: string, dateStyle: 'long' | 'medium') =>
  new Date(day.slice(0, 10)).toLocaleDateString('en-US', { dateStyle, timeZone: 'UTC' });
const longDate = (day: string) => format(day, 'long');
const shortDate = (day: string) => format(day, 'medium');

/** As they are read: without what Markdown marks in them. */
const headingsOf = (body: string) =>
  [...body.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );
