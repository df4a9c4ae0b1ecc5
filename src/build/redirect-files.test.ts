import { describe, expect, it } from 'vitest';
import { redirectFiles } from './redirect-files.ts';

const table = [
  { from: '/old', to: '/services#growth' },
  { from: '/shop.html', to: 'https://shop.example/' },
  { from: '/withdrawn', gone: true as const },
];
const linesOf = (text = '') => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

it('hands our server the table as it is', () => {
  expect(JSON.parse(redirectFiles(table)['redirects.json'] ?? '')).toEqual(table);
});

describe('static hosts', () => {
  it('get a line for each address, with a slash and without', () => {
    expect(linesOf(redirectFiles(table)['client/_redirects'])).toEqual([
      '/old /services#growth 308',
      '/old/ /services#growth 308',
      '/shop.html https://shop.example/ 308',
      '/shop.html/ https://shop.example/ 308',
      '/withdrawn /410.html 410',
      '/withdrawn/ /410.html 410',
    ]);
  });

  it('are told which of them does not know 410, where it matters', () => {
    expect(redirectFiles(table)['client/_redirects']).toMatch(/^# .*Cloudflare Pages.*404/m);
    expect(redirectFiles(table.slice(0, 2))['client/_redirects']).not.toContain('Cloudflare');
  });
});

it('nginx passes the query on before the place, and refuses to be written to', () => {
  const text = redirectFiles(table)['nginx/redirects.conf'] ?? '';
  const answerAt = (path: string) =>
    text
      .split('location = ')
      .find((block) => block.startsWith(`${path} {`))
      ?.replace(/\s+/g, ' ');
  const refusal = 'if ($is_written) { return 405; }';
  for (const path of ['/old', '/old/'])
    expect(answerAt(path)).toBe(`${path} { ${refusal} return 308 "/services$is_args$args#growth"; } `);
  expect(answerAt('/shop.html')).toContain('return 308 "https://shop.example/$is_args$args";');
  expect(answerAt('/withdrawn/')).toContain(`${refusal} return 410;`);
  // One header of its own would take all others off a location.
  expect(text).not.toContain('add_header');
});

it('Caddy looks every address up in one map', () => {
  const text = redirectFiles(table)['caddy/redirects.conf'] ?? '';
  expect(linesOf(text).slice(1, 7)).toEqual([
    '  /old "/services" "#growth"',
    '  /old/ "/services" "#growth"',
    '  /shop.html "https://shop.example/" ""',
    '  /shop.html/ "https://shop.example/" ""',
    '  /withdrawn "410" ""',
    '  /withdrawn/ "410" ""',
  ]);
});

it('an empty table gives files that say nothing', () => {
  const { 'redirects.json': ours = '', ...others } = redirectFiles([]);
  expect(JSON.parse(ours)).toEqual([]);
  expect(Object.keys(others)).toHaveLength(3);
  for (const text of Object.values(others)) {
    expect(text).toMatch(/^# .*content\/redirects\.yaml/);
    expect(linesOf(text)).toEqual([]);
  }
});
