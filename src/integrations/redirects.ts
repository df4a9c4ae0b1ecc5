import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { checkTargets, type Listed } from '../content/check/redirects.ts';
import { splitTarget } from '../lib/redirect-target.ts';
import type { Redirect } from '../schemas/redirect.ts';
import { addressOf, GONE, HASHED, types } from '../server/http/files.ts';

/**
 * Checks the table for what only a build can tell: which files there are, and which places on a page. The name of a file in
 * /_astro/ may change with the next build: nothing may lead there.
 */
export function checkBuiltTargets(
  table: readonly Listed[],
  names: string[],
  pages: ReadonlyMap<string, string>,
): void {
  const files = new Map(
    names.filter((name) => extname(name) in types).map((name) => [addressOf(name), name]),
  );
  checkTargets(table, {
    has: (path) => files.has(path) && !path.startsWith(HASHED),
    hasPlace: (path, id) => pages.get(files.get(path) ?? '')?.includes(` id="${id}"`) ?? false,
  });
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

/** The redirects in development. */
export function redirectInDevelopment(
  table: readonly Listed[],
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const found = table.find(({ redirect }) => redirect.from === pathname)?.redirect;
  if (found?.to !== undefined) {
    const [address, place] = splitTarget(found.to);
    response.writeHead(308, { location: address + search + place, 'cache-control': 'no-cache' }).end();
    return;
  }
  if (found) request.url = `/${GONE}`;
  next();
}
