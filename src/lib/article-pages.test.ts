import { expect, it } from 'vitest';
import { articlePages, PAGE_SIZE, pageNumbers } from './article-pages.ts';

const categories = ['Markets', 'Teams', 'Empty'];
const articles = (count: number, ...featured: number[]) =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    category: i % 3 === 0 ? 'Markets' : 'Teams',
    featured: featured.includes(i),
  }));

it('the first page holds the featured article beside a full page of others, and each category has a page', () => {
  const most = articles(PAGE_SIZE + 1, 0);
  const [all, ...ofCategories] = articlePages(most, categories);
  expect(all).toEqual({ page: 1, pages: 1, count: most.length, featured: most[0], articles: most.slice(1) });
  expect(ofCategories.map(({ category, count, featured }) => [category, count, featured])).toEqual([
    ['Markets', 4, undefined],
    ['Teams', 7, undefined],
    ['Empty', 0, undefined],
  ]);
  expect(articlePages(articles(PAGE_SIZE + 2, 0), []).map(({ pages }) => pages)).toEqual([2, 2]);
  expect(articlePages([], [])).toHaveLength(1);
});

it.each([
  [1, 1, '1'],
  [2, 3, '1 2 3'],
  [4, 7, '1 2 3 4 5 6 7'],
  [5, 9, '1 … 4 5 6 … 9'],
  [500, 500, '1 … 499 500'],
])('the pager of page %i of %i offers %s', (page, pages, numbers) => {
  expect(pageNumbers(page, pages).join(' ')).toBe(numbers);
});
