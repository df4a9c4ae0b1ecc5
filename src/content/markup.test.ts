import { describe, expect, it } from 'vitest';
import { finishMarkup, PICTURE, pictureOf } from './markup.ts';

const words = {
  newTab: 'opens in a new tab',
  code: 'Code',
  notes: 'Notes',
  backToText: 'Back to the text, note',
};
const finish = (html: string) => finishMarkup(html, words);
const cell = (side: string) => `<th style="text-align: ${side}">A <strong>"name"</strong></th>`;
const table = (cells: string) => `<table>\n<thead>\n<tr>${cells}</tr>\n</thead>\n</table>`;

it('lets a table scroll by itself, under the names of its columns', () => {
  expect(finish(`<p>Before</p>${table('<th>One</th><th></th><th>Two</th>')}<p>After</p>`)).toBe(
    `<p>Before</p><section class="table" tabindex="0" aria-label="One, Two">${table('<th>One</th><th></th><th>Two</th>')}</section><p>After</p>`,
  );
  expect(finish(table(cell('left')))).toContain('aria-label="A &quot;name&quot;"');
});

it.each([
  ['right', '<th class="to-right">'],
  ['center', '<th class="to-centre">'],
  ['left', '<th>'],
])('sets a column to the %s by a class', (side, opening) => {
  const html = finish(table(cell(side)));
  expect(html).toContain(opening);
  expect(html).not.toContain('style=');
});

it('leaves a ledger as it is, and holds words together', () => {
  expect(finish('<table class="ledger"></table><p>An e-mail</p>')).toBe(
    '<table class="ledger"></table><p>An <span class="unbroken">e-mail</span></p>',
  );
});

it('opens a link to elsewhere in a new tab, and says so', () => {
  const html = '<p><a href="https://authority.test/a">The rule</a>, <a href="/faq">ours</a></p>';
  expect(finish(html)).toBe(
    '<p><a href="https://authority.test/a" target="_blank" rel="noopener">The rule<span class="sr-only"> (opens in a new tab)</span></a>, <a href="/faq">ours</a></p>',
  );
});

it('gives a quotation its source', () => {
  expect(finish('<blockquote>\n<p>One.</p>\n<p>Two.</p>\n<p>— Ada, <em>Notes</em></p>\n</blockquote>')).toBe(
    '<figure class="quotation"><blockquote>\n<p>One.</p>\n<p>Two.</p></blockquote><figcaption>Ada, <em>Notes</em></figcaption></figure>',
  );
  const without = '<blockquote>\n<p>One – and more.</p>\n</blockquote>';
  expect(finish(`${without}\n<p>— not a source</p>`)).toContain(without);
});

describe('a picture with a paragraph to itself', () => {
  /** As Astro marks it. */
  const marked = (title: string) =>
    `<img __ASTRO_IMAGE_="${JSON.stringify({ alt: 'A > B', title, src: 'p.png', index: 0 })
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;')}">`;

  it.each([
    ['Orders', 'Orders'],
    ['The "fast" lane', 'The &quot;fast&quot; lane'],
    ['Tea & cake <3', 'Tea &amp; cake &lt;3'],
    ["Ada's \\ bar", 'Ada&#39;s \\ bar'],
    ['More > less, and an e-mail', 'More &gt; less, and an <span class="unbroken">e-mail</span>'],
  ])('is a figure whose caption is all of its title: %s', (title, caption) => {
    const html = finish(`<p>${marked(title)}</p>`);
    expect(html).toContain(`<figcaption>${caption}</figcaption></figure>`);
    const [[, written = ''] = []] = [...html.matchAll(PICTURE)];
    expect(pictureOf(written)).toMatchObject({ alt: 'A > B', title, src: 'p.png' });
  });

  it('needs no caption', () => {
    expect(finish(`<p>${marked('')}</p>`)).not.toContain('figcaption');
  });
});

it('lets code scroll by itself, under a name', () => {
  expect(finish('<pre class="language-ts" data-language="ts"><code>let a</code></pre>')).toBe(
    '<section class="code" tabindex="0" aria-label="Code"><pre><code>let a</code></pre></section>',
  );
});

it('makes a sign of a box that nobody can tick', () => {
  const html = finish(
    '<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" checked disabled> a</li>\n<li class="task-list-item"><input type="checkbox" disabled> b</li></ul>',
  );
  expect(html).toContain('<li>☑ a</li>');
  expect(html).toContain('<li>☐ b</li>');
  expect(html).not.toContain('<input');
});
