import { expect, it } from 'vitest';
import { articlePages, fitOnePage, PAGE_SIZE, pageNumbers } from './article-pages.ts';

const categories = ['Markets', 'Teams', 'Empty'];
const articles = (count: number, ...featured: number[]) =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    category: i % 3 === 0 ? 'Markets' : 'Teams',
    featured: featured.includes(i),
  }));
const ids = (lists: { articles: { id: number }[] }[]) =>
  lists.flatMap(({ articles }) => articles.map(({ id }) => id));

it('one page holds all as long as it can, and then no category has its own', () => {
  const most = articles(PAGE_SIZE + 1, 0);
  expect(fitOnePage(most)).toBe(true);
  expect(articlePages(most, categories)).toEqual([
    { page: 1, pages: 1, count: PAGE_SIZE + 1, featured: most[0], articles: most.slice(1) },
  ]);
  expect(fitOnePage(articles(PAGE_SIZE + 2, 0))).toBe(false);
  expect(articlePages([], categories)).toHaveLength(1);
});

it('several pages open with the newest featured one, and hold every other once, in order', () => {
  const many = articles(3 * PAGE_SIZE, 17, 20);
  const all = articlePages(many, categories).filter(({ category }) => !category);
  expect(all.map(({ page, pages, count }) => [page, pages, count])).toEqual(
    [1, 2, 3].map((page) => [page, 3, many.length]),
  );
  expect(all.map(({ featured }) => featured?.id)).toEqual([17, undefined, undefined]);
  expect(ids(all)).toEqual(many.map(({ id }) => id).filter((id) => id !== 17));
});

it.each(categories)(
  '%s then has pages of its own, with the featured one in its place, and one if it is empty',
  (category) => {
    const many = articles(4 * PAGE_SIZE, 6);
    const own = many.filter((article) => article.category === category);
    const pages = articlePages(many, categories).filter((list) => list.category === category);
    expect(pages).toHaveLength(Math.max(1, Math.ceil(own.length / PAGE_SIZE)));
    expect(ids(pages)).toEqual(own.map(({ id }) => id));
  },
);

it.each([
  [1, 1, '1'],
  [1, 5, '1 2 … 5'],
  [2, 3, '1 2 3'],
  [4, 7, '1 2 3 4 5 6 7'],
  [5, 9, '1 … 4 5 6 … 9'],
  [500, 500, '1 … 499 500'],
])('the pager of page %i of %i offers %s', (page, pages, numbers) => {
  expect(pageNumbers(page, pages).join(' ')).toBe(numbers);
});
