import { site } from '../config/site.ts';
import { checkedContent } from '../content/check.ts';
import { now } from '../content/now.ts';
import { readPage } from '../content/read.ts';
import { formatDay } from '../lib/dates.ts';
import { isPublished } from '../lib/publication.ts';
import { articlePath, markdownPath } from '../routes.ts';

/** Each published article and each legal text as Markdown, by its address. */
export function markdownTwins(root: string): [address: string, text: string][] {
  const content = checkedContent(root, site);
  const people = new Map(content.people().map(({ id, data }) => [id, data.name]));
  const articles = content.posts().filter(({ data }) => isPublished(data, now()));
  const { changed } = readPage(root, site, 'shared').legal;
  const { by, revised } = readPage(root, site, 'blog').article;
  return [
    ...articles.map(({ id, data, body }): [string, string] => {
      const author = people.get(data.author ?? '') ?? site.founder.name;
      const line = [
        `${by} ${author}`,
        formatDay(data.date, 'long'),
        ...(data.updated ? [`${revised} ${formatDay(data.updated, 'long')}`] : []),
      ].join(' · ');
      return [markdownPath(articlePath(id)), joined([`# ${data.title}`, data.subtitle, line, body])];
    }),
    ...content.legal().map(({ id, data, body }): [string, string] => {
      const line = `${changed} ${formatDay(data.changed, 'long')}`;
      return [markdownPath(`/${id}`), joined([`# ${data.title}`, line, data.summary, body])];
    }),
  ];
}

const joined = (parts: (string | undefined)[]) => {
  const text = parts.flatMap((part) => part?.trim() || []).join('\n\n');
  return `${text.replaceAll('](/', `](${site.url}/`)}\n`;
};
