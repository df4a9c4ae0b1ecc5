import { describe, expect, it } from 'vitest';
import { outlineOf } from '../markdown/outline.ts';
import { checkMarkdown } from './text.ts';

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
    'A note[^1], twice[^1].\n\n[^1]: With [a link](/about).',
    '`TODO` and\n\n```js\n// TODO\n```',
  ])('%s', (markdown) => expect(sentences(markdown)).toEqual([]));
});

describe('names the line and the remedy of', () => {
  it.each([
    ['Text\n\n[x](/abuot)', 'line 12: there is no page /abuot; wanted: an existing one, such as /about'],
    ['[x][1]\n\n[1]: /abuot', 'line 12: there is no page /abuot'],
    ['<div>\n<a href="/abuot">x</a>\n</div>', 'line 11: there is no page /abuot'],
    [
      '[x](/services#grwoth)',
      'the page /services has no place #grwoth; wanted: an existing one, such as #gr',
    ],
    ['[x](/services#50%)', 'the page /services has no place #50%; wanted: an existing one, such as #'],
    ['[x](/about#us)', 'the page /about has no place #us; wanted: the address without #'],
    ['[x](#b-heading)', 'the page /blog/this has no place #b-heading'],
    ['[x](about)', 'the link ‘about’ leads nowhere; wanted: an address that begins with /, # or https://'],
    [
      '![](orders.png)',
      'has no description for those who cannot see it; wanted: ![what it shows](orders.png)',
    ],
    [
      '![x](order.png)',
      'there is no picture order.png beside the text; wanted: an existing one, such as orders',
    ],
    ['![x](50%.png)', 'there is no picture 50%.png beside the text'],
    ['![x](https://a.example/b.png)', 'lies on another site'],
    ['![x](orders.tiff)', 'of a kind the build cannot read; wanted: .avif, '],
    ['![x][1]\n\n[1]: https://a.example/b.png', 'line 10: the picture ‘x’ is named by a reference'],
    [
      '# Title',
      'line 10: ‘Title’ is a heading of the first level, as the title is; wanted: ## in front of it',
    ],
    ['## A\n\n#### B', 'line 12: ‘B’ skips a level of headings; wanted: ### in place of ####'],
    ['Text[^1].', 'line 10: the note [^1] has no text'],
    ['Text.\n\n[^1]: A note.', 'line 12: nothing in the text refers to the note [^1]'],
    ['Text.\n\n<div>\n\nMore.', 'line 12: <div> is never closed'],
    ['Text <b>bold.', 'line 10: <b> is never closed'],
    ['Text.\n\n</div>', 'line 12: </div> closes nothing'],
    ['Text.\n\n```js\nx();\n\nMore.', 'line 12: the code that begins here has no end'],
    ['Text.\n\nTODO: more.', 'line 12: the text holds ‘TODO’'],
    // What the policy would refuse, or what would run.
    ['<p style="color: red">Red</p>', 'HTML holds ‘style=’'],
    ['<script>alert(1)</script>', 'HTML holds ‘<script’'],
    ['<p ONCLICK="x()">Text</p>', 'HTML holds ‘ONCLICK=’; wanted: <p> without it'],
    ['Text <img src="x.png"> text', 'HTML holds ‘<img’'],
    ...['object', 'form', 'base', 'meta', 'svg', 'style'].map(
      (name) => [`Text\n\n<${name} title="x">`, `line 12: HTML holds ‘<${name}’`] as [string, string],
    ),
    ['<div>\n<b>A</b>\n<b onclick="x()">B</b>\n</div>', 'line 12: HTML holds ‘onclick=’'],
    ['<div>\n<svg/onload=alert(1)>\n</div>', 'line 11: HTML holds ‘<svg/onload=alert(1)>’'],
    ['<p title=x onclick=y>Text</p>', 'HTML holds ‘<p title=x onclick=y>’'],
    ['<div title="\n\nText\n\n"onclick="x()">', 'line 10: HTML holds ‘<div title="’'],
    ['<!--><script>x()</script>-->', 'HTML holds ‘<!--><script>'],
    ['[x](javascript:alert(1))', 'the link ‘javascript:alert(1)’ leads nowhere'],
    ['[x](java&#115;cript:alert&lpar;1&rpar;)', 'leads nowhere'],
    ['[x](<java\tscript:alert(1)>)', 'leads nowhere'],
    ['[x][1]\n\n[1]: javascript:alert(1)', 'line 12: the link ‘javascript:alert(1)’ leads nowhere'],
    ['<a href="java&#115;cript:alert(1)">x</a>', 'leads nowhere'],
    ['[x](data:text/html,hello)', 'leads nowhere'],
    ['<a href="/&#47;evil.example">x</a>', 'there is no page'],
  ])('%j: %s', (markdown, sentence) => {
    const found = sentences(markdown);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(sentence);
    expect(found[0]).toMatch(/^post\.md: line \d+: .+; wanted: .+\.$/);
  });
});
