import { extname } from 'node:path';
import { feeds } from '../../routes.ts';

/** Content codings and the ending of the file that the build lays beside the original, smallest first. */
export const codings = { br: '.br', gzip: '.gz' } as const;

export const HTML = 'text/html; charset=utf-8';
export const TEXT = 'text/plain; charset=utf-8';

/** What is served, by the ending of the file. */
export const types: Record<string, string> = {
  '.html': HTML,
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': TEXT,
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

/** The folder whose file names follow their content. */
export const HASHED = '/_astro/';
export const FOREVER = 'public, max-age=31536000, immutable';

/** Pages that are answers, not addresses: their names have no slash, so no request can reach them. */
export const NOT_FOUND = '404';
export const GONE = '410';
/** The proxy in front sends this one where no process answers. */
const UNAVAILABLE = '503';

export function addressOf(name: string): string {
  const path = `/${name.replaceAll('\\', '/')}`;
  const answer = [NOT_FOUND, GONE, UNAVAILABLE].find((status) => path === `/${status}.html`);
  return answer ?? (path.replace(/\/index\.html$/, '').replace(/\.html$/, '') || '/');
}
