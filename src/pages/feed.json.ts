import { site } from '../config/site.ts';
import { getFeed } from '../content/feed.ts';
import { getPage } from '../content/get.ts';
import { iconPath, jsonFeedPath, routes } from '../routes.ts';

/** https://www.jsonfeed.org/version/1.1/ */
export const GET = async () => {
  const { head } = await getPage('blog');
  const items = await getFeed();
  return new Response(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: `${head.title} | ${site.name}`,
      description: head.description,
      home_page_url: `${site.url}${routes.blog}`,
      feed_url: `${site.url}${jsonFeedPath}`,
      icon: `${site.url}${iconPath('icon-512')}`,
      language: 'en-GB',
      items: items.map(({ url, title, description, category, author, published, changed, html }) => ({
        id: url,
        url,
        title,
        summary: description,
        content_html: html,
        date_published: published.toISOString(),
        ...(changed && { date_modified: changed.toISOString() }),
        authors: [{ name: author }],
        tags: [category],
      })),
    }),
  );
};
