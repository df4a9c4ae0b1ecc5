import { lastChanged } from '../build/last-changed.ts';
import { site } from '../config/site.ts';
import { getArticles, getLegal, getPage } from '../content/get.ts';
import { articlePages } from '../lib/article-pages.ts';
import { categorySlug } from '../lib/category.ts';
import { dayOf } from '../lib/dates.ts';
import { articlePath, articlesPath, routes } from '../routes.ts';

/** What each page is made of. */
const sources = {
  [routes.home]: ['pages/home.yaml', 'services', 'case-studies', 'claims.yaml'],
  [routes.about]: ['pages/about.yaml', 'people', 'claims.yaml'],
  [routes.services]: ['pages/services.yaml', 'services'],
  [routes.contact]: ['pages/contact.yaml', 'people'],
  [routes.faq]: ['pages/faq.yaml', 'faq.yaml', 'claims.yaml'],
  [routes.caseStudies]: ['pages/case-studies.yaml', 'case-studies', 'claims.yaml'],
};

/** Every page for search engines, with the day of its last change: a true one, or none. */
export const GET = async () => {
  const articles = await getArticles();
  const { categories } = await getPage('blog');
  const days = articles.map(({ date, updated, file }) =>
    [dayOf(date), updated, lastChanged([file])]
      .filter((day) => day !== undefined)
      .sort()
      .at(-1),
  );
  const newest = days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
  const pages: [path: string, changed: string | undefined][] = [
    ...Object.entries(sources).map(([path, files]): [string, string | undefined] => [
      path,
      lastChanged(files.map((file) => `content/${file}`)),
    ]),
    ...articlePages(articles, categories).map(({ page, category }): [string, string | undefined] => [
      articlesPath(page, category && categorySlug(category)),
      newest,
    ]),
    ...articles.map(({ slug }, i): [string, string | undefined] => [articlePath(slug), days[i]]),
    ...(await getLegal()).map(({ id, data }): [string, string | undefined] => [`/${id}`, data.changed]),
  ];
  const lines = pages.map(
    ([path, changed]) =>
      `<url><loc>${site.url}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>\n`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</urlset>\n`,
  );
};
