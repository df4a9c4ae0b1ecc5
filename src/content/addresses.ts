import type { Site } from '../config/site-schema.ts';
import { articlePages } from '../lib/article-pages.ts';
import { categorySlug } from '../lib/category.ts';
import { readable } from '../lib/mistake.ts';
import { type Dated, isPublished } from '../lib/publication.ts';
import { articlePath, articlesPath, ENQUIRY_ANCHOR, routes } from '../routes.ts';
import { readCategories, readContent } from './read.ts';

interface Content {
  services: { id: string }[];
  studies: { id: string }[];
  questions: { id: string }[];
  legal: { id: string; anchors: string[] }[];
  articles: { id: string; anchors: string[]; data: Dated & { category: string; featured: boolean } }[];
  categories: string[];
}

/** Every page that there is at a moment, with the places on it that a link may name. */
export function addressesOf(content: Content, moment: number): Map<string, Set<string>> {
  const idsOf = (items: { id: string }[]) => new Set(items.map(({ id }) => id));
  const addresses = new Map<string, Set<string>>(Object.values(routes).map((path) => [path, new Set()]));
  addresses
    .set(routes.services, idsOf(content.services))
    .set(routes.faq, idsOf(content.questions))
    .set(routes.contact, new Set([ENQUIRY_ANCHOR]));
  if (content.studies.length > 0) addresses.set(routes.caseStudies, idsOf(content.studies));
  else addresses.delete(routes.caseStudies);
  for (const { id, anchors } of content.legal) addresses.set(`/${id}`, new Set(anchors));
  const published = content.articles.filter(({ data }) => isPublished(data, moment));
  for (const { id, anchors } of published) addresses.set(articlePath(id), new Set(anchors));
  const lists = articlePages(
    published.map(({ data }) => data),
    content.categories,
  );
  for (const { page, category } of lists)
    addresses.set(articlesPath(page, category && categorySlug(category)), new Set());
  return addresses;
}

/** The address of every page that a build makes, today or later. */
export const pageAddresses = (root: string, site: Site, content = readContent(root, site)): string[] => [
  ...addressesOf(addressedIn(root, content), Number.POSITIVE_INFINITY).keys(),
];

/** What has an address, or is a place that a link may name. */
export function addressedIn(root: string, content: ReturnType<typeof readContent>): Content {
  return {
    services: readable<{ id: string }>(content.services),
    studies: readable<{ id: string }>(content['case-studies']),
    questions: readable<{ id: string }>(content.faq),
    categories: readable(() => readCategories(root)),
    articles: readable(content.posts).map(({ id, data, outline }) => ({
      id,
      data,
      anchors: outline?.anchors ?? [],
    })),
    legal: readable(content.legal).map(({ id, outline }) => ({ id, anchors: outline?.anchors ?? [] })),
  };
}
