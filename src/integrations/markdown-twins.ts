import { formatDay } from '../lib/dates.ts';
import { isPublished } from '../lib/publication.ts';
import { articlePath, markdownPath } from '../routes.ts';
import type { SiteContent } from './content.ts';

/** Each published article and each legal text as Markdown, by its address. */
export function markdownTwins({ current, site, asOf }: SiteContent): [address: string, text: string][] {
  const people = new Map(current.people.map(({ id, data }) => [id, data.name]));
  const articles = current.posts.filter(({ data }) => isPublished(data, asOf));
  const { changed } = current.pages.shared.legal;
  const { by, revised } = current.pages.blog.article;
  const joined = (...parts: (string | undefined)[]) => {
    const text = parts.flatMap((part) => part?.trim() || []).join('\n\n');
    return `${text.replaceAll('](/', `](${site.url}/`)}\n`;
  };
  return [
    ...articles.map(({ id, data, body }): [string, string] => {
      const author = people.get(data.author ?? '') ?? site.founder.name;
      const line = [
        `${by} ${author}`,
        formatDay(data.date, 'long'),
        ...(data.updated ? [`${revised} ${formatDay(data.updated, 'long')}`] : []),
      ].join(' · ');
      return [markdownPath(articlePath(id)), joined(`# ${data.title}`, data.subtitle, line, body)];
    }),
    ...current.legal.map(({ id, data, body }): [string, string] => {
      const line = `${changed} ${formatDay(data.changed, 'long')}`;
      return [markdownPath(`/${id}`), joined(`# ${data.title}`, line, data.summary, body)];
    }),
  ];
}
