import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readingTime } from '../src/lib/reading-time.ts';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';
import { destination } from './support/link.ts';

/** Few enough for a test of each. */
const { articles, authorOf, html, listedArticles, site, wordsOf } = await builtFirm('least');
const browser = browserForTests({ firm: 'least' });
const { article: words, list } = wordsOf('blog');
const all = articles();
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

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

  it('has its title, byline, whole text and pull quote, and leads back, on, and to whoever answers', async () => {
    const main = page.getByRole('main');
    const back = main.getByRole('link').first();
    expect([await back.getAttribute('href'), await back.textContent()]).toEqual([routes.blog, words.back]);
    const badge = await main.getByRole('link', { name: data.category, exact: true }).getAttribute('href');
    expect(badge).toMatch(new RegExp(`^${routes.blog}\\?category=[a-z0-9-]+$`));
    const colorOf = (element: Element) => getComputedStyle(element).color;
    const inList = (await browser.open(routes.blog)).locator(`article:has(a[href="${articlePath(id)}"]) p`);
    expect(await main.locator('.badge').evaluate(colorOf)).toBe(await inList.first().evaluate(colorOf));
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.textContent()).toBe(data.title);
    const below = (await title.locator('xpath=following-sibling::*').allTextContents()).join('\n');
    const byline = `${words.by} ${authorOf(data).name}, ${authorOf(data).role} · ${longDate(data.date)} · ${readingTime(body)}`;
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
    expect(await destination(article, words.callAction)).toBe(`mailto:${site.contactEmail}`);
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

  it('sets its tables and sums so that they fit, and reaches by keyboard what scrolls', async () => {
    const shown = await page.locator('.prose table').evaluateAll((tables) =>
      tables.map((table) => ({
        sum: table.matches('.ledger'),
        name: table.querySelector('caption')?.textContent ?? table.parentElement?.ariaLabel ?? '',
        tabIndex: table.parentElement?.tabIndex,
      })),
    );
    const written = [...body.matchAll(/^```ledger (.+)$|^\|[ :|-]+\|$/gm)];
    expect(shown).toHaveLength(written.length);
    for (const [i, { sum, name, tabIndex }] of shown.entries()) {
      const caption = written[i]?.[1];
      expect(sum).toBe(caption !== undefined);
      if (sum) expect(name).toBe(caption);
      else expect([name.length > 0, tabIndex]).toEqual([true, 0]);
    }
  });

  it.each([320, 768, 1440])('at a width of %i breaks no word and ends no line in a dot', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const wrong = await page.getByRole('article').evaluate((article) => {
      const held = [...article.querySelectorAll('.unbroken')];
      const broken = held.filter((word) => word.getClientRects().length > 1);
      const left = (part: Element) => part.getBoundingClientRect().left;
      // A dot at the beginning of a line lies outside of what is shown, left of the first word.
      const dots = [...article.querySelectorAll('.dot')].filter((dot) => {
        const row = dot.closest('.dotted');
        const isFirst = row && left(dot) < left(row) + 1;
        return (
          !isFirst &&
          dot.parentElement?.previousElementSibling?.getBoundingClientRect().top !==
            dot.parentElement?.getBoundingClientRect().top
        );
      });
      return [...broken, ...dots].map(({ outerHTML }) => outerHTML);
    });
    expect(wrong).toEqual([]);
    const cutOff = await page
      .locator('.table:not(:has(tr > :nth-child(4)))')
      .evaluateAll(
        (tables) => tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(cutOff).toBe(0);
  });
});

it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  'in the time zone %s an article and every card of the list bear their own day, also after the script',
  async (timezoneId) => {
    const page = await browser.newPage({ timezoneId });
    const [first] = all;
    await page.goto(articlePath(first?.id ?? ''));
    expect(await page.locator('main time').allTextContents()).toEqual([longDate(first?.data.date ?? '')]);
    await page.goto(routes.blog);
    const days = () =>
      page
        .getByRole('article')
        .locator('time')
        .evaluateAll((times) => times.map((time) => [time.getAttribute('datetime'), time.textContent]));
    const expected = listedArticles().map(({ data }) => [data.date, shortDate(data.date)]);
    expect(await days()).toEqual(expected);

    const category = first?.data.category ?? '';
    await page.getByRole('button', { name: category }).click();
    await page.getByRole('heading', { name: list.categoryHeading.replace('{category}', category) }).waitFor();
    const chosen = all.filter(({ data }) => data.category === category);
    expect(await days()).toEqual(chosen.map(({ data }) => [data.date, shortDate(data.date)]));
  },
);

describe('reading progress', () => {
  const path = articlePath(all[0]?.id ?? '');
  const progress = (page: Page) =>
    page.locator('.article-text').evaluate((text) => {
      const bar = getComputedStyle(text, '::before');
      return bar.content === 'none' ? undefined : Number(bar.scale.split(' ')[0]);
    });
  const scrollTo = (page: Page, end: boolean) =>
    page.locator('.article-text').evaluate((text, toEnd) => {
      const { top, bottom } = text.getBoundingClientRect();
      scrollBy(0, toEnd ? bottom - innerHeight : top);
    }, end);

  it('is drawn by the style sheet alone, from the first line to the last', async () => {
    const page = await browser.open(path, { javaScriptEnabled: false });
    await scrollTo(page, false);
    await expect.poll(() => progress(page)).toBeCloseTo(0, 1);
    await scrollTo(page, true);
    await expect.poll(async () => (await progress(page)) ?? 0).toBeGreaterThan(0.97);
  });

  it('is not there for those who asked for less motion', async () => {
    const page = await browser.open(path, { reducedMotion: 'reduce' });
    expect(await progress(page)).toBeUndefined();
  });
});

const longDate = (day: string) => {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number);
  return `${months[(month ?? 0) - 1]} ${date}, ${year}`;
};
const shortDate = (day: string) => longDate(day).replace(/^(\w{3})\w*/, '$1');

/** As they are read: without what Markdown marks in them. */
const headingsOf = (body: string) =>
  [...body.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );
