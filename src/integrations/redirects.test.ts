import { expect, it } from 'vitest';
import { checkBuiltTargets, redirectFiles } from './redirects.ts';

it('files and places are checked after the build', () => {
  const pages = new Map([['services.html', '<h2 id="growth">Growth</h2>']]);
  const names = [...pages.keys(), 'feed.xml', '_astro/app.Ab12.js'];
  const check = (...entries: [from: string, to: string][]) =>
    checkBuiltTargets(
      entries.map(([from, to], i) => ({ redirect: { from, to }, line: i + 1 })),
      names,
      pages,
    );
  check(['/old', '/services#growth']);
  expect(() => check(['/feed.xml', '/services#decline'], ['/old', '/_astro/app.Ab12.js'])).toThrow(
    /line 1: `from` is ‘\/feed\.xml’, which exists.*\n.*line 1: `to` is ‘\/services#decline’.*\n.*line 2: `to` is ‘\/_astro\/app\.Ab12\.js’/,
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
