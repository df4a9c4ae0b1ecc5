import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { filesBelow } from '../../lib/files-below.ts';
import { feeds } from '../../routes.ts';

/** Content codings and the ending of the file that the build lays beside the original, smallest first. */
export const codings = { br: '.br', gzip: '.gz' } as const;

export type Coding = keyof typeof codings;

export interface StoredFile {
  type: string;
  body: Buffer;
  /** Only where the build found them smaller. */
  encoded: Partial<Record<Coding, Buffer>>;
}

export const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.woff2': 'font/woff2',
};

/** What an ending cannot tell, by address. */
export const typesByAddress: Record<string, string> = Object.fromEntries(
  Object.entries(feeds).map(([address, type]) => [address, `${type}; charset=utf-8`]),
);

/** Text is what gains by compression; pictures and fonts are compressed already, and Markdown is asked for by few. */
export const isCompressed = (name: string) =>
  !name.endsWith('.md') && (types[extname(name)]?.endsWith('charset=utf-8') ?? false);

/**
 * Reads the built site into memory under the address of each file: pages without .html. Requests are answered
 * from this map alone, so no path can leave the folder.
 */
export function loadFiles(folder: string): ReadonlyMap<string, StoredFile> {
  const names = new Set(filesBelow(folder));
  const files = new Map<string, StoredFile>();
  for (const name of names) {
    const address = addressOf(name);
    const type = typesByAddress[address] ?? types[extname(name)];
    if (!type || address === OF_PROXY) continue;
    const encoded: StoredFile['encoded'] = {};
    for (const [coding, ending] of Object.entries(codings) as [Coding, string][])
      if (names.has(name + ending)) encoded[coding] = readFileSync(join(folder, name + ending));
    files.set(address, { type, body: readFileSync(join(folder, name)), encoded });
  }
  return files;
}

/** Kept apart from the pages: they are answers, not addresses. */
export const NOT_FOUND = '404';
export const GONE = '410';

/** The answer of the proxy in front of ours where no process answers. */
const OF_PROXY = '503';

/** The folder whose file names follow their content. */
export const HASHED = '/_astro/';
export const FOREVER = 'public, max-age=31536000, immutable';

/** Where a file of the folder is found. */
export function addressOf(name: string): string {
  const path = `/${name.replaceAll('\\', '/')}`;
  const answer = [NOT_FOUND, GONE, OF_PROXY].find((status) => path === `/${status}.html`);
  if (answer) return answer;
  return path.replace(/\/index\.html$/, '').replace(/\.html$/, '') || '/';
}
