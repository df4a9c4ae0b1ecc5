import { expect, it } from 'vitest';
import { feeds } from '../routes.ts';
import { headersByAddress, securityHeaders, transportHeaders } from '../server/http/headers.ts';
import { headerFiles } from './header-files.ts';

const home = { scripts: ["'sha256-a+/='"], styles: ["'sha256-b'"] };
const article = { scripts: [], styles: ["'sha256-c'"] };
const files = headerFiles(
  new Map([
    ['/', home],
    ['/blog/one', article],
    ['/blog/two', article],
  ]),
);
/** For servers that know no pages. */
const table = securityHeaders({ scripts: home.scripts, styles: [...home.styles, ...article.styles] });
const [hsts = ''] = Object.keys(transportHeaders);

it('gives each page of our server the policy that its own inline parts need', () => {
  const written = JSON.parse(files['headers.json'] ?? '');
  const headersOf = headersByAddress(written);
  expect(headersOf('/')).toEqual(securityHeaders(home));
  expect(headersOf('/blog/two')).toEqual(securityHeaders(article));
  expect(headersOf('/favicon.svg')).toEqual(securityHeaders({ scripts: [], styles: [] }));
  expect(Object.keys(written.policies)).toHaveLength(2);
});

it.each(Object.entries(table))('carries %s to every server, word for word', (name, value) => {
  expect(files['client/_headers']).toContain(`\n  ${name}: ${value}\n`);
  expect(files['nginx/page.conf']).toContain(`add_header ${name} "${value}" always;\n`);
  expect(files['caddy/headers.conf']).toContain(`\n  ${name} "${value}"\n`);
});

it('leaves off fonts what only a document obeys', () => {
  expect(files['nginx/font.conf']).toContain('nosniff');
  expect(files['nginx/font.conf']).not.toContain('sha256');
  expect(files['caddy/headers.conf']?.split('@others')[0]).not.toContain('sha256');
});

it('asks for HTTPS only of those who came by it', () => {
  expect(files['client/_headers']).toContain(`${hsts}: max-age=`);
  expect(files['nginx/transport.conf']).toMatch(
    /^map \$https (\$\w+) \{ on "max-age=\d+"; default ""; \}\n$/,
  );
  const [, variable = ''] = /(\$\w+) \{/.exec(files['nginx/transport.conf'] ?? '') ?? [];
  for (const name of ['nginx/page.conf', 'nginx/font.conf'])
    expect(files[name]).toContain(`add_header ${hsts} "${variable}" always;`);
  expect(files['caddy/headers.conf']).toMatch(/header @https \{\n {2}Strict-Transport-Security /);
});

it('lets static hosts keep hashed files for a year', () => {
  expect(files['client/_headers']).toMatch(
    /\n\/_astro\/\*\n {2}Cache-Control: public, max-age=31536000, immutable\n/,
  );
});

it.each(Object.entries(feeds))('gives %s the type that pages announce, on every server', (path, type) => {
  const full = `${type}; charset=utf-8`;
  expect(files['client/_headers']).toContain(`\n${path}\n  Content-Type: ${full}\n`);
  expect(files['nginx/types.conf']).toContain(`location = ${path} { types {} default_type "${full}"; }\n`);
  expect(files['caddy/types.conf']).toContain(`header ${path} Content-Type "${full}"\n`);
});

it('keeps a page as Markdown out of search engines, on every server', () => {
  expect(files['client/_headers']).toMatch(/\n\/\*\.md\n {2}X-Robots-Tag: noindex\n$/);
  expect(files['nginx/markdown.conf']).toBe('add_header X-Robots-Tag "noindex" always;\n');
  expect(files['caddy/markdown.conf']).toBe('  X-Robots-Tag "noindex"\n');
});
