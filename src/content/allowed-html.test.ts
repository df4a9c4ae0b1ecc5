import { expect, it } from 'vitest';
import { markdown } from '../build/markdown.ts';
import { refusedIn } from './allowed-html.ts';
import { setLedgers } from './ledger.ts';
import { finishMarkup } from './markup.ts';

const words = { newTab: 'opens in a new tab', code: 'Code', notes: 'Notes', backToText: 'Back' };
const { processor, ...shared } = markdown;

it('takes whatever the build makes of Markdown, and what an author may write', async () => {
  const text = `## A [link](https://a.example/) and **words**

A note[^1], an e-mail, a@b.example, ![shows > it](p.png "its \\"title\\""), ~~gone~~, <kbd>key</kbd>, \`code\`

### Third
#### Fourth

Term
: Meaning

> Said.
>
> — Ada

- [x] done

- [ ] open

3. three

| A | B |
| :-: | --: |
| 1 | 2 |

<details open>
<summary>More</summary>

Text<br>

</details>

\`\`\`ts
const a = '<b>';
\`\`\`

\`\`\`ledger A < B
One | $1
= All | $1
\`\`\`

---

<!-- a remark -->

[^1]: The note[^2].
[^2]: Another.
`;
  const { code } = await (await processor.createRenderer(shared)).render(setLedgers('x.md', text));
  const html = finishMarkup(code, words);
  for (const part of [
    '<h4 id',
    '<dl>',
    '<figcaption>',
    '☑',
    '<ol start="3">',
    'to-right',
    'class="ledger"',
    '<hr>',
    'class="notes"',
  ])
    expect(html).toContain(part);
  expect(refusedIn(html)).toEqual([]);
});

it.each([
  ['<p>a<script>x()</script></p>', '<script'],
  ['<!--><script>x()</script>-->', '<script'],
  ['<svg onload="x()"></svg>', '<svg'],
  ['<math><mi xlink:href="x"></mi></math>', '<math', '<mi'],
  ['<p onclick=x>a</p>', 'onClick='],
  ['<table><tr onclick="x"><td style="a:b">a</td></tr></table>', 'onClick=', 'style='],
  ['<iframe src="https://a.example"></iframe>', '<iframe'],
  ['<form action="/contact"><input name="a"></form>', '<form', '<input'],
  ['<a href="javascript:x">a</a>', 'href="javascript:x"'],
  ['<a href="java&#115;cript:x">a</a>', 'href="javascript:x"'],
  ['<a href="&#9;JavaScript&colon;x">a</a>', 'href="\tJavaScript:x"'],
  ['<a href="data:text/html,x">a</a>', 'href="data:text/html,x"'],
  ['<a href="//a.example">a</a>', 'href="//a.example"'],
  ['<a href="/\\a.example">a</a>', 'href="/\\a.example"'],
  ['<img src="https://a.example/x.png">', 'src='],
  ['<base href="https://a.example/"><meta http-equiv="refresh"><link rel="x">', '<base', '<meta', '<link'],
])('refuses %s', (html, ...found) => expect(refusedIn(html)).toEqual(found));
