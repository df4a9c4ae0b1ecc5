/** Prints every mistake in content/ and site.config.ts; without any, warns of overdue claims and renamed articles. */
import { loadContentAndPictures } from '../src/content/load.ts';
import { renamedArticles } from '../src/content/renamed.ts';
import { overdueClaims, sentenceOf } from '../src/content/unfinished.ts';
import { Mistake } from '../src/lib/mistake.ts';

const root = process.cwd();
try {
  const { site } = await import('../src/config/site.ts');
  const content = await loadContentAndPictures(root, site);
  const today = new Date().toISOString().slice(0, 10);
  const claims = content.claims.map(({ data }) => data);
  const articles = content.posts.map(({ id }) => id);
  const redirects = content.redirects.map(({ redirect }) => redirect);
  for (const warning of [...overdueClaims(claims, today), ...renamedArticles(root, articles, redirects)])
    console.warn(`Warning: ${sentenceOf(warning)}`);
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
