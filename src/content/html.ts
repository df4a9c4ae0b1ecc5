import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const folderOf = (collection: string) => `node_modules/.astro/html/${collection}`;

/**
 * The HTML of each Markdown text is a file of its own, beside Astro's store. The store is copied, bundled and read as
 * a whole: with 5,000 articles in it a build took a third longer and half a gigabyte more. Its name holds the digest of
 * the text: a build and `npm run dev` have a store each, and one must not take what the other made of another text.
 */
const htmlFile = (collection: string, id: string, digest: string) =>
  `${folderOf(collection)}/${id}.${digest}.html`;

export const hasHtml = (collection: string, id: string, digest: string) =>
  existsSync(htmlFile(collection, id, digest));

export const readHtml = (collection: string, id: string, digest: string) =>
  readFileSync(htmlFile(collection, id, digest), 'utf8');

export function writeHtml(collection: string, id: string, digest: string, html: string): void {
  writeFileSync(htmlFile(collection, id, digest), html);
}

export const makeRoomForHtml = (collection: string) =>
  void mkdirSync(folderOf(collection), { recursive: true });

/** Of each text that is there, only what it says now is kept. */
export function dropOtherHtml(collection: string, digests: ReadonlySet<string>): void {
  for (const name of readdirSync(folderOf(collection)))
    if (!digests.has(name.split('.')[1] ?? '')) rmSync(`${folderOf(collection)}/${name}`);
}
