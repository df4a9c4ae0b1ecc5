import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkedRedirects, redirectFiles } from './redirects.ts';

it('what only the build can tell is checked when it is done', () => {
  const root = mkdtempSync(join(tmpdir(), 'redirects of '));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'content'));
  const pages = new Map([['services.html', '<h2 id="growth">Growth</h2>']]);
  const names = [...pages.keys(), 'feed.xml', '_astro/app.Ab12.js'];
  const tableOf = (...entries: [from: string, to: string][]) => {
    const lines = entries.map(([from, to]) => `- from: ${from}\n  to: ${to}\n`);
    writeFileSync(join(root, 'content/redirects.yaml'), lines.join(''));
    return checkedRedirects(root, names, pages);
  };
  expect(tableOf(['/old', '/services#growth'])).toEqual([{ from: '/old', to: '/services#growth' }]);
  expect(() => tableOf(['/feed.xml', '/services#decline'], ['/old', '/_astro/app.Ab12.js'])).toThrow(
    /line 1: `from` is ‘\/feed\.xml’, which exists.*\n.*line 1: `to` is ‘\/services#decline’.*\n.*line 3: `to` is ‘\/_astro\/app\.Ab12\.js’/,
  );
});

it('static hosts get each line with a slash at the end and without', () => {
  const table = redirectFiles([
    { from: '/old', to: '/services#growth' },
    { from: '/withdrawn', gone: true },
  ]);
  const lines = table['client/_redirects'].split('\n');
  expect(lines.filter((line) => line.startsWith('/'))).toEqual([
    '/old /services#growth 308',
    '/old/ /services#growth 308',
    '/withdrawn /410.html 410',
    '/withdrawn/ /410.html 410',
  ]);
});
