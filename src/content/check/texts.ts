import type { Site } from '../../config/site-schema.ts';
import { type Dated, momentOf } from '../../lib/publication.ts';
import { articlePath, feeds, routes } from '../../routes.ts';
import type { Entry, Text } from '../entries.ts';
import { type Addressed, type Addresses, addressesOf } from './addresses.ts';
import { checkMarkdown } from './text.ts';

/** A sentence for each mistake in a text. A link must lead to a page that exists when the text is published. */
export function mistakesInTexts(
  content: Addressed,
  { url: origin }: Site,
  asOf: number,
  picturesBeside: string[],
): string[] {
  const { posts, legal } = content;
  const unjudged = [
    ...unreadLists(content),
    ...posts.texts.flatMap(({ entry, name }) => (entry ? [] : articlePath(name))),
  ];
  const at = (moment: number): Addresses =>
    new Map([
      ...addressesOf(content, moment),
      ...Object.keys(feeds).map((path) => [path, new Set<string>()] as const),
      ...unjudged.map((path) => [path, ANYWHERE] as const),
    ]);
  const today = at(asOf);
  const addressesFor = ({ entry, outline }: Text<Entry<Dated>>) => {
    // A draft has no address yet, but its own headings are places.
    if (entry?.data.draft) return new Map([...today, [articlePath(entry.id), new Set(outline.anchors)]]);
    return entry && momentOf(entry.data.date) > asOf ? at(momentOf(entry.data.date)) : today;
  };
  const pictures = new Set(picturesBeside);
  return [
    ...legal.texts.flatMap(({ file, name, outline }) => {
      const own = { addresses: today, own: `/${name}`, pictures: new Set<string>() };
      return checkMarkdown(file, outline, { ...own, isDraft: false, origin });
    }),
    ...posts.texts.flatMap((text) => {
      const own = { addresses: addressesFor(text), own: articlePath(text.name), pictures };
      // With wrong fields, it is unknown whether this is a draft.
      return checkMarkdown(text.file, text.outline, {
        ...own,
        isDraft: text.entry ? text.entry.data.draft : true,
        origin,
      });
    }),
  ];
}

/** Do not report links to files that failed to parse. */
const ANYWHERE: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

function unreadLists({ services, faq, ...content }: Addressed): string[] {
  const lists = {
    [routes.services]: services,
    [routes.caseStudies]: content['case-studies'],
    [routes.faq]: faq,
  };
  return Object.entries(lists).flatMap(([path, { isWhole }]) => (isWhole ? [] : [path]));
}
