import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

export interface StoredFile {
  type: string;
  etag: string;
  cacheControl: string;
  body: Buffer;
  /** Only where it is smaller. */
  brotli?: Buffer;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const COMPRESSIBLE = /^text|json|xml|svg/;

/**
 * Reads the built site into memory under the address of each file: pages without .html. Requests are answered
 * from this map alone, so no path can leave the folder.
 */
export function loadFiles(folder: string): ReadonlyMap<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(name)];
    if (!type) continue;
    const path = `/${name.replaceAll('\\', '/')}`;
    files.set(addressOf(path), storedFile(readFileSync(join(folder, name)), type, path));
  }
  return files;
}

/** Kept apart from the pages: it is an answer, not an address. */
export const NOT_FOUND = '404';

function addressOf(path: string): string {
  if (path === '/404.html') return NOT_FOUND;
  return path.replace(/\/index\.html$/, '').replace(/\.html$/, '') || '/';
}

function storedFile(body: Buffer, type: string, path: string): StoredFile {
  const brotli = COMPRESSIBLE.test(type)
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    : undefined;
  return {
    type,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    cacheControl: path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(brotli && brotli.length < body.length && { brotli }),
  };
}
