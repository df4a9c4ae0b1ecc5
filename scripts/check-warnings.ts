/** Warns of what the owner should look at: claims whose review date has passed, articles whose address was forgotten. */
import { site } from '../src/config/site.ts';
import { overdueClaims } from '../src/content/overdue.ts';
import { readContent } from '../src/content/read.ts';
import { readRedirects } from '../src/content/redirects.ts';
import { renamedArticles } from '../src/content/renamed.ts';
import { sentenceOf } from '../src/content/unfinished.ts';

const root = process.cwd();
const today = new Date().toISOString().slice(0, 10);
const content = readContent(root, site);
const claims = content.claims().map(({ data }) => data);
const articles = content.posts().map(({ id }) => id);
const redirects = readRedirects(root, { has: () => undefined, origin: site.url });
for (const warning of [...overdueClaims(claims, today), ...renamedArticles(root, articles, redirects)])
  console.warn(`Warning: ${sentenceOf(warning)}`);
