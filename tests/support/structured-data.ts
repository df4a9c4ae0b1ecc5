import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { formatDay } from '../../src/lib/dates.ts';
import { routes } from '../../src/routes.ts';
import type { BuiltFirm, Firm } from './firm.ts';

export interface Node {
  '@type': string;
  '@id'?: string;
  [key: string]: unknown;
}

/** What a page tells search engines, and what it shows to people. */
export interface PageData {
  blocks: string[];
  nodes: Node[];
  /** All that can be read on it, whatever has to be opened for that; and what its head says. */
  words: string;
  title: string;
  description: string;
  canonical: string;
  picture: string;
  links: string[];
  ids: string[];
}

export async function readPageData(page: Page): Promise<PageData> {
  const read = await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      // Those that share a name would close each other.
      details.removeAttribute('name');
      details.open = true;
    }
    const head = (selector: string, attribute: string) =>
      document.head.querySelector(selector)?.getAttribute(attribute) ?? '';
    return {
      blocks: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => textContent,
      ),
      title: document.title,
      description: head('meta[name=description]', 'content'),
      canonical: head('link[rel=canonical]', 'href'),
      picture: head('meta[property="og:image"]', 'content'),
      links: [...document.links].map(({ href }) => href),
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    };
  });
  const [block = '{}'] = read.blocks;
  const words = plain((await page.locator('body').allInnerTexts()).join());
  return { ...read, words, nodes: JSON.parse(block)['@graph'] ?? [] };
}

/** Words without how they are set. */
export const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/[‘’]/g, "'");

interface Value {
  /** Under which name it stands. */
  key: string;
  value: string | number;
}

/** Every value in the data, however deep. */
function valuesIn(data: unknown, key = ''): Value[] {
  if (typeof data === 'string' || typeof data === 'number') return [{ key, value: data }];
  if (Array.isArray(data)) return data.flatMap((item) => valuesIn(item, key));
  if (typeof data !== 'object' || data === null) throw new Error(`${key} is ${data}, which says nothing.`);
  return Object.entries(data).flatMap(([name, item]) => valuesIn(item, name));
}

/** Every object in the data, however deep: those that say something, and those that only refer to another. */
function objectsIn(data: unknown): Record<string, unknown>[] {
  if (Array.isArray(data)) return data.flatMap(objectsIn);
  if (typeof data !== 'object' || data === null) return [];
  return [data as Record<string, unknown>, ...Object.values(data).flatMap(objectsIn)];
}

/** What is neither an address nor a day is words, and has to be read on the page. */
const kinds = {
  structure: ['@context', '@type'],
  ids: ['@id'],
  addresses: ['url', 'item', 'logo', 'image', 'sameAs'],
  days: ['datePublished', 'dateModified'],
  numbers: ['position'],
};
const noWords = Object.values(kinds).flat();
const valuesOf = (nodes: Node[], keys: string[]) => valuesIn(nodes).filter(({ key }) => keys.includes(key));

/** What is more than a page. */
const types: Record<string, string> = {
  [routes.about]: 'AboutPage',
  [routes.contact]: 'ContactPage',
  [routes.faq]: 'FAQPage',
  [routes.blog]: 'CollectionPage',
  [routes.caseStudies]: 'CollectionPage',
};

export const one = ({ nodes }: PageData, type: string): Node | undefined =>
  nodes.find((node) => node['@type'] === type);

/** One block of data, in which each part is once and refers to the others. */
export function expectWhole({ blocks, nodes }: PageData): void {
  expect(blocks).toHaveLength(1);
  expect(JSON.parse(blocks[0] ?? '')).toEqual({ '@context': 'https://schema.org', '@graph': nodes });
  expect(nodes.map((node) => node['@type'])).toEqual(expect.arrayContaining(['Organization', 'WebSite']));
  const objects = objectsIn(nodes);
  const ids = objects.flatMap((object) => ('@type' in object ? (object['@id'] ?? []) : []));
  expect(new Set(ids).size).toBe(ids.length);
  const references = objects.filter((object) => !('@type' in object));
  expect(references.length).toBeGreaterThan(1);
  for (const reference of references) {
    expect(Object.keys(reference)).toEqual(['@id']);
    expect(ids).toContain(reference['@id']);
  }
}

/** Nothing is said that cannot be read on the page. */
export function expectShown({ nodes, words, title, description }: PageData): void {
  const sources = [words, plain(title), plain(description)];
  const said = valuesIn(nodes).filter(({ key }) => !noWords.includes(key));
  expect(said.length).toBeGreaterThan(3);
  expect(said.filter(({ value }) => !sources.some((text) => text.includes(plain(String(value)))))).toEqual(
    [],
  );
  for (const { value } of valuesOf(nodes, kinds.days))
    expect(words).toContain(formatDay(String(value), 'long'));
  for (const { itemListElement = [] } of objectsIn(nodes) as { itemListElement?: { position: number }[] }[])
    expect(itemListElement.map(({ position }) => position)).toEqual(itemListElement.map((_, i) => i + 1));
}

/** The page is described as its head describes it, under its own address. */
export function expectDescribed(data: PageData, path: string, firmName: string): void {
  const [page, ...others] = data.nodes.filter((node) => node['@type'].endsWith('Page'));
  expect(others).toEqual([]);
  expect(page).toMatchObject({ '@id': data.canonical, url: data.canonical, description: data.description });
  expect(`${page?.name} | ${firmName}`).toBe(data.title);
  expect(page?.['@type']).toBe(types[path] ?? (isList(path) ? 'CollectionPage' : 'WebPage'));
}

const isList = (path: string) => /^\/blog\/(page|category)\//.test(path);

/** It is found on the way from the home page, unless it is that. */
export function expectTrail(data: PageData, path: string): void {
  const steps = path.startsWith(`${routes.blog}/`) ? [routes.home, routes.blog, path] : [routes.home, path];
  const trail = one(data, 'BreadcrumbList')?.itemListElement as { item: string }[] | undefined;
  expect(trail?.map(({ item }) => new URL(item).pathname)).toEqual(path === routes.home ? undefined : steps);
}

/** Every address in the data is there, and another site's is linked on the page. */
export async function expectAddresses(
  { nodes, links, ids }: PageData,
  path: string,
  { site, url: served }: Firm & BuiltFirm,
): Promise<void> {
  const linked = links.map((href) => new URL(href).href);
  for (const { key, value } of valuesOf(nodes, [...kinds.addresses, ...kinds.ids])) {
    const { href, origin, pathname, hash } = new URL(String(value));
    if (origin !== site.url) {
      expect(linked).toContain(href);
      continue;
    }
    // Each of ours has one form, as the head, the sitemap and the feeds know it.
    expect(value, key).toBe(href);
    if (pathname !== path) expect((await fetch(served + pathname)).status, pathname).toBe(200);
    else if (key !== '@id' && hash) expect(ids).toContain(hash.slice(1));
  }
}
