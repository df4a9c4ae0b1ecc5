import { expect, it } from 'vitest';
import { finishMarkup, PICTURE, pictureOf } from './markup.ts';

const words = { newTab: 'opens in a new tab', code: 'Code', notes: 'Notes', backToText: 'Back, note' };
const finish = (html: string) => finishMarkup(html, words);
const table = (cells: string) => `<table>\n<thead>\n<tr>${cells}</tr>\n</thead>\n</table>`;

it.each([
  [
    'a table scrolls by itself, under the names of its columns',
    `<p>Before</p>${table('<th>One</th><th></th><th>A <b>"two"</b></th>')}`,
    `<p>Before</p><section class="table" tabindex="0" aria-label="One, A &quot;two&quot;">${table('<th>One</th><th></th><th>A <b>"two"</b></th>')}</section>`,
  ],
  [
    'code scrolls by itself, under a name',
    '<pre class="language-ts" data-language="ts"><code>let a</code></pre>',
    '<section class="code" tabindex="0" aria-label="Code"><pre><code>let a</code></pre></section>',
  ],
  [
    'a ledger stays as it is, and words are held together',
    '<table class="ledger"></table><p>An e-mail</p>',
    '<table class="ledger"></table><p>An <span class="unbroken">e-mail</span></p>',
  ],
  [
    'a link to elsewhere opens in a new tab, and says so',
    '<p><a href="https://authority.test/a">The rule</a>, <a href="/faq">ours</a></p>',
    '<p><a href="https://authority.test/a" target="_blank" rel="noopener">The rule<span class="sr-only"> (opens in a new tab)</span></a>, <a href="/faq">ours</a></p>',
  ],
  [
    'a quotation has its source',
    '<blockquote>\n<p>One.</p>\n<p>Two.</p>\n<p>— Ada, <em>Notes</em></p>\n</blockquote>',
    '<figure class="quotation"><blockquote>\n<p>One.</p>\n<p>Two.</p></blockquote><figcaption>Ada, <em>Notes</em></figcaption></figure>',
  ],
  [
    'a quotation without a source stays one',
    '<blockquote>\n<p>One – and more.</p>\n</blockquote>\n<p>— not a source</p>',
    '<blockquote>\n<p>One – and more.</p>\n</blockquote>\n<p>— not a source</p>',
  ],
])('%s', (_, html, finished) => expect(finish(html)).toBe(finished));

it.each([
  ['', undefined],
  ['The "fast" lane', 'The &quot;fast&quot; lane'],
  ['Tea & cake <3', 'Tea &amp; cake &lt;3'],
  ["Ada's \\ bar", 'Ada&#39;s \\ bar'],
])('a picture with a paragraph to itself is a figure whose caption is its title: %s', (title, caption) => {
  // As Astro marks it.
  const mark = JSON.stringify({ alt: 'A > B', title, src: 'p.png', index: 0 })
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
  const html = finish(`<p><img __ASTRO_IMAGE_="${mark}"></p>`);
  expect(/<figcaption>(.*)<\/figcaption>/.exec(html)?.[1]).toBe(caption);
  const [[, written = ''] = []] = [...html.matchAll(PICTURE)];
  expect(pictureOf(written)).toMatchObject({ alt: 'A > B', title, src: 'p.png' });
});
