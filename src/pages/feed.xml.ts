import rss from '@astrojs/rss';
import { site } from '../config/site.ts';
import { getFeed } from '../content/feed.ts';
import { getPage } from '../content/get.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { feeds, routes, rssPath } from '../routes.ts';

export const GET = async () => {
  const { head } = await getPage('blog');
  const items = await getFeed();
  return rss({
    title: `${head.title} | ${site.name}`,
    description: head.description,
    site: `${site.url}${routes.blog}`,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom', dc: 'http://purl.org/dc/elements/1.1/' },
    customData: [
      '<language>en-gb</language>',
      `<atom:link href="${site.url}${rssPath}" rel="self" type="${feeds[rssPath]}"/>`,
    ].join(''),
    items: items.map(({ url, title, description, category, author, published, html }) => ({
      title,
      description,
      link: url,
      pubDate: published,
      categories: [category],
      content: html,
      customData: `<dc:creator>${escapeHtml(author)}</dc:creator>`,
    })),
  });
};
