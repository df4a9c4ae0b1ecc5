import { expect, it } from 'vitest';
import { markdown } from './markdown.ts';

const words = { newTab: 'opens in a new tab', code: 'Code', notes: 'Notes', backToText: 'Back, note' };
const { processor, ...shared } = markdown(() => words);
const render = async (text: string) =>
  (await (await processor.createRenderer(shared)).render(text)).code.trim();

it.each([
  [
    'a table scrolls by itself, under the names of its columns, which are set by classes',
    '| One |   | A **“two”** |\n| :-: | - | --: |\n| a | b | c |',
    '<section class="table" tabindex="0" aria-label="One, A “two”"><table>\n<thead>\n<tr>\n<th class="to-centre">One</th>\n<th></th>\n<th class="to-right">A <strong>“two”</strong></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="to-centre">a</td>\n<td>b</td>\n<td class="to-right">c</td>\n</tr>\n</tbody>\n</table></section>',
  ],
  [
    'so does one that is written as HTML',
    '<table><tbody><tr><th scope="row">A &amp; b</th></tr></tbody></table>',
    '<section class="table" tabindex="0" aria-label="A &amp; b"><table><tbody><tr><th scope="row">A &amp; b</th></tr></tbody></table></section>',
  ],
  [
    'code scrolls by itself, under a name',
    '```\na < b\n```',
    '<section class="code" tabindex="0" aria-label="Code"><pre><code class="language-plaintext">a &lt; b</code></pre></section>',
  ],
  [
    'a ledger is a table of labels and amounts, with a rule where a total stands',
    '```ledger One <order>\nBasket | $1,060.00\nDiscount | -$6.50\n= In | $1,053.50\n```',
    '<table class="ledger"><caption>One &lt;order&gt;</caption><tbody><tr><th scope="row">Basket</th><td>$1,060.00</td></tr><tr><th scope="row">Discount</th><td>−$6.50</td></tr><tr class="total"><th scope="row">In</th><td>$1,053.50</td></tr></tbody></table>',
  ],
  ['words are held together', 'An e-mail', '<p>An <span class="unbroken">e-mail</span></p>'],
  [
    'a link to elsewhere opens in a new tab, and says so',
    '[The rule](https://authority.test/a), [ours](/faq), <a href="https://a.test/?b=1&amp;c">HTML</a>',
    '<p><a href="https://authority.test/a" target="_blank" rel="noopener">The rule<span class="sr-only"> (opens in a new tab)</span></a>, <a href="/faq">ours</a>, <a href="https://a.test/?b=1&amp;c" target="_blank" rel="noopener">HTML<span class="sr-only"> (opens in a new tab)</span></a></p>',
  ],
  [
    'a quotation has its source',
    '> One.\n>\n> Two.\n>\n> — Ada, *Notes* by e-mail',
    '<figure class="quotation"><blockquote>\n<p>One.</p>\n<p>Two.</p></blockquote><figcaption>Ada, <em>Notes</em> by <span class="unbroken">e-mail</span></figcaption></figure>',
  ],
  [
    'a quotation without a source stays one',
    '> One – and more.\n\n— not a source',
    '<blockquote>\n<p>One – and more.</p>\n</blockquote>\n<p>— not a source</p>',
  ],
  [
    'a task is a sign',
    '- [ ] open\n- [x] done',
    '<ul class="tasks">\n<li>☐ open</li>\n<li>☑ done</li>\n</ul>',
  ],
  [
    'notes stand below under their name, and lead back',
    'Text[^1].\n\n[^1]: A note.',
    '<p>Text<sup><a href="#fn-1" id="fnref-1" aria-describedby="footnote-label">1</a></sup>.</p>\n<section class="notes"><h2 id="footnote-label">Notes</h2>\n<ol>\n<li id="fn-1">\n<p>A note. <a href="#fnref-1" aria-label="Back, note 1">↩</a></p>\n</li>\n</ol>\n</section>',
  ],
])('%s', async (_, text, html) => expect(await render(text)).toBe(html));

it.each([
  ['', undefined],
  ['The fast lane', 'The fast lane'],
  ['Tea & cake <3', 'Tea &amp; cake &lt;3'],
])(
  'a picture with a paragraph to itself is a figure whose caption is its title: %s',
  async (title, caption) => {
    const html = await render(`![A > B](p.png${title && ` "${title}"`})`);
    expect(html).toMatch(/^<figure><img __ASTRO_IMAGE_="[^"]*"[^>]*>.*<\/figure>$/);
    expect(/<figcaption>(.*)<\/figcaption>/.exec(html)?.[1]).toBe(caption);
  },
);

it.each(['no-such-language', 'TS', 'css-extras', 'extend', 'constructor', 'meta', 'x"onclick="alert(1)'])(
  'shows code in %s as it was written',
  async (language) => {
    const html = await render(`\`\`\`${language}\n<script>alert(1)</script> <b>\n\`\`\``);
    expect(html).toContain('>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;</code></pre>');
    expect(html).not.toContain('onclick');
  },
);

it.each(['ts', 'sh', 'html', 'astro', 'json'])('colours %s', async (language) => {
  expect(await render(`\`\`\`${language}\n<b title="x">1</b>\n\`\`\``)).toContain('<span class="token');
});
