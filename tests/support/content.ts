import { site } from '../../src/config/site.ts';
import { readContent } from '../../src/content/read.ts';
import type { Claim } from '../../src/schemas/claim.ts';
import type { Page, PageName } from '../../src/schemas/pages.ts';

/** The words that the built site was made from, read anew from content/. */
export const content = readContent(process.cwd(), site);

export function wordsOf<Name extends PageName>(name: Name): Page<Name> {
  const entry = content.pages().find(({ id }) => id === name);
  // The reader parsed this entry with the schema of that very name.
  return entry?.data as Page<Name>;
}

/** All articles, the newest first. */
export const articles = () => content.posts().sort((a, b) => b.data.date.localeCompare(a.data.date));

export function claimOf(id: string): Claim {
  const claim = content.claims().find((entry) => entry.id === id);
  if (!claim) throw new Error(`content/claims.yaml holds no claim ‘${id}’.`);
  return claim.data;
}
