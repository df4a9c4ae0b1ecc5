import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { inlineHashes, refusedAttribute } from './inline-hashes.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('hashes the exact text of every inline script and style', () => {
  const page =
    '<style>a{b:c}</style><script type="module">\n go("ü");\n</script><style media="print">d{}</style>';
  expect(inlineHashes([page])).toEqual({
    scripts: [hash('\n go("ü");\n')],
    styles: [hash('a{b:c}'), hash('d{}')].sort(),
  });
});

it('leaves scripts that are loaded by address to the policy’s own source', () => {
  const page =
    '<script type="module" src="/a.js"></script><script src=/b.js></script><script data-src="x">c()</script>';
  expect(inlineHashes([page]).scripts).toEqual([hash('c()')]);
});

it('names what several pages share once, in an order that does not depend on theirs', () => {
  const one = '<script>a()</script><script>b()</script>';
  const two = '<script>c()</script><script>a()</script>';
  expect(inlineHashes([one, two]).scripts).toHaveLength(3);
  expect(inlineHashes([one, two])).toEqual(inlineHashes([two, one]));
});

it('finds nothing in pages without any', () => {
  expect(inlineHashes(['<h1>Words</h1>'])).toEqual({ scripts: [], styles: [] });
});

it.each([
  ['<p class="a" style="color:red">', 'style'],
  ['<p>Words</p><button type="button" onclick="go()">', 'onclick'],
  ['<img alt="" onError=go()>', 'onError'],
])('finds in %s an attribute that the policy refuses', (html, attribute) => {
  expect(refusedAttribute(html)).toBe(attribute);
});

it.each([
  '<p>once=1 style=plain</p>',
  '<meta content="A page with style=sober and onset=early">',
  '<script>element.onclick = "<p style=x>"</script><style>a{}</style>',
  '<p data-style="x" class="on">',
])('finds none in %s', (html) => {
  expect(refusedAttribute(html)).toBeUndefined();
});
