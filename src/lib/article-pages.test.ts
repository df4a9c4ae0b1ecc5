import { expect, it } from 'vitest';
import { articlePages, fitOnePage, PAGE_SIZE, pageNumbers } from './article-pages.ts';

const categories = ['Markets', 'Teams', 'Empty'];
const articles = (count: number, ...featured: number[]) =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    category: i % 3 === 0 ? 'Markets' : 'Teams',
    featured: featured.includes(i),
  }));

it('one page holds all as long as it can, and then no category has its own', () => {
  const most = articles(PAGE_SIZE + 1, 0);
  expect(fitOnePage(most)).toBe(true);
  expect(articlePages(most, categories)).toEqual([
    { page: 1, pages: 1, count: PAGE_SIZE + 1, featured: most[0], articles: most.slice(1) },
  ]);
  expect(fitOnePage(articles(PAGE_SIZE + 2, 0))).toBe(false);
  expect(articlePages([], categories)).toHaveLength(1);
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
