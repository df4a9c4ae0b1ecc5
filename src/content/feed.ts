import { site } from '../config/site.ts';
import { FEED_ARTICLES, feedHtml } from '../lib/feed.ts';
import { momentOf } from '../lib/publication.ts';
import { articlePath } from '../routes.ts';
import { getArticles } from './get.ts';
import { illustrated } from './pictures.ts';

/** The newest articles with their whole text, for feeds. */
export async function getFeed() {
  const articles = (await getArticles()).slice(0, FEED_ARTICLES);
  return Promise.all(
    articles.map(async (article) => {
      const { slug, title, description, category, by, date, updated } = article;
      const url = `${site.url}${articlePath(slug)}`;
      return {
        url,
        title,
        description,
        category,
        author: by.name,
        published: new Date(momentOf(date)),
        changed: updated ? new Date(momentOf(updated)) : undefined,
        html: feedHtml((await illustrated(article)).html, url),
      };
    }),
  );
}
