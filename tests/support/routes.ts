import { site } from '../../src/config/site.ts';
import { readContent } from '../../src/content/read.ts';
import { isPublished } from '../../src/lib/publication.ts';
import { articlePath, routes } from '../../src/routes.ts';

/** Every page that answers 200, the published articles of content/ among them. */
export function everyRoute(root = process.cwd()): string[] {
  const articles = readContent(root, site)
    .posts()
    .filter(({ data }) => isPublished(data, Date.now()));
  return [...Object.values(routes), ...articles.map(({ id }) => articlePath(id))];
}
