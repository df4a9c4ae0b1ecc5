/** Warns of every claim whose review date has passed. The site still builds: a warning is for the owner. */
import { site } from '../src/config/site.ts';
import { overdueClaims } from '../src/content/overdue.ts';
import { readContent } from '../src/content/read.ts';
import { sentenceOf } from '../src/content/unfinished.ts';

const today = new Date().toISOString().slice(0, 10);
const claims = readContent(process.cwd(), site)
  .claims()
  .map(({ data }) => data);
for (const claim of overdueClaims(claims, today)) console.warn(`Warning: ${sentenceOf(claim)}`);
