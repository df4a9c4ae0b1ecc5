import type { Site } from '../config/site-schema.ts';
import { articlePages } from '../lib/article-pages.ts';
import { categorySlug } from '../lib/category.ts';
import { articlePath, articlesPath, routes } from '../routes.ts';
import { readContent, readPage } from './read.ts';

/** The address of every page that the build will make. */
export function pageAddresses(root: string, site: Site): string[] {
  const content = readContent(root, site);
  const articles = content.posts();
  const { categories } = readPage(root, site, 'blog');
  const lists = articlePages(
    articles.map(({ data }) => data),
    categories,
  );
  return [
    ...Object.values(routes),
    ...content.legal().map(({ id }) => `/${id}`),
    ...articles.map(({ id }) => articlePath(id)),
    ...lists.map(({ page, category }) => articlesPath(page, category && categorySlug(category))),
  ];
}
