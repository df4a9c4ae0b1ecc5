import { partsOf } from '../lib/target.ts';
import type { Redirect } from '../schemas/redirect.ts';
import { GONE } from '../server/http/files.ts';

/**
 * The one table of addresses that changed, in the language of each server, by the name of the file below dist/. All of
 * them answer alike: 308 with the visitor's query passed on, or 410; a slash at the end makes no difference; only GET
 * and HEAD are answered. 308 is what the slash at the end of a page's address is answered with as well.
 */
export function redirectFiles(redirects: readonly Redirect[]): Record<string, string> {
  return {
    'redirects.json': `${JSON.stringify(redirects, null, 2)}\n`,
    'client/_redirects': forHosts(redirects),
    'nginx/redirects.conf': forNginx(redirects),
    'caddy/redirects.conf': forCaddy(redirects),
  };
}

/** Each address as visitors may have written it down. */
const bothWays = (from: string) => [from, `${from}/`];

const eachWay = (redirects: readonly Redirect[], write: (from: string, to: string | undefined) => string) =>
  redirects.flatMap(({ from, to }) => bothWays(from).map((one) => `${write(one, to)}\n`)).join('');

const TITLE = '# Addresses that changed (content/redirects.yaml).\n';

/** Hosts pass on the query by themselves. */
function forHosts(redirects: readonly Redirect[]): string {
  const note =
    '# Netlify answers 410. Cloudflare Pages does not know it: it skips these lines, warns, and answers 404.\n';
  const rules = eachWay(redirects, (from, to) =>
    to === undefined ? `${from} /${GONE}.html ${GONE}` : `${from} ${to} 308`,
  );
  return TITLE + (redirects.some(({ gone }) => gone) ? note : '') + rules;
}

/** Exact locations: they come before every pattern, and unlike a map they tell capitals from small letters. */
function forNginx(redirects: readonly Redirect[]): string {
  const locations = eachWay(redirects, (from, to) => {
    const [address, place] = partsOf(to ?? '');
    const answer = to === undefined ? `return ${GONE};` : `return 308 "${address}$is_args$args${place}";`;
    return `location = ${from} {\n  if ($is_written) {\n    return 405;\n  }\n  ${answer}\n}`;
  });
  return TITLE + locations;
}

/** A map, because its keys are compared to the letter, and a matcher for each address would be asked at every request. */
function forCaddy(redirects: readonly Redirect[]): string {
  // Caddy refuses a map without rows.
  if (redirects.length === 0) return TITLE;
  const rows = eachWay(redirects, (from, to) => {
    const [address, place] = partsOf(to ?? GONE);
    return `  ${from} "${address}" "${place}"`;
  });
  return `${TITLE}map {path} {moved_to} {moved_place} {
${rows}  default "" ""
}
map {query} {moved_query} {
  ~^(.+)$ "?\${1}"
  default ""
}
@moved not vars {moved_to} ""
route @moved {
  @moved_written not method GET HEAD
  header @moved_written Allow "GET, HEAD"
  error @moved_written 405
  @moved_gone vars {moved_to} ${GONE}
  error @moved_gone ${GONE}
  redir {moved_to}{moved_query}{moved_place} 308
}
`;
}
