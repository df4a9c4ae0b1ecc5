import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { site } from '../config/site.ts';
import { type Known, readRedirects } from '../content/redirects.ts';
import { readable } from '../lib/mistake.ts';
import { partsOf } from '../lib/redirect-target.ts';
import type { Redirect } from '../schemas/redirect.ts';
import { addressOf, GONE, HASHED, types } from '../server/http/files.ts';

/**
 * The table, checked for what only a build can tell: which files there are, and which places on a page. The rest has been
 * checked with all of content/. The name of a file in /_astro/ may change with the next build: nothing may lead there.
 */
export function checkedRedirects(
  root: string,
  names: string[],
  pages: ReadonlyMap<string, string>,
): Redirect[] {
  const files = new Map(
    names.filter((name) => extname(name) in types).map((name) => [addressOf(name), name]),
  );
  const known: Known = {
    has: (path) => files.has(path) && !path.startsWith(HASHED),
    hasPlace: (path, id) => pages.get(files.get(path) ?? '')?.includes(` id="${id}"`) ?? false,
    origin: site.url,
  };
  return readRedirects(root, known);
}

/** The table by the name of the file below dist/: for our server, and for static hosts. */
export function redirectFiles(redirects: readonly Redirect[]) {
  return {
    'redirects.json': `${JSON.stringify(redirects, null, 2)}\n`,
    'client/_redirects': forHosts(redirects),
  };
}

/** With a slash at the end and without. Hosts pass on the query by themselves. */
function forHosts(redirects: readonly Redirect[]): string {
  const title = '# Addresses that changed (content/redirects.yaml).\n';
  const note =
    '# Netlify answers 410. Cloudflare Pages does not know it: it skips these lines, warns, and answers 404.\n';
  const rules = redirects.flatMap(({ from, to }) =>
    [from, `${from}/`].map((one) =>
      to === undefined ? `${one} /${GONE}.html ${GONE}\n` : `${one} ${to} 308\n`,
    ),
  );
  return title + (redirects.some(({ gone }) => gone) ? note : '') + rules.join('');
}

/** In development: a table with a mistake, which is shown with the rest of the content, leads nowhere meanwhile. */
export function redirectInDevelopment(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const table = readable(() => readRedirects(root, { has: () => undefined, origin: site.url }));
  const found = table.find(({ from }) => from === pathname);
  if (found?.to !== undefined) {
    const [address, place] = partsOf(found.to);
    response.writeHead(308, { location: address + search + place, 'cache-control': 'no-cache' }).end();
    return;
  }
  if (found) request.url = `/${GONE}`;
  next();
}
