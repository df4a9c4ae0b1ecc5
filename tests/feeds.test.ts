import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { sitePages } from '../src/content/site-pages.ts';
import { formatDay } from '../src/lib/dates.ts';
import { FEED_ARTICLES } from '../src/lib/feed.ts';
import { momentOf } from '../src/lib/publication.ts';
import {
  articlePath,
  jsonFeedPath,
  llmsPath,
  markdownPath,
  robotsPath,
  rssPath,
  securityTxtPath,
  sitemapPath,
} from '../src/routes.ts';
import { listPagesIn } from './support/generated-articles.ts';
import { articles, authorOf, built, content, everyRoute, site, url, wordsOf } from './support/other-firm.ts';

const DAY = 24 * 60 * 60 * 1000;
const get = async (path: string) => {
  const response = await fetch(url + path);
  expect(response.status).toBe(200);
  return {
    text: await response.text(),
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
  };
};
const xml = (text: string) =>
  new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'application/xml');
const newest = () => articles().slice(0, FEED_ARTICLES);
/** Addresses in a text that only our own pages could resolve. */
const relative = (html: string) =>
  html.match(/(?:href|src)="(?!https?:|mailto:)[^"]*"|srcset="\/[^"]*"/g) ?? [];
const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;|&#\d+;/g, '')
    .replace(/\W+/g, '');
/** As an author wrote it, without what Markdown makes of it. */
const lastWords = (body = '') =>
  words(
    body
      .trim()
      .split(/\n{2,}/)
      .findLast((paragraph) => /^\w/.test(paragraph))
      ?.replace(/[[\]*_`>#]|\([^)]*\)/g, '') ?? '',
  ).slice(-40);

describe('the RSS feed', () => {
  it('names itself and holds the newest articles, each whole, with addresses that work anywhere', async () => {
    const { text, type } = await get(rssPath);
    expect(type).toBe('application/rss+xml; charset=utf-8');
    const document = xml(text);
    const [channel] = document.getElementsByTagName('channel');
    for (const name of ['title', 'link', 'description', 'language'])
      expect(channel?.getElementsByTagName(name)[0]?.textContent).toMatch(/\S/);
    const [self] = document.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'link');
    expect(self?.getAttribute('href')).toBe(site.url + rssPath);
    const items = [...document.getElementsByTagName('item')];
    const of = (item: (typeof items)[number], name: string) =>
      item.getElementsByTagName(name)[0]?.textContent ?? '';
    expect(items.map((item) => of(item, 'link'))).toEqual(
      newest().map(({ id }) => site.url + articlePath(id)),
    );
    expect(new Set(items.map((item) => of(item, 'guid'))).size).toBe(items.length);
    for (const [i, item] of items.entries()) {
      const { data, body } = newest()[i] ?? {};
      expect(of(item, 'title')).toBe(data?.title);
      expect(Date.parse(of(item, 'pubDate'))).toBe(momentOf(data?.date ?? ''));
      const html = of(item, 'content:encoded');
      expect(words(html)).toContain(lastWords(body));
      expect(relative(html)).toEqual([]);
    }
  });
});

describe('the JSON feed', () => {
  it('follows version 1.1', async () => {
    const { text, type } = await get(jsonFeedPath);
    expect(type).toBe('application/feed+json; charset=utf-8');
    const feed = JSON.parse(text) as Record<string, unknown> & { items: Record<string, unknown>[] };
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: expect.stringMatching(/\S/),
      feed_url: site.url + jsonFeedPath,
    });
    expect(feed.items.map(({ url }) => url)).toEqual(newest().map(({ id }) => site.url + articlePath(id)));
    for (const [i, item] of feed.items.entries()) {
      expect(item.id).toBe(item.url);
      expect(item.authors).toEqual([{ name: expect.stringMatching(/\S/) }]);
      // RFC 3339.
      expect(item.date_published).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
      expect(words(String(item.content_html))).toContain(lastWords(newest()[i]?.body));
      expect(relative(String(item.content_html))).toEqual([]);
    }
  });
});

describe('the sitemap', () => {
  it('names every page, and no day that is not yet over', async () => {
    const { text } = await get(sitemapPath);
    const document = xml(text);
    expect(document.documentElement?.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    const found = [...document.getElementsByTagName('loc')].map(({ textContent }) => textContent);
    const all = new Set([...everyRoute(), ...listPagesIn(built(''))].map((path) => site.url + path));
    expect(found.sort()).toEqual([...all].sort());
    for (const { textContent } of document.getElementsByTagName('lastmod')) {
      expect(textContent).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(Date.parse(textContent ?? '')).toBeLessThanOrEqual(Date.now());
    }
  });

  it('follows every file whose words a page shows', async () => {
    const { pages, services, 'case-studies': studies, people, faq, claims } = content;
    // What several files say, or chance may repeat, tells nothing of a file.
    const screens = Object.entries(pages)
      .filter(([name]) => name !== 'shared')
      .map(([name, data]) => ({ file: `content/pages/${name}.yaml`, data }));
    const texts = [screens, services, studies, people, faq, claims]
      .flat()
      .flatMap(({ file, data }) => sentencesIn(data).map((text) => ({ file, text })));
    const isUnique = ({ file, text }: { file: string; text: string }) =>
      !texts.some((other) => other.file !== file && other.text.includes(text));
    const unique = texts.filter(isUnique);
    for (const [name, { path, madeOf }] of Object.entries(sitePages)) {
      if (!everyRoute().includes(path)) continue;
      const shown = words(/<main\b[^>]*>([\s\S]*)<\/main>/.exec((await get(path)).text)?.[1] ?? '');
      const seen = unique.filter(({ text }) => shown.includes(text)).map(({ file }) => file);
      expect(seen.length, path).toBeGreaterThan(1);
      const followed = [`content/pages/${name}.yaml`, ...madeOf];
      const isFollowed = (file: string) => followed.some((one) => file === one || file.startsWith(`${one}/`));
      expect(new Set(seen.filter((file) => !isFollowed(file))), path).toEqual(new Set());
    }
  });

  it('is where robots look for it', async () => {
    const { text } = await get(robotsPath);
    expect(text).toContain(`\nSitemap: ${site.url}${sitemapPath}\n`);
    expect(text).not.toContain('Disallow: /');
  });
});

it('says where to report a security hole, for less than a year (RFC 9116)', async () => {
  const { text, type } = await get(securityTxtPath);
  expect(type).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe(`mailto:${site.securityEmail}`);
  expect(fields.get('Canonical')).toBe(site.url + securityTxtPath);
  const left = Date.parse(fields.get('Expires') ?? '') - Date.now();
  expect(left).toBeGreaterThan(300 * DAY);
  expect(left).toBeLessThan(365 * DAY);
});

function sentencesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').length >= 6 ? [words(value)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesIn) : [];
}

/** Articles and legal texts are written in Markdown. */
const texts = () => {
  // Once: each look reads the file again.
  const { by, revised } = wordsOf('blog').article;
  const label = wordsOf('shared').legal.changed;
  const line = (start: string, day: string) => `${start}${formatDay(day, 'long')}`;
  return new Map([
    ...articles().map(({ id, data, body }) => {
      const changed = data.updated ? line(` · ${revised} `, data.updated) : '';
      const date = `${line(`${by} ${authorOf(data).name} · `, data.date)}${changed}`;
      return [articlePath(id), { title: data.title, date, body }] as const;
    }),
    ...content.legal.map(({ id, data, body }) => {
      const date = line(`${label} `, data.changed);
      return [`/${id}`, { title: data.title, date, body }] as const;
    }),
  ]);
};

describe('a text as Markdown', () => {
  it.each(everyRoute().filter((path) => !path.includes('generated-')))('%s', async (path) => {
    const page = (await get(path)).text;
    for (const feed of [rssPath, jsonFeedPath]) {
      const [, announced] = new RegExp(`type="([^"]*)" href="${feed}"`).exec(page) ?? [];
      expect((await get(feed)).type).toBe(`${announced}; charset=utf-8`);
    }
    const [, address] = /<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(page) ?? [];
    const text = texts().get(path);
    if (!text) {
      expect(address).toBeUndefined();
      expect((await fetch(url + markdownPath(path === '/' ? '/index' : path))).status).toBe(404);
      return;
    }
    expect(address).toBe(markdownPath(path));
    const { text: markdown, type, headers } = await get(markdownPath(path));
    expect(type).toBe('text/markdown; charset=utf-8');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(markdown.startsWith(`# ${text.title}\n\n`)).toBe(true);
    expect(markdown).toContain(`\n\n${text.date}\n\n`);
    expect(markdown).not.toMatch(/\]\(\//);
    expect(words(markdown)).toContain(words(text.body?.replaceAll('](/', `](${site.url}/`) ?? '?'));
  });

  it('is listed for programs beside the other pages, each with its description', async () => {
    const { text } = await get(llmsPath);
    const listed = [...text.matchAll(/^- \[.+\]\((\S+)\): \S/gm)].map(([, url]) => url);
    const addressOf = (path: string) => site.url + (texts().has(path) ? markdownPath(path) : path);
    expect(listed.sort()).toEqual(everyRoute().map(addressOf).sort());
    expect(text.startsWith(`# ${site.name}\n`)).toBe(true);
  });
});
