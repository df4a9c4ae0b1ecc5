import { site } from '../../src/config/site.ts';
import { readContent, readPage } from '../../src/content/read.ts';
import { isPublished, newestFirst } from '../../src/lib/publication.ts';
import type { Claim } from '../../src/schemas/claim.ts';
import type { Page, PageName } from '../../src/schemas/pages.ts';

/** The words that the built site was made from, read anew from content/. */
export const content = readContent(process.cwd(), site);

export const wordsOf = <Name extends PageName>(name: Name): Page<Name> => readPage(process.cwd(), site, name);

/** All articles that are published, the newest first. */
export const articles = () =>
  content
    .posts()
    .filter(({ data }) => isPublished(data, Date.now()))
    .sort((a, b) => newestFirst(a.data, b.data));

/** Who wrote an article: the founder, unless it names another. */
export const authorOf = ({ author }: { author?: string | undefined }) =>
  content.people().find(({ id }) => id === author)?.data ?? site.founder;

/** As the list shows them: the newest featured one first. */
export function listedArticles() {
  const all = articles();
  const first = all.find(({ data }) => data.featured);
  return all.toSorted((a, b) => Number(b === first) - Number(a === first));
}

export function claimOf(id: string): Claim {
  const claim = content.claims().find((entry) => entry.id === id);
  if (!claim) throw new Error(`content/claims.yaml holds no claim ‘${id}’.`);
  return claim.data;
}
