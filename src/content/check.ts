import type { Site } from '../config/site-schema.ts';
import { allOf, Mistake, readable } from '../lib/mistake.ts';
import { momentOf } from '../lib/publication.ts';
import { articlePath, feeds, routes } from '../routes.ts';
import { addressedIn, addressesOf, pageAddresses } from './addresses.ts';
import { checkMarkdown } from './check-markdown.ts';
import { checkFileNames, picturesIn, textsIn } from './files.ts';
import { now } from './now.ts';
import { readContent } from './read.ts';
import { knownBefore, readRedirects } from './redirects.ts';
import { checkReferences } from './references.ts';

/** Astro loads its configuration and its collections as two sets of modules, which have only this in common. */
const shared = globalThis as { checkedContent?: ReturnType<typeof readContent> };

/** The content as it was when it was last checked: a build reads thousands of articles once, and not for each step. */
export const checkedContent = (root: string, site: Site) => shared.checkedContent ?? readContent(root, site);

/** Reads everything below `content/`, and throws every mistake in it at once, a sentence each. */
export function checkContent(root: string, site: Site): void {
  const content = readContent(root, site);
  shared.checkedContent = content;
  const isRead = isRight(() => allOf<unknown>(Object.values(content)));
  allOf<unknown>([
    () => checkFileNames(root),
    ...Object.values(content),
    () => checkReferences(content, picturesIn(root, 'content/people')),
    () => checkTexts(root, site, content),
    // Where an address leads can be told once all that has one is right.
    () =>
      isRead &&
      readRedirects(
        root,
        knownBefore(() => pageAddresses(root, site, content), site.url),
      ),
  ]);
}

/** Links, pictures and headings of all texts, against all that there is when each of them can be read. */
function checkTexts(root: string, site: Site, content: ReturnType<typeof readContent>): void {
  const [articles, legal] = [readable(content.posts), readable(content.legal)];
  const known = addressedIn(root, content);
  const unjudged = unreadable(root, content);
  const at = (moment: number) =>
    new Map<string, ReadonlySet<string>>([
      ...addressesOf(known, moment),
      ...Object.keys(feeds).map((path) => [path, new Set<string>()] as const),
      ...unjudged.map((path) => [path, ANYWHERE] as const),
    ]);
  const pictures = new Set(picturesIn(root, 'content/posts'));
  const today = at(now());
  const sentences = [
    ...legal.map((entry) => ({
      ...entry,
      own: `/${entry.id}`,
      addresses: today,
      pictures: new Set<string>(),
    })),
    ...articles.map((entry) => ({
      ...entry,
      own: articlePath(entry.id),
      addresses: momentOf(entry.data.date) > now() ? at(momentOf(entry.data.date)) : today,
      pictures,
    })),
  ].flatMap(({ file, outline, own, addresses, pictures }) =>
    outline ? checkMarkdown(file, outline, { addresses, own, pictures, origin: site.url }) : [],
  );
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
}

/** Of what cannot be read, nobody can say that a link to it is wrong. */
const ANYWHERE: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

function unreadable(root: string, content: ReturnType<typeof readContent>): string[] {
  const lists = {
    [routes.services]: content.services,
    [routes.caseStudies]: content['case-studies'],
    [routes.faq]: content.faq,
  };
  const read = new Set(readable<{ file: string }>(content.posts).map(({ file }) => file));
  return [
    ...Object.entries(lists).flatMap(([path, list]) => (isRight(list) ? [] : [path])),
    ...textsIn(root, 'content/posts')
      .filter((name) => !read.has(`content/posts/${name}`))
      .map((name) => articlePath(name.replace(/\.md$/, ''))),
  ];
}

function isRight(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Mistake) return false;
    throw error;
  }
}
