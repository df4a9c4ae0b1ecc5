import { expect, it } from 'vitest';
import { feeds } from '../routes.ts';
import { securityHeaders, transportHeaders } from '../server/http/headers.ts';
import { headerFiles } from './header-files.ts';

const home = { scripts: ["'sha256-a+/='"], styles: ["'sha256-b'"] };
const article = { scripts: [], styles: ["'sha256-c'"] };
const pages = { '/': home, '/blog/one': article, '/blog/two': article };
const files = headerFiles(new Map(Object.entries(pages)));

it('a static host, which knows no pages, sends the same for all of them', () => {
  const hosted = files['client/_headers'];
  const inline = { scripts: home.scripts, styles: [...home.styles, ...article.styles] };
  for (const [name, value] of Object.entries({ ...securityHeaders(inline), ...transportHeaders }))
    expect(hosted).toContain(`\n  ${name}: ${value}\n`);
  expect(hosted).toContain('\n/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n');
  for (const [path, type] of Object.entries(feeds))
    expect(hosted).toContain(`\n${path}\n  Content-Type: ${type}; charset=utf-8\n`);
  expect(hosted).toContain('\n/*.md\n  X-Robots-Tag: noindex\n');
});
