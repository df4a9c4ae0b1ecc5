import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GONE, loadFiles, NOT_FOUND, type StoredFile } from './files.ts';

const page = '<!doctype html><title>Words</title>'.repeat(20);
const noise = Buffer.from(Array.from({ length: 400 }, (_, i) => (i * i * 7919) % 256));
const contents: Record<string, string | Buffer> = {
  'index.html': page,
  'about.html': `${page}about`,
  'blog.html': page,
  'blog/first.html': page,
  'blog/the-trust-index.html': page,
  'docs/index.html': page,
  '404.html': `${page}404`,
  '410.html': `${page}410`,
  '413.html': `${page}413`,
  '503.html': `${page}503`,
  'about.html.br': 'smaller',
  'about.html.gz': 'small',
  'favicon.svg': '<svg/>',
  'robots.txt': 'x',
  _headers: 'for another host',
  _redirects: 'for another host',
  'secret.env': 'KEY=1',
  '_astro/app.Ab12.js': 'let a = 1;'.repeat(50),
  '_astro/font.Cd34.woff2': noise,
};

let folder: string;
let files: ReadonlyMap<string, StoredFile>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  files = loadFiles(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the files of a built site', () => {
  it('stand under their addresses, pages without .html', () => {
    expect([...files.keys()].sort()).toEqual(
      [
        '/',
        '/about',
        '/blog',
        '/blog/first',
        '/blog/the-trust-index',
        '/docs',
        NOT_FOUND,
        GONE,
        '/favicon.svg',
        '/robots.txt',
        '/_astro/app.Ab12.js',
        '/_astro/font.Cd34.woff2',
      ].sort(),
    );
  });

  it.each([NOT_FOUND, GONE])('keep the %s page apart from every address', (answer) => {
    expect(answer).not.toMatch(/^\//);
    expect(files.get(answer)?.body.toString()).toBe(contents[`${answer}.html`]);
  });

  it('leave out what has no known type', () => {
    expect(files.has('/_headers')).toBe(false);
    expect(files.has('/_redirects')).toBe(false);
    expect(files.has('/secret.env')).toBe(false);
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/_astro/app.Ab12.js', 'text/javascript; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/_astro/font.Cd34.woff2', 'font/woff2'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ])('%s has the type %s', (path, type) => {
    expect(files.get(path)?.type).toBe(type);
  });

  it('bring the compressed forms that lie beside them, which have no address of their own', () => {
    expect(files.get('/about')?.encoded).toEqual({ br: Buffer.from('smaller'), gzip: Buffer.from('small') });
    expect(files.get('/')?.encoded).toEqual({});
  });

  it('may be kept for ever when their name holds a hash, and are asked for again otherwise', () => {
    expect(files.get('/_astro/app.Ab12.js')?.cacheControl).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/favicon.svg', NOT_FOUND])
      expect(files.get(path)?.cacheControl).toBe('no-cache');
  });
});
