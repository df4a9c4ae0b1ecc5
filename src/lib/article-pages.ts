/** Even, for two columns, and few enough that the heaviest list stays below 14.6 kB. */
export const PAGE_SIZE = 10;

interface Listed {
  category: string;
  featured: boolean;
}

export interface ArticlePage<Article> {
  /** Left out for the list of all articles. */
  category?: string;
  page: number;
  pages: number;
  /** The number of articles on all of these pages. */
  count: number;
  /** Above the first page of all articles; not repeated among them. */
  featured?: Article | undefined;
  articles: Article[];
}

/** The pages of all articles, the newest first, then those of each category, also of an empty one. */
export function articlePages<Article extends Listed>(
  articles: readonly Article[],
  categories: readonly string[],
): ArticlePage<Article>[] {
  const featured = articles.find((article) => article.featured);
  const others = articles.filter((article) => article !== featured);
  const all = cut(others).map((part) => ({
    ...part,
    count: articles.length,
    featured: part.page === 1 ? featured : undefined,
  }));
  const byCategory = categories.flatMap((category) => {
    const own = articles.filter((article) => article.category === category);
    return cut(own).map((part) => ({ ...part, count: own.length, category }));
  });
  return [...all, ...byCategory];
}

const GAP = '…';

/** The links of a pager: first, last, current page and its neighbours; 5 of 9 gives 1 … 4 5 6 … 9. */
export function pageNumbers(page: number, pages: number): (number | typeof GAP)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  return [...new Set(shown)].flatMap((n, i, all) => {
    const skipped = n - (all[i - 1] ?? 0) - 1;
    // A gap for a single number would save no room.
    if (skipped === 1) return [n - 1, n];
    return skipped > 1 ? [GAP, n] : [n];
  });
}

function cut<Article>(articles: Article[]) {
  const pages = Math.max(1, Math.ceil(articles.length / PAGE_SIZE));
  return Array.from({ length: pages }, (_, i) => ({
    page: i + 1,
    pages,
    articles: articles.slice(i * PAGE_SIZE, (i + 1) * PAGE_SIZE),
  }));
}
