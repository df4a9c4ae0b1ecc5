import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { feeds } from '../routes.ts';
import { securityHeaders, transportHeaders } from '../server/http/headers.ts';
import { headerFiles, inlineHashes, refusal } from './page-headers.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it.each<[html: string, scripts: string[], styles: string[]]>([
  ['<h1>Words</h1>', [], []],
  ['<style>a{b:c}</style><style media="print">d{}</style>', [], ['a{b:c}', 'd{}']],
  ['<script type="module">\n go("ü");\n</script>', ['\n go("ü");\n'], []],
  // Those with an address are the policy's own; what no browser runs needs nothing.
  ['<script type="module" src="/a.js"></script><script src=/b.js></script>', [], []],
  ['<script type="application/ld+json">{"a":1}</script>', [], []],
  ['<script type="module" data-type="application/ld+json">c()</script>', ['c()'], []],
])('the policy has the exact text of what runs in %s', (html, scripts, styles) => {
  expect(inlineHashes(html)).toEqual({ scripts: scripts.map(hash), styles: styles.map(hash).sort() });
});

it.each([
  ['<p class="a" style="color:red">', 'style'],
  ['<p>Words</p><button type="button" onclick="go()">', 'onclick'],
  ['<img alt="" onError=go()>', 'onError'],
])('a build with %s stops, and says what to use', (html, attribute) => {
  expect(refusal('about.html', html)).toBe(
    `about.html has the attribute \`${attribute}\`, which the Content-Security-Policy refuses. ` +
      'Use a class for a style, and a listener in an island for a handler.',
  );
});

it.each([
  '<p>once=1 style=plain</p>',
  '<meta content="A page with style=sober and onset=early">',
  '<style>a{}</style><script src="/a.js"></script>',
  '<script type="application/ld+json">{"a":1}</script>',
  '<p data-style="x" class="on">',
])('a build with %s goes on', (html) => expect(refusal('about.html', html)).toBeUndefined());

it('a build with a script that is not allowed stops, and gives the hash that would allow it', () => {
  const script = '\n  count("visit"); // <p style=x>\n';
  expect(refusal('blog/first.html', `<p>Words</p><script async>${script}</script>`)).toBe(
    'blog/first.html has an inline script that is not allowed: `count("visit"); // <p style=x>`. ' +
      `If it is ours, add "${hash(script)}" to inlineScripts in src/server/http/headers.ts; if not, remove it.`,
  );
});

it('a static host sends one policy for all pages', () => {
  const home = { scripts: ["'sha256-a+/='"], styles: ["'sha256-b'"] };
  const article = { scripts: [], styles: ["'sha256-c'"] };
  const pages = new Map(Object.entries({ '/': home, '/blog/one': article, '/blog/two': article }));
  const hosted = headerFiles(pages)['client/_headers'];
  const inline = { scripts: home.scripts, styles: [...home.styles, ...article.styles] };
  for (const [name, value] of Object.entries({ ...securityHeaders(inline), ...transportHeaders }))
    expect(hosted).toContain(`\n  ${name}: ${value}\n`);
  expect(hosted).toContain('\n/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n');
  for (const [path, type] of Object.entries(feeds))
    expect(hosted).toContain(`\n${path}\n  Content-Type: ${type}; charset=utf-8\n`);
  expect(hosted).toContain('\n/*.md\n  X-Robots-Tag: noindex\n');
});
