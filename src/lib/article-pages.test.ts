import { describe, expect, it } from 'vitest';
import { articlePages, fitOnePage, PAGE_SIZE, pageNumbers } from './article-pages.ts';

const categories = ['Markets', 'Teams', 'Empty'];
const articles = (count: number, featured = 0) =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    category: i % 3 === 0 ? 'Markets' : 'Teams',
    featured: i === featured,
  }));
const ids = (list: { id: number }[]) => list.map(({ id }) => id);

describe('the pages of the list', () => {
  it('are one page, and no category has its own, as long as the others fill no more than it', () => {
    const most = articles(PAGE_SIZE + 1);
    expect(fitOnePage(most)).toBe(true);
    expect(articlePages(most, categories)).toEqual([
      { page: 1, pages: 1, count: PAGE_SIZE + 1, featured: most[0], articles: most.slice(1) },
    ]);
    expect(fitOnePage(articles(PAGE_SIZE + 2))).toBe(false);
    expect(articlePages([], categories)).toHaveLength(1);
  });

  it('hold every article once, in order, the featured one before them on the first alone', () => {
    const many = articles(3 * PAGE_SIZE, 17);
    const all = articlePages(many, categories).filter(({ category }) => !category);
    expect(all.map(({ page, pages, count }) => [page, pages, count])).toEqual(
      [1, 2, 3].map((page) => [page, 3, many.length]),
    );
    expect(all.map(({ featured }) => featured?.id)).toEqual([17, undefined, undefined]);
    expect(ids(all.flatMap((list) => list.articles))).toEqual(ids(many).filter((id) => id !== 17));
    for (const list of all) expect(list.articles.length).toBeLessThanOrEqual(PAGE_SIZE);
  });

  it('open with the newest of several featured ones, and hold the others as any article', () => {
    const many = articles(PAGE_SIZE + 2, 3).map((article) =>
      article.id === 5 ? { ...article, featured: true } : article,
    );
    const all = articlePages(many, categories).filter(({ category }) => !category);
    expect(all.map(({ featured }) => featured?.id)).toEqual([3, undefined]);
    expect(ids(all.flatMap((list) => list.articles))).toEqual(ids(many).filter((id) => id !== 3));
    // Two pages: the buttons of one page could not sort what stands on the other.
    expect(fitOnePage(many)).toBe(false);
  });

  it('hold every article of a category in order, the featured one in its place; an empty one has a page', () => {
    const many = articles(4 * PAGE_SIZE, 6);
    const lists = articlePages(many, categories);
    for (const category of categories) {
      const own = many.filter((article) => article.category === category);
      const pages = lists.filter((list) => list.category === category);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(own.length / PAGE_SIZE)));
      expect(ids(pages.flatMap((list) => list.articles))).toEqual(ids(own));
      for (const { count, featured } of pages) expect([count, featured]).toEqual([own.length, undefined]);
    }
  });
});

it.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [1, 5, '1 2 … 5'],
  [2, 3, '1 2 3'],
  [3, 5, '1 2 3 4 5'],
  [4, 7, '1 2 3 4 5 6 7'],
  [5, 9, '1 … 4 5 6 … 9'],
  [500, 500, '1 … 499 500'],
])('the pager of page %i of %i offers %s', (page, pages, numbers) => {
  expect(pageNumbers(page, pages).join(' ')).toBe(numbers);
});
