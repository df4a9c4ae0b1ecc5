import type { Redirect } from '../schemas/redirect.ts';
import { GONE } from '../server/http/files.ts';

/** The table of addresses that changed by the name of the file below dist/: for our server, and for static hosts. */
export function redirectFiles(redirects: readonly Redirect[]): Record<string, string> {
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
