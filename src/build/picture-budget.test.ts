import { expect, it } from 'vitest';
import { overBudget } from './picture-budget.ts';

const picture = (name: string) =>
  `<figure><picture><source type="image/avif" srcset="/_astro/${name}.Hash_a.avif 400w, /_astro/${name}.Hash_b.avif 800w, /_astro/${name}.Hash_c.avif 1280w" sizes="x"><img src="/_astro/${name}.Hash_d.jpg"></picture></figure>`;
const article = (...parts: string[]) => `<body><div class="prose with-img">${parts.join('')}</div>`;
const text = (characters: number) => `<p>${'x'.repeat(characters)}</p>`;
const check = (html: string, size: number) =>
  overBudget('content/posts/a.md', html, (path) => (path.endsWith('_b.avif') ? size : 1_000_000));

it('says nothing of what a phone takes lightly', () => {
  expect(check(article(text(100), picture('one')), 18_000)).toEqual([]);
  expect(check(article(text(4000), picture('one'), picture('two')), 60_000)).toEqual([]);
  expect(check(article(text(4000)), 0)).toEqual([]);
});

it('says by how much one near the beginning is too heavy, alone or with others', () => {
  expect(check(article(text(100), picture('one')), 20_500)).toEqual([
    'content/posts/a.md: the picture ‘one’ takes 21 kB on a phone, 3 kB more than the beginning of an article may; wanted: a simpler or smaller one, or a place further down.',
  ]);
  expect(check(article(picture('one'), picture('two')), 10_000)).toEqual([
    expect.stringContaining('‘two’ takes 10 kB on a phone, 2 kB more'),
  ]);
});

it('says by how much one further down is too heavy', () => {
  expect(check(article(text(4000), picture('one')), 61_000)).toEqual([
    expect.stringContaining('‘one’ takes 61 kB on a phone, 1 kB more than a picture may'),
  ]);
});

it('knows one that has a single form', () => {
  const small = '<picture><source type="image/avif" srcset="/_astro/small.Hash_b.avif"><img></picture>';
  expect(check(article(small), 30_000)).toEqual([expect.stringContaining('‘small’ takes 30 kB')]);
});
