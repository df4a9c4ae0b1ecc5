import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The HTML of each Markdown text is a file of its own, beside Astro's store. The store is copied, bundled and read as
 * a whole: with 5,000 articles in it a build took a third longer and half a gigabyte more.
 */
export const htmlFile = (collection: string, id: string) =>
  `node_modules/.astro/html/${collection}/${id}.html`;

export const hasHtml = (collection: string, id: string) => existsSync(htmlFile(collection, id));

export const readHtml = (collection: string, id: string) => readFileSync(htmlFile(collection, id), 'utf8');

export function writeHtml(collection: string, id: string, html: string): void {
  writeFileSync(htmlFile(collection, id), html);
}

export const makeRoomForHtml = (collection: string) =>
  void mkdirSync(dirname(htmlFile(collection, '')), { recursive: true });
