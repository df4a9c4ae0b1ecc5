import { site } from '../../src/config/site.ts';
import { readContent } from '../../src/content/read.ts';
import { articlePath, routes } from '../../src/routes.ts';

/** Every address that answers 200, the articles of content/ among them. */
export function everyRoute(root = process.cwd()): string[] {
  const articles = readContent(root, site).posts();
  return [...Object.values(routes), ...articles.map(({ id }) => articlePath(id))];
}
