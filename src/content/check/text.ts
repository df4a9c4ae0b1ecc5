import { extname } from 'node:path';
import type { Outline } from '../markdown/outline.ts';
import type { Addresses } from './addresses.ts';

/** The pictures that the build can read. */
export const PICTURES = ['.avif', '.jpg', '.jpeg', '.png', '.webp'];
/** Pictures that it can read only on some machines. */
const HEIC = ['.heic', '.heif'];

export const isPicture = (name: string) => [...PICTURES, ...HEIC].includes(extname(name).toLowerCase());

export interface Known {
  addresses: Addresses;
  /** The address of the text itself. */
  own: string;
  /** The pictures beside it. */
  pictures: ReadonlySet<string>;
  /** A draft may hold placeholders. */
  isDraft?: boolean;
  /** The address of the site: a link that spells it out is one of ours. */
  origin: string;
}

/** A sentence for each thing in a text that would not work on the page. */
export function checkMarkdown(file: string, outline: Outline, known: Known): string[] {
  const say = (line: number, found: string, wanted: string) =>
    `${file}: line ${line}: ${found}; wanted: ${wanted}.`;
  return [
    ...outline.links.flatMap(({ url, line }) => {
      const mistake = mistakeOfLink(url, known);
      return mistake ? [say(line, ...mistake)] : [];
    }),
    ...outline.pictures.flatMap(({ url, alt, line }) => {
      const mistake = mistakeOfPicture(url, alt, known);
      return mistake ? [say(line, ...mistake)] : [];
    }),
    ...outline.headings.flatMap(({ depth, text, line }, i) => {
      if (depth === 1)
        return [say(line, `‘${text}’ is a heading of the first level, as the title is`, '## in front of it')];
      const above = outline.headings[i - 1]?.depth ?? 1;
      return depth > above + 1
        ? [
            say(
              line,
              `‘${text}’ skips a level of headings`,
              `${'#'.repeat(above + 1)} in place of ${'#'.repeat(depth)}`,
            ),
          ]
        : [];
    }),
    ...outline.ledgers.map((mistake) => `${file}: ${mistake}`),
    ...outline.refused.map(({ found, wanted, line }) => say(line, found, wanted)),
    ...(known.isDraft ? [] : outline.unfinished).map(({ found, line }) =>
      say(line, `the text holds ‘${found}’`, 'a text that is finished, or `draft: true`'),
    ),
  ];
}

function mistakeOfLink(url: string, known: Known): [found: string, wanted: string] | undefined {
  // A token is filled in later; what it stands for was checked with the configuration.
  if (/^(mailto:|tel:|\{)/.test(url)) return undefined;
  const inside = url === known.origin ? '/' : url.replace(`${known.origin}/`, '/');
  if (/^https?:\/\/[^/.]+\.[^/]/.test(inside)) return undefined;
  if (!/^[/#](?!\/)/.test(inside))
    return [`the link ‘${url}’ leads nowhere`, 'an address that begins with /, # or https://'];
  const [, path = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(inside) ?? [];
  const places = known.addresses.get(path || known.own);
  if (!places) return [`there is no page ${path}`, nearest(path, [...known.addresses.keys()])];
  if (fragment === undefined || places.has(decoded(fragment))) return undefined;
  return [
    `the page ${path || known.own} has no place #${fragment}`,
    places.size > 0 ? nearest(fragment, [...places], '#') : 'the address without #',
  ];
}

function mistakeOfPicture(
  url: string,
  alt: string,
  known: Known,
): [found: string, wanted: string] | undefined {
  const name = decoded(url);
  if (alt === '')
    return [
      `the picture ${name} has no description for those who cannot see it`,
      `![what it shows](${name})`,
    ];
  if (/^(https?:)?\/\//.test(url))
    return [
      `the picture ${name} lies on another site, which the security policy refuses`,
      'a copy beside the text',
    ];
  if (!isPicture(name))
    return [`the picture ${name} is of a kind the build cannot read`, PICTURES.join(', ')];
  if (known.pictures.has(name.replace(/^\.\//, ''))) return undefined;
  return [`there is no picture ${name} beside the text`, nearest(name, [...known.pictures])];
}

/** A percent sign without a valid code stays as it is. */
export function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** The names that share the longest beginning or end with what was written. */
function nearest(written: string, names: string[], mark = ''): string {
  const likeness = (name: string) => {
    let [start, end] = [0, 0];
    while (start < name.length && name[start] === written[start]) start += 1;
    while (end < name.length && name.at(-1 - end) === written.at(-1 - end)) end += 1;
    return Math.max(start, end);
  };
  const found = names.toSorted((a, b) => likeness(b) - likeness(a)).slice(0, 3);
  return found.length > 0
    ? `an existing one, such as ${found.map((name) => mark + name).join(', ')}`
    : 'one that exists';
}
