import { site } from '../config/site.ts';
import { getArticles, getLegal, getPage, getSitePages } from '../content/get.ts';
import { readHistory } from '../content/last-changed.ts';
import { absoluteUrl } from '../lib/absolute-url.ts';
import { articlePages } from '../lib/article-pages.ts';
import { categorySlug } from '../lib/category.ts';
import { dayOf } from '../lib/dates.ts';
import { articlePath, articlesPath, routes } from '../routes.ts';

/** Every page for search engines, with the day of its last change: a true one, or none. */
export const GET = async () => {
  const lastChanged = readHistory();
  const articles = await getArticles();
  const { categories } = await getPage('blog');
  const days = articles.map(({ date, updated, file }) => latest([dayOf(date), updated, lastChanged([file])]));
  const all = await getSitePages();
  // A new article changes the counts on all of the list's pages, which the blog is the first of.
  const blog = all.find(({ path }) => path === routes.blog);
  const list = latest([...days, lastChanged(blog?.sources ?? [])]);
  const pages: [path: string, changed: string | undefined][] = [
    ...all
      .filter((page) => page !== blog)
      .map(({ path, sources }): [string, string | undefined] => [path, lastChanged(sources)]),
    ...articlePages(articles, categories).map(({ page, category }): [string, string | undefined] => [
      articlesPath(page, category && categorySlug(category)),
      list,
    ]),
    ...articles.map(({ slug }, i): [string, string | undefined] => [articlePath(slug), days[i]]),
    ...(await getLegal()).map(({ id, data }): [string, string | undefined] => [`/${id}`, data.changed]),
  ];
  const lines = pages.map(
    ([path, changed]) =>
      `<url><loc>${absoluteUrl(path, site.url)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>\n`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</urlset>\n`,
  );
};

const latest = (days: (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
