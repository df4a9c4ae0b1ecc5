import { articlePages } from '../../lib/article-pages.ts';
import { categorySlug } from '../../lib/category.ts';
import { type Dated, isPublished } from '../../lib/publication.ts';
import { articlePath, articlesPath, ENQUIRY_ANCHOR, routes } from '../../routes.ts';
import type { Collected, CollectedTexts, Entry } from '../entries.ts';

/** Everything that has an address, or an anchor that a link may name. */
export interface Addressed extends Record<'services' | 'case-studies' | 'faq', Collected<{ id: string }>> {
  posts: CollectedTexts<Entry<Dated & { category: string; featured: boolean }>>;
  legal: CollectedTexts<Entry<unknown>>;
  categories: string[];
}

/** Each page with the anchors that a link may name. */
export type Addresses = ReadonlyMap<string, ReadonlySet<string>>;

/** Every page that exists at a moment. */
export function addressesOf(content: Addressed, moment: number): Addresses {
  const idsOf = ({ entries }: Collected<{ id: string }>) => new Set(entries.map(({ id }) => id));
  const addresses = new Map<string, ReadonlySet<string>>(
    Object.values(routes).map((path) => [path, new Set()]),
  );
  addresses
    .set(routes.services, idsOf(content.services))
    .set(routes.faq, idsOf(content.faq))
    .set(routes.contact, new Set([ENQUIRY_ANCHOR]));
  if (content['case-studies'].entries.length > 0)
    addresses.set(routes.caseStudies, idsOf(content['case-studies']));
  else addresses.delete(routes.caseStudies);
  for (const { entry, outline } of content.legal.texts)
    if (entry) addresses.set(`/${entry.id}`, new Set(outline.anchors));
  const published = content.posts.texts.flatMap(({ entry, outline }) =>
    entry && isPublished(entry.data, moment) ? [{ ...entry, outline }] : [],
  );
  for (const { id, outline } of published) addresses.set(articlePath(id), new Set(outline.anchors));
  const lists = articlePages(
    published.map(({ data }) => data),
    content.categories,
  );
  for (const { page, category } of lists)
    addresses.set(articlesPath(page, category && categorySlug(category)), new Set());
  return addresses;
}
