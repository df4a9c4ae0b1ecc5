import { lastChanged } from '../build/last-changed.ts';
import { sources } from '../build/page-sources.ts';
import { site } from '../config/site.ts';
import { getArticles, getLegal, getPage } from '../content/get.ts';
import { absoluteUrl } from '../lib/absolute-url.ts';
import { articlePages } from '../lib/article-pages.ts';
import { categorySlug } from '../lib/category.ts';
import { dayOf } from '../lib/dates.ts';
import { articlePath, articlesPath, routes } from '../routes.ts';

/** Every page for search engines, with the day of its last change: a true one, or none. */
export const GET = async () => {
  const articles = await getArticles();
  const { categories } = await getPage('blog');
  const days = articles.map(({ date, updated, file }) => latest([dayOf(date), updated, lastChanged([file])]));
  const { [routes.blog]: aroundList = [], ...others } = sources;
  // A new article changes the counts on all of them.
  const list = latest([...days, lastChanged(aroundList)]);
  const pages: [path: string, changed: string | undefined][] = [
    ...Object.entries(others).map(([path, files]): [string, string | undefined] => [
      path,
      lastChanged(files),
    ]),
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
