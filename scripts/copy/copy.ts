import { parse } from 'yaml';
import { unescapeHtml } from '../../src/lib/escape-html.ts';

export interface Rules {
  spellings: Record<string, string>;
  /** Includes the translated ones. */
  banned: string[];
  translated: string[];
  /** Allowed texts of a link to the booking page. */
  booking: string[];
  titles: { most: number };
  descriptions: { least: number; most: number };
}

/** Each sentence names the file and the line. */
export function checkWords(
  file: string,
  text: string,
  { spellings, banned }: Pick<Rules, 'spellings' | 'banned'>,
): string[] {
  return text.split('\n').flatMap((line, i) => {
    const words = wordsOf(file.endsWith('.yaml') ? line.replace(/^\s*#.*/, '') : line);
    const found = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').exec(words)?.[0];
    const at = `${file}:${i + 1}`;
    return [
      ...Object.entries(spellings).flatMap(([wrong, right]) => {
        const word = found(wrong);
        return word ? [`${at}: ‘${word}’; we write ‘${right}’.`] : [];
      }),
      ...banned.flatMap((phrase) => {
        const word = found(phrase);
        return word ? [`${at}: ‘${word}’ is banned (scripts/copy/rules.yaml).`] : [];
      }),
    ];
  });
}

/** Checks the texts of a program, without its comments. Spelling is not checked, because names are part of the code. */
export const checkProgram = (file: string, text: string, { banned }: Pick<Rules, 'banned'>): string[] =>
  checkWords(file, text.replace(COMMENT, blank), { banned, spellings: {} });

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
/** The lines stay where they are. */
const blank = (text: string) => text.replace(/.+/g, '');

/** A promise or a figure is written once, in content/claims.yaml; every other text refers to it. */
export function checkTypedClaims(
  file: string,
  text: string,
  claims: { id: string; wording: string }[],
): string[] {
  return claims
    .filter(({ wording }) => wording.includes(' '))
    .flatMap(({ id, wording }) => {
      const words = wording.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const typed = new RegExp(`(?<![\\w-])${words.join('\\s+')}(?![\\w-])`, 'gi');
      return [...text.matchAll(typed)].map(
        ({ index }) =>
          `${file}:${text.slice(0, index).split('\n').length}: ‘${wording}’ is a claim; write {claim.${id}}.`,
      );
    });
}

/** Every link to the booking page must read as the rules say. */
export const checkBooking = (
  { path, html }: BuiltPage,
  bookingUrl: string,
  { booking }: Pick<Rules, 'booking'>,
): string[] =>
  linksIn(html)
    // Without what a screen reader adds about the new tab.
    .map(({ href, label }) => ({ href, label: label.replace(/ ?\([^)]*\)/, '') }))
    .filter(({ href, label }) => href === bookingUrl && !booking.some((name) => label.endsWith(name)))
    .map(({ label }) => `${path}: ‘${label}’ leads to the booking page; we write ‘${booking[0]}’.`);

function linksIn(html: string): { href: string; label: string }[] {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, href = '', inner = '']) => ({
      href: unescapeHtml(href),
      label: textOf(inner.replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, ''))
        .replace(/\s+/g, ' ')
        .trim(),
    }),
  );
}

/** Names of fields, tokens and addresses are no copy, nor are the comments of YAML. */
const wordsOf = (line: string) =>
  line.replace(/^\s*(- )?[\w-]+:(\s|$)/, ' ').replace(/\{[^}]*\}|\S+@\S+|\(?(https?:\/\/|\/)\S+/g, ' ');

interface BuiltPage {
  path: string;
  html: string;
}

export function checkPages(pages: BuiltPage[], { titles, descriptions }: Rules): string[] {
  return pages.flatMap(({ path, html }) => {
    const title = textOf(/<title>([^<]*)/.exec(html)?.[1] ?? '');
    const description = textOf(/<meta name="description" content="([^"]*)/.exec(html)?.[1] ?? '');
    const within = description.length >= descriptions.least && description.length <= descriptions.most;
    return [
      ...(title.length > titles.most
        ? [`${path}: the title has ${title.length} characters, ${titles.most} are shown: ${title}`]
        : []),
      ...(within
        ? []
        : [
            `${path}: the description has ${description.length} characters; wanted: ${descriptions.least} to ${descriptions.most}.`,
          ]),
      ...ambiguousLinks(html).map((label) => `${path}: ‘${label}’ leads to different places.`),
    ];
  });
}

/** Link texts in the main part of a page that lead to more than one place. */
function ambiguousLinks(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  const targets = new Map<string, Set<string>>();
  for (const { href, label } of linksIn(main)) {
    const known = targets.get(label) ?? new Set();
    // Mail links that differ in their subject lead to the same place.
    targets.set(label, known.add(href.replace(/^(mailto:[^?]*)\?.*/, '$1')));
  }
  return [...targets].filter(([, places]) => places.size > 1).map(([label]) => label);
}

const textOf = (html: string) => unescapeHtml(html).replaceAll("'", '’');

/** The length of descriptions comes from the schema (src/schemas/fields.ts). */
export function readRules(text: string): Omit<Rules, 'descriptions'> {
  const rules = parse(text) as Omit<Rules, 'descriptions'>;
  return { ...rules, banned: [...rules.banned, ...rules.translated] };
}
