import type { Page } from 'playwright-core';

export interface Node {
  '@type': string;
  '@id'?: string;
  [key: string]: unknown;
}

/** What a page tells search engines, and what it shows to people. */
export interface Told {
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

export async function readTold(page: Page): Promise<Told> {
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

export interface Value {
  /** Under which name it stands. */
  key: string;
  value: string | number;
}

/** Every value in the data, however deep. */
export function valuesIn(data: unknown, key = ''): Value[] {
  if (typeof data === 'string' || typeof data === 'number') return [{ key, value: data }];
  if (Array.isArray(data)) return data.flatMap((item) => valuesIn(item, key));
  if (typeof data !== 'object' || data === null) throw new Error(`${key} is ${data}, which says nothing.`);
  return Object.entries(data).flatMap(([name, item]) => valuesIn(item, name));
}

/** Every object in the data, however deep: those that say something, and those that only refer to another. */
export function objectsIn(data: unknown): Record<string, unknown>[] {
  if (Array.isArray(data)) return data.flatMap(objectsIn);
  if (typeof data !== 'object' || data === null) return [];
  return [data as Record<string, unknown>, ...Object.values(data).flatMap(objectsIn)];
}
