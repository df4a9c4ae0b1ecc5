import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';
import type { ProjectCopy } from './project-copy.ts';

type Change = (file: string, by: (data: Record<string, unknown>) => unknown) => void;

/** What a marketer does in a good week: more of everything, other words, another name. */
export async function changeLikeAMarketer({ root, edit }: ProjectCopy): Promise<void> {
  const path = (file: string) => join(root, file);
  const names = (folder: string, ending: string) =>
    readdirSync(path(folder))
      .filter((name) => name.endsWith(ending))
      .sort();
  const change: Change = (file, by) =>
    writeFileSync(path(file), stringify(by(parse(readFileSync(path(file), 'utf8')))));

  const last = (folder: string) => `content/${folder}/${names(`content/${folder}`, '.yaml').at(-1)}`;
  copyFileSync(path(last('services')), path('content/services/90-a-fifth-service.yaml'));
  change('content/services/90-a-fifth-service.yaml', ({ shortTitle: _, ...data }) => ({
    ...data,
    title: 'A Service More',
  }));
  mkdirSync(path('content/case-studies'), { recursive: true });
  copyFileSync('tests/support/a-case-study.yaml', path('content/case-studies/90-a-fourth-study.yaml'));
  change('content/case-studies/90-a-fourth-study.yaml', (data) => ({
    ...data,
    practice: 'a-fifth-service',
  }));
  const person = last('people');
  for (let i = 1; i <= 4; i++) {
    copyFileSync(path(person), path(`content/people/9${i}-new-${i}.yaml`));
    change(`content/people/9${i}-new-${i}.yaml`, (data) => ({ ...data, name: `New Person ${i}` }));
  }
  edit(
    'content/faq.yaml',
    (text) =>
      `${text}    - id: one-more\n      question: One more question?\n      answer: One more answer.\n`,
  );
  edit('content/pages/blog.yaml', (text) => text.replace('categories:\n', 'categories:\n  - News & Notes\n'));
  claimMore(
    change,
    parse(readFileSync(path('content/claims.yaml'), 'utf8')) as { id: string; figure?: string }[],
  );
  const sisters = Array.from(
    { length: 12 },
    (_, i) => `    { name: 'Sister Number ${i + 1}', url: 'https://sister-${i + 1}.example' },\n`,
  );
  edit('site.config.ts', (text) =>
    text
      .replace(/name: '[^']*'/, "name: 'Another Firm'")
      .replace(/^ {2}sisterSites: \[[\s\S]*?^ {2}\],\n/m, '')
      .replace(/^export default \{\n/m, `$&  sisterSites: [\n${sisters.join('')}  ],\n`),
  );
  const field = sharp({ create: { width: 1200, height: 700, channels: 3, background: '#8b5cf6' } });
  await field.png().toFile(path('content/posts/orders.png'));
  await field.jpeg().toFile(path('content/posts/market.jpg'));
  writeFileSync(path('content/posts/an-article-with-everything.md'), article);
}

/** Everything that may be claimed, wherever claims may stand. */
function claimMore(change: Change, claims: { id: string; figure?: string }[]): void {
  const ids = claims.map(({ id }) => id);
  const figures = claims.filter(({ figure }) => figure).map(({ id }) => id);
  for (const page of ['about', 'case-studies'])
    change(`content/pages/${page}.yaml`, (data) => ({
      ...data,
      stats: { heading: 'More figures than before', claims: figures },
    }));
  change('content/pages/home.yaml', (data) => ({
    ...data,
    hero: { ...(data.hero as object), heading: 'Another heading for the home page', facts: ids.slice(0, 9) },
  }));
  change('content/pages/shared.yaml', (data) => ({
    ...data,
    footer: { ...(data.footer as object), badges: ids.slice(0, 6) },
  }));
}

const article = `---
title: An article with everything in it
excerpt: What Markdown can do, on one page.
description: An article that holds everything that Markdown can do, as an author may write it on an ordinary day.
category: News & Notes
author: new-1
date: 2026-01-10
---

A first paragraph with a note[^1], which is long enough to be set over several lines on a phone.

## A heading with a [link](/services) in it

A paragraph with \`code\`, *emphasis*, **strong words**, ~~a deletion~~ and [a link](https://elsewhere.example/page).

Gross margin
: What is left of the price when the goods are paid for.

> A quotation with a source.
>
> — Ada Lovelace, [Notes](https://elsewhere.example/notes)

> A quotation without one.

### A third level

![A violet field](orders.png "Orders per week")

![Another violet field](market.jpg)

<details>
<summary>How it was counted</summary>

Some **Markdown** inside.

</details>

#### A fourth level

\`\`\`ts
// How many orders a day brings, at most, in a line that is far too long for a phone and for a desk as well.
const most: number = Math.max(...orders.map(({ day }) => perDay.get(day) ?? 0)); return most;
\`\`\`

- [x] done
- [ ] open

---

| Name | Centre | Right | And a column more | And another one |
| :--- | :----: | ----: | ----------------- | --------------- |
| A long name of a thing that takes room | x | 1,200.00 | words in a cell | more words in a cell |

## Another heading

\`\`\`ledger One order
Basket | $60.00
Discount | -$6.00
= Comes in | $54.00
\`\`\`

## The last one

See [the heading above](#another-heading).

[^1]: The note, with [a link](/faq).
`;
