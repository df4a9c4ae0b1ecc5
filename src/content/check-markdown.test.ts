import { describe, expect, it } from 'vitest';
import { checkMarkdown } from './check-markdown.ts';
import { outlineOf } from './markdown.ts';

const known = {
  own: '/blog/this',
  origin: 'https://firm.example',
  addresses: new Map([
    ['/', new Set<string>()],
    ['/about', new Set<string>()],
    ['/services', new Set(['growth', 'design'])],
    ['/blog/this', new Set(['a-heading', 'größe'])],
  ]),
  pictures: new Set(['orders.png', 'a picture.jpg']),
};
const sentences = (markdown: string) => checkMarkdown('post.md', outlineOf(markdown, 10), known);

describe('says nothing of', () => {
  it.each([
    '[a page](/about), [home](/), [with a place](/services#growth), [a question](/about?from=here)',
    '[our own address](https://firm.example/about) and [home](https://firm.example)',
    '[elsewhere](https://elsewhere.example/x#y), [mail](mailto:a@b.example), [a token]({site.url})',
    '[here](#a-heading) and [there](#gr%C3%B6%C3%9Fe)',
    '![what it shows](orders.png) and ![another](a%20picture.jpg) and ![a third](./orders.png)',
    '## A\n\n### B\n\n## C\n\n```md\n# not a heading\n[nor](a link)\n```',
    '<details>\n<summary>More</summary>\n\nText\n\n</details>',
    '<table>\n<tr><th scope="row" colspan="2">A</th></tr>\n\n<tr><td>B</td></tr>\n</table>',
    'A <kbd>key</kbd>, <abbr title="Centre of Excellence">CoE</abbr>, CO<sub>2</sub>, a<br>line, <time datetime="2026-01-01">then</time>',
    'A <a href="/services?a=1&amp;b=2#growth">link</a> and <a href="https://elsewhere.example/x">another</a>',
    '<!-- a remark -->\n\n<!-- with <b> in it -->',
    '`<script>` and\n\n```html\n<script onclick="x">\n```',
    'A note[^1].\n\n[^1]: With [a link](/about).',
  ])('%s', (markdown) => expect(sentences(markdown)).toEqual([]));
});

describe('names the line and the remedy of', () => {
  it.each<[string, string, string]>([
    [
      'a page that is not there',
      'Text\n\n[x](/abuot)',
      'line 12: there is no page /abuot; wanted: an existing one, such as /about',
    ],
    [
      'a place that is not there',
      '[x](/services#grwoth)',
      'line 10: the page /services has no place #grwoth; wanted: an existing one, such as #gr',
    ],
    ['a place on the page itself', '[x](#b-heading)', 'the page /blog/this has no place #b-heading'],
    [
      'a place on a page without any',
      '[x](/about#us)',
      'the page /about has no place #us; wanted: the address without #',
    ],
    [
      'a place with a percent sign',
      '[x](/services#50%)',
      'line 10: the page /services has no place #50%; wanted: an existing one, such as #',
    ],
    ['a picture with a percent sign', '![x](50%.png)', 'there is no picture 50%.png beside the text'],
    ['our own address, misspelt', '[x](https://firm.example/abuot)', 'there is no page /abuot'],
    ['an address without a beginning', '[x](about)', 'the link ‘about’ leads nowhere'],
    ['an address with two slashes', '[x](//about)', 'the link ‘//about’ leads nowhere'],
    ['a reference', '[x][1]\n\n[1]: /abuot', 'line 12: there is no page /abuot'],
    [
      'a picture without words',
      '![](orders.png)',
      'has no words for those who cannot see it; wanted: ![what it shows](orders.png)',
    ],
    [
      'a picture that is not there',
      '![x](order.png)',
      'there is no picture order.png beside the text; wanted: an existing one, such as orders.png',
    ],
    ['a picture on another site', '![x](https://a.example/b.png)', 'lies on another site'],
    ['a picture of another kind', '![x](orders.tiff)', 'of a kind the build cannot read; wanted: .avif, '],
    [
      'a second title',
      '# Title',
      'line 10: ‘Title’ is a heading of the first level, as the title is; wanted: ## in front of it',
    ],
    [
      'a level that is skipped',
      '## A\n\n#### B',
      'line 12: ‘B’ skips a level of headings; wanted: ### in place of ####',
    ],
    ['a style attribute', '<p style="color: red">Red</p>', 'HTML holds ‘style=’'],
    ['a script', '<script>alert(1)</script>', 'HTML holds ‘<script’'],
    ['an event', '<p onclick="x()">Text</p>', 'HTML holds ‘onclick=’'],
    ['a picture in HTML', 'Text <img src="x.png"> text', 'HTML holds ‘<img’'],
    ...['iframe', 'object', 'embed', 'form', 'base', 'meta', 'link', 'svg', 'math', 'style', 'template'].map(
      (name): [string, string, string] => [
        `<${name}>`,
        `Text\n\n<${name} title="x">`,
        `line 12: HTML holds ‘<${name}’`,
      ],
    ),
    ['an element in capitals', '<IFRAME src="https://a.example"></IFRAME>', 'HTML holds ‘<IFRAME’'],
    ['an event in capitals', '<p ONCLICK="x()">Text</p>', 'HTML holds ‘ONCLICK=’; wanted: <p> without it'],
    [
      'an event within a block',
      '<div>\n<b>A</b>\n<b onclick="x()">B</b>\n</div>',
      'line 12: HTML holds ‘onclick=’',
    ],
    ['an event in a row', '<table>\n\n<tr onclick="x()"></tr>\n\n</table>', 'line 12: HTML holds ‘onclick=’'],
    [
      'a tag in another way',
      '<div>\n<svg/onload=alert(1)>\n</div>',
      'line 11: HTML holds ‘<svg/onload=alert(1)>’',
    ],
    ['a value without quotes', '<p title=x onclick=y>Text</p>', 'HTML holds ‘<p title=x onclick=y>’'],
    ['a tag without an end', '<div title="\n\nText\n\n"onclick="x()">', 'line 10: HTML holds ‘<div title="’'],
    ['a script in a comment that ends early', '<!--><script>x()</script>-->', 'HTML holds ‘<!--><script>'],
    ['a script as a link', '[x](javascript:alert(1))', 'the link ‘javascript:alert(1)’ leads nowhere'],
    ['a script as a link in capitals', '[x](JavaScript:alert(1))', 'leads nowhere'],
    ['a script as a link with entities', '[x](java&#115;cript:alert&lpar;1&rpar;)', 'leads nowhere'],
    ['a script as a link with a tab', '[x](<java\tscript:alert(1)>)', 'leads nowhere'],
    ['a script as an address in brackets', '<javascript:alert(1)>', 'leads nowhere'],
    [
      'a script as a reference',
      '[x][1]\n\n[1]: javascript:alert(1)',
      'line 12: the link ‘javascript:alert(1)’',
    ],
    [
      'a script as a link in HTML',
      '<a href="javascript:alert(1)">x</a>',
      'the link ‘javascript:alert(1)’ leads nowhere',
    ],
    ['a script as a link in HTML with entities', '<a href="java&#115;cript:alert(1)">x</a>', 'leads nowhere'],
    ['a script as a link in HTML after a space', 'An <a href=" javascript:x">x</a>', 'leads nowhere'],
    ['data as a link', '[x](data:text/html,hello)', 'leads nowhere'],
    ['data as a link in HTML', '<a href="data:text/html,hello">x</a>', 'leads nowhere'],
    [
      'a page that is not there, in HTML',
      '<div>\n<a href="/abuot">x</a>\n</div>',
      'line 11: there is no page /abuot',
    ],
    ['another address in disguise', '<a href="/&#47;evil.example">x</a>', 'there is no page'],
    [
      'a picture by a reference',
      '![x][1]\n\n[1]: https://a.example/b.png',
      'line 10: the picture ‘x’ is named by a reference',
    ],
  ])('%s', (_, markdown, sentence) => {
    const found = sentences(markdown);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(sentence);
    expect(found[0]).toMatch(/^post\.md: line \d+: .+; wanted: .+\.$/);
  });
});
