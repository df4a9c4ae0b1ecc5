import type { Claim } from '../schemas/claim.ts';
import type { Entry } from './entries.ts';
import type { Content } from './load.ts';

/** Something in a file that its owner has yet to settle. */
export interface Unfinished {
  file: string;
  what: string;
  how: string;
}

export const sentenceOf = ({ file, what, how }: Unfinished): string => `${file}: ${what}; ${how}.`;

/** Each claim whose review was due before the given day. */
export const overdueClaims = (claims: Claim[], today: string): Unfinished[] =>
  claims
    .filter(({ reviewBy }) => reviewBy && reviewBy < today)
    .map(({ id, wording, reviewBy }) => ({
      file: 'content/claims.yaml',
      what: `the claim \`${id}\` (‘${wording}’) was to be reviewed by ${reviewBy}`,
      how: 'check its basis, then set new days for `asOf` and `reviewBy`',
    }));

/** Each thing that still is an example, in the order of the files. */
export function findExamples({
  claims,
  pages,
  redirects: _,
  addresses: __,
  ...content
}: Content): Unfinished[] {
  const screens = Object.entries(pages).map(([id, data]) => ({ id, file: `content/pages/${id}.yaml`, data }));
  const entries: Entry<unknown>[] = [claims, screens, ...Object.values(content)].flat();
  return entries.flatMap(({ id, file, data }) =>
    placesIn(data).map((path) => {
      const place = [file.includes(id) ? '' : id, path].filter(Boolean).join('.');
      return {
        file,
        what: `${place ? `\`${place}\`` : 'the whole file'} is an example`,
        how: `replace or check it${checkOf(file)}, then write \`status: confirmed\``,
      };
    }),
  );
}

/** How to check each kind of file. */
const checks = {
  'content/claims.yaml': ' against its basis',
  'content/faq.yaml': ' against what you do and agree',
  'content/case-studies/': ' with the client',
  'content/legal/': ' against its source, with a lawyer',
  'content/people/': ' with the person',
  'content/posts/': ' with its author, whose experience it describes',
  'content/services/': ' against what you deliver',
};
const checkOf = (file: string) => Object.entries(checks).find(([start]) => file.startsWith(start))?.[1] ?? '';

/** The paths of all groups within a value that call themselves an example. */
function placesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => placesIn(item, path ? `${path}.${key}` : key));
  return 'status' in value && value.status === 'example' ? [path, ...inner] : inner;
}

/** Reserved names (RFC 2606, RFC 6761): a site with such an address is not public. */
export const isReserved = (url: string): boolean =>
  /(^|\.)(example|test|invalid|localhost|local|internal|example\.(com|net|org))$|^[\d.]+$|^\[/.test(
    new URL(url).hostname,
  );
