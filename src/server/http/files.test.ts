import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { GONE, loadFiles, NOT_FOUND } from './files.ts';

it('the files of a built site stand under their addresses, with their types, and what has no known type does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  const files = [
    ...['index.html', 'about.html', 'blog.html', 'blog/the-trust-index.html', 'docs/index.html', '404.html'],
    ...['410.html', '503.html', 'about.html.br', 'about.html.gz', 'favicon.svg', 'robots.txt'],
    ...['_headers', '_redirects', 'secret.env', '_astro/app.Ab12.js', '_astro/font.Cd34.woff2'],
  ];
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  const loaded = loadFiles(folder);
  rmSync(folder, { recursive: true });
  const html = 'text/html; charset=utf-8';
  expect(Object.fromEntries([...loaded].map(([address, { type }]) => [address, type]))).toEqual({
    '/': html,
    '/about': html,
    '/blog': html,
    '/blog/the-trust-index': html,
    '/docs': html,
    '/favicon.svg': 'image/svg+xml; charset=utf-8',
    '/robots.txt': 'text/plain; charset=utf-8',
    '/_astro/app.Ab12.js': 'text/javascript; charset=utf-8',
    '/_astro/font.Cd34.woff2': 'font/woff2',
    [NOT_FOUND]: html,
    [GONE]: html,
  });
  // Nobody can ask for these by name.
  expect([NOT_FOUND, GONE].filter((address) => address.startsWith('/'))).toEqual([]);
});
