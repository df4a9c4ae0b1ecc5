import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSite } from '../../src/config/site.ts';
import { isPublished, newestFirst } from '../../src/lib/publication.ts';
import { articlePath, enquiryPath, routes } from '../../src/routes.ts';
import type { Page, PageName } from '../../src/schemas/pages.ts';

export type Firm = Awaited<ReturnType<typeof readFirm>>;

/** The words that a site is made from, read again from its `content/` by its own code: its form may have other fields. */
export async function readFirm(root: string, code = root) {
  const site = parseSite((await import(/* @vite-ignore */ join(root, 'site.config.ts'))).default);
  const { readContent }: typeof import('../../src/content/load.ts') = await import(
    /* @vite-ignore */ join(code, 'src/content/load.ts')
  );
  const { enquiryFields }: typeof import('../../src/lib/enquiry.ts') = await import(
    /* @vite-ignore */ join(code, 'src/lib/enquiry.ts')
  );
  const { content } = readContent(root, site);
  /** Published, the newest first. */
  const articles = () =>
    content.posts
      .filter(({ data }) => isPublished(data, Date.now()))
      .sort((a, b) => newestFirst(a.data, b.data));
  return {
    root,
    site,
    content,
    enquiryFields,
    articles,
    /** The same words for a firm that is set up otherwise. */
    contentWith: (changes: Partial<typeof site>) => readContent(root, { ...site, ...changes }).content,
    wordsOf<Name extends PageName>(name: Name): Page<Name> {
      const words = content.pages[name];
      if (!words) throw new Error(`content/pages/${name}.yaml cannot be read.`);
      return words;
    },
    /** As the list shows them: the newest featured one first. */
    listedArticles() {
      const all = articles();
      const first = all.find(({ data }) => data.featured);
      return all.toSorted((a, b) => Number(b === first) - Number(a === first));
    },
    /** Who wrote an article: the founder, unless it names another. */
    authorOf: ({ author }: { author?: string | undefined }) =>
      content.people.find(({ id }) => id === author)?.data ?? site.founder,
    claimOf(id: string) {
      const claim = content.claims.find((entry) => entry.id === id);
      if (!claim) throw new Error(`content/claims.yaml holds no claim ‘${id}’.`);
      return claim.data;
    },
    /** Every page that answers 200, the published articles among them. */
    everyRoute: () => [
      ...Object.values(routes).filter(
        (path) => path !== routes.caseStudies || content['case-studies'].length > 0,
      ),
      ...articles().map(({ id }) => articlePath(id)),
    ],
    /** Where a meeting is asked for: a firm without a booking page is written to. */
    meeting: site.bookingUrl ?? enquiryPath,
    /** A file of the built site, by its address. */
    built: (path: string) => join(root, 'dist/client', path),
    /** The HTML of a built page, by its address. */
    html: (path: string) =>
      readFileSync(join(root, 'dist/client', `${path === routes.home ? '/index' : path}.html`), 'utf8'),
  };
}

/** The fixture as it is written, for tests that need its words and no site. */
export const readFixture = () => readFirm(resolve('tests/other-firm'), process.cwd());
