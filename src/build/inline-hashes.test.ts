import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { inlineScripts } from '../server/http/headers.ts';
import { allOf, inlineHashes, refusal } from './inline-hashes.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('hashes the exact text of every inline script and style', () => {
  const page =
    '<style>a{b:c}</style><script type="module">\n go("ü");\n</script><style media="print">d{}</style>';
  expect(inlineHashes(page)).toEqual({
    scripts: [hash('\n go("ü");\n')],
    styles: [hash('a{b:c}'), hash('d{}')].sort(),
  });
});

it('leaves scripts that are loaded by address to the policy’s own source', () => {
  const page =
    '<script type="module" src="/a.js"></script><script src=/b.js></script><script data-src="x">c()</script>';
  expect(inlineHashes(page).scripts).toEqual([hash('c()')]);
});

it('leaves alone what no browser runs, so that no page gets a policy of its own for it', () => {
  const page = '<script type="application/ld+json">{"a":1}</script>';
  expect(inlineHashes(page).scripts).toEqual([]);
  expect(refusal('about.html', page)).toBeUndefined();
  expect(inlineHashes(`${page}<script>c()</script>`).scripts).toEqual([hash('c()')]);
  expect(refusal('about.html', `${page}<script>c()</script>`)).toContain('`c()`');
  const disguised = '<script type="module" data-type="application/ld+json">c()</script>';
  expect(inlineHashes(disguised).scripts).toEqual([hash('c()')]);
});

it('names what several pages share once, in an order that does not depend on theirs', () => {
  const one = inlineHashes('<script>a()</script><script>b()</script><style>a{}</style>');
  const two = inlineHashes('<script>c()</script><script>a()</script>');
  expect(allOf([one, two])).toEqual({
    scripts: [hash('a()'), hash('b()'), hash('c()')].sort(),
    styles: [hash('a{}')],
  });
  expect(allOf([one, two])).toEqual(allOf([two, one]));
});

it('finds nothing in pages without any', () => {
  expect(inlineHashes('<h1>Words</h1>')).toEqual({ scripts: [], styles: [] });
});

it.each([
  ['<p class="a" style="color:red">', 'style'],
  ['<p>Words</p><button type="button" onclick="go()">', 'onclick'],
  ['<img alt="" onError=go()>', 'onError'],
])('refuses %s for its attribute, and says what to use', (html, attribute) => {
  expect(refusal('about.html', html)).toBe(
    `about.html has the attribute \`${attribute}\`, which the Content-Security-Policy refuses. ` +
      'Use a class for a style, and a listener in an island for a handler.',
  );
});

it.each([
  '<p>once=1 style=plain</p>',
  '<meta content="A page with style=sober and onset=early">',
  '<style>a{}</style><script src="/a.js"></script>',
  '<p data-style="x" class="on">',
])('refuses nothing in %s', (html) => {
  expect(refusal('about.html', html)).toBeUndefined();
});

it('refuses a script that nobody has allowed, and tells the hash that would', () => {
  const html = '<p>Words</p><script async>\n  count("visit");\n</script>';
  expect(refusal('blog/first.html', html)).toBe(
    'blog/first.html has an inline script that nobody has allowed: `count("visit");`. ' +
      `If it is ours, add "${hash('\n  count("visit");\n')}" to inlineScripts in src/server/http/headers.ts; ` +
      'if not, remove it.',
  );
});

it('does not take what a script says for an attribute', () => {
  const html = '<script>element.onclick = "<p style=x>"</script><style>a{}</style>';
  expect(refusal('about.html', html)).toContain('an inline script that nobody has allowed');
});

it('knows every allowed script by a whole hash, and none twice', () => {
  const hashes = Object.values(inlineScripts);
  expect(hashes.length).toBeGreaterThan(0);
  for (const value of hashes) expect(value).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
  expect(new Set(hashes).size).toBe(hashes.length);
});
