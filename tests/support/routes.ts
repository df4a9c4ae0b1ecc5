import { site } from '../../src/config/site.ts';
import { readContent } from '../../src/content/read.ts';
import { isPublished } from '../../src/lib/publication.ts';
import { articlePath, routes } from '../../src/routes.ts';

/** Every page that answers 200, the published articles of content/ among them. */
export function everyRoute(root = process.cwd()): string[] {
  const content = readContent(root, site);
  const articles = content.posts().filter(({ data }) => isPublished(data, Date.now()));
  const hasStudies = content['case-studies']().length > 0;
  return [
    ...Object.values(routes).filter((path) => path !== routes.caseStudies || hasStudies),
    ...articles.map(({ id }) => articlePath(id)),
  ];
}
