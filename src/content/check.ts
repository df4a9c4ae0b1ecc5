import type { Site } from '../config/site-schema.ts';
import { allOf, isReadable, Mistake, readable } from '../lib/mistake.ts';
import { momentOf } from '../lib/publication.ts';
import { articlePath, feeds, routes } from '../routes.ts';
import { addressedIn, addressesOf, pageAddresses } from './addresses.ts';
import { checkMarkdown } from './check-markdown.ts';
import { checkFileNames, picturesIn, textsIn, unreadablePictures } from './files.ts';
import { now } from './now.ts';
import { outlineIn, placeIn, readContent } from './read.ts';
import { knownBefore, readRedirects } from './redirects.ts';
import { checkReferences } from './references.ts';

/** Astro loads its configuration and its collections as two sets of modules, which have only this in common. */
const shared = globalThis as { checkedContent?: { root: string; content: ReturnType<typeof readContent> } };

/** The content as it was when it was last checked: a build reads thousands of articles once, and not for each step. */
export const checkedContent = (root: string, site: Site) =>
  shared.checkedContent?.root === root ? shared.checkedContent.content : readContent(root, site);

/** All of it, and whether its pictures can be read. */
export async function checkContentAndPictures(root: string, site: Site): Promise<void> {
  const unreadable = await unreadablePictures(root);
  allOf([
    () => checkContent(root, site),
    () => {
      if (unreadable.length > 0) throw new Mistake(unreadable.join('\n'));
    },
  ]);
}

/** Reads everything below `content/`, and throws every mistake in it at once, a sentence each. */
export function checkContent(root: string, site: Site): void {
  const content = readContent(root, site);
  shared.checkedContent = { root, content };
  const isRead = isReadable(() => allOf<unknown>(Object.values(content)));
  allOf<unknown>([
    () => checkFileNames(root),
    ...Object.values(content),
    () =>
      checkReferences(
        content,
        (folder) => picturesIn(root, folder),
        (file, path) => placeIn(root, file, path),
      ),
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
  const read = new Set(articles.map(({ file }) => file));
  const unread = textsIn(root, 'content/posts').filter((name) => !read.has(`content/posts/${name}`));
  const unjudged = [...unreadableLists(content), ...unread.map(addressOf)];
  const at = (moment: number) =>
    new Map<string, ReadonlySet<string>>([
      ...addressesOf(known, moment),
      ...Object.keys(feeds).map((path) => [path, new Set<string>()] as const),
      ...unjudged.map((path) => [path, ANYWHERE] as const),
    ]);
  const pictures = new Set(picturesIn(root, 'content/posts'));
  const today = at(now());
  // A draft has no address yet, but its own headings are places.
  const atDraft = (id: string) => {
    const anchors = known.articles.find((article) => article.id === id)?.anchors;
    return new Map([...today, [articlePath(id), new Set(anchors)] as const]);
  };
  const addressesFor = ({ id, data }: (typeof articles)[number]) => {
    if (data.draft) return atDraft(id);
    return momentOf(data.date) > now() ? at(momentOf(data.date)) : today;
  };
  const sentences = [
    ...legal.map((entry) => ({
      ...entry,
      own: `/${entry.id}`,
      addresses: today,
      pictures: new Set<string>(),
      isDraft: false,
    })),
    ...articles.map((entry) => ({
      ...entry,
      own: articlePath(entry.id),
      addresses: addressesFor(entry),
      pictures,
      isDraft: entry.data.draft,
    })),
    // Their fields are wrong, and told of elsewhere; whether they are drafts is not known.
    ...unread
      .flatMap((name) => readable(() => [{ name, outline: outlineIn(root, `content/posts/${name}`) }]))
      .map(({ name, outline }) => ({
        ...{ file: `content/posts/${name}`, outline, own: addressOf(name) },
        ...{ addresses: today, pictures, isDraft: true },
      })),
  ].flatMap(({ file, outline, own, addresses, pictures, isDraft }) =>
    outline ? checkMarkdown(file, outline, { addresses, own, pictures, isDraft, origin: site.url }) : [],
  );
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
}

/** Of what cannot be read, nobody can say that a link to it is wrong. */
const ANYWHERE: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

function unreadableLists(content: ReturnType<typeof readContent>): string[] {
  const lists = {
    [routes.services]: content.services,
    [routes.caseStudies]: content['case-studies'],
    [routes.faq]: content.faq,
  };
  return Object.entries(lists).flatMap(([path, list]) => (isReadable(list) ? [] : [path]));
}

const addressOf = (name: string) => articlePath(name.replace(/\.md$/, ''));
