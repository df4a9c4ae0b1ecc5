import type { Site } from '../config/site-schema.ts';
import { allOf, Mistake } from '../lib/mistake.ts';
import { momentOf } from '../lib/publication.ts';
import { articlePath, feedPaths } from '../routes.ts';
import { addressedIn, addressesOf, pageAddresses } from './addresses.ts';
import { checkMarkdown } from './check-markdown.ts';
import { checkFileNames, picturesIn } from './files.ts';
import { now } from './now.ts';
import { readContent } from './read.ts';
import { knownBefore, readRedirects } from './redirects.ts';
import { checkReferences } from './references.ts';

/** Reads everything below `content/`, and throws every mistake in it at once, a sentence each. */
export function checkContent(root: string, site: Site): void {
  const content = readContent(root, site);
  allOf([() => checkFileNames(root), ...Object.values(content)]);
  allOf([
    () => checkReferences(content, picturesIn(root, 'content/people')),
    () => checkTexts(root, site, content),
    () =>
      void readRedirects(
        root,
        knownBefore(() => pageAddresses(root, site), site.url),
      ),
  ]);
}

/** Links, pictures and headings of all texts, against all that there is when each of them can be read. */
function checkTexts(root: string, site: Site, content: ReturnType<typeof readContent>): void {
  const [articles, legal] = [content.posts(), content.legal()];
  const known = addressedIn(root, content);
  const at = (moment: number) =>
    new Map([...addressesOf(known, moment), ...feedPaths.map((path) => [path, new Set<string>()] as const)]);
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
