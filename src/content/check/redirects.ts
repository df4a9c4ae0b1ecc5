import { Mistake } from '../../lib/mistake.ts';
import { splitTarget } from '../../lib/redirect-target.ts';
import { contactAnswerPath, healthPath, readyPath } from '../../routes.ts';
import { type Redirect, redirectsSchema } from '../../schemas/redirect.ts';
import { parseFields } from '../fields.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Written } from '../yaml.ts';

export const REDIRECTS = 'content/redirects.yaml';

/** An entry of the table. */
export interface Listed {
  redirect: Redirect;
  line: number;
}

interface Pages {
  /** Pages of today and later, which no redirect may replace. */
  taken: { has(path: string): boolean };
  /** Pages of today, to which a redirect may lead. */
  open: { has(path: string): boolean };
}

/** The entries of the table, or every field of them that is wrong. */
export const parseRedirects = (written: Written, words: Vocabulary): Listed[] =>
  parseFields(REDIRECTS, written, redirectsSchema, words).map((redirect, i) => ({
    redirect,
    line: written.lineOf([i]) ?? 1,
  }));

/** A sentence for each mistake that can be found before a build. */
export const mistakesInRedirects = (entries: Listed[], pages: Pages, origin: string): string[] =>
  entries.flatMap((entry) => check(entry, entries, pages, origin));

/** Whether the built site has a file or page with this address, and whether that page has an element with this id. */
interface Built {
  has(path: string): boolean;
  hasPlace(path: string, id: string): boolean;
}

/** Throws every other mistake: whether files and places on pages exist is known only after a build. */
export function checkTargets(entries: readonly Listed[], built: Built): void {
  const mistakes = entries.flatMap((entry) => {
    const { from, to = '' } = entry.redirect;
    const [address, place] = splitTarget(to);
    return [
      ...(isFile(from) && built.has(from) ? [sentence(entry, 'from', ...TAKEN)] : []),
      ...(isFile(address) && !built.has(address) ? [sentence(entry, 'to', ...NOWHERE)] : []),
      ...(place && built.has(address) && !built.hasPlace(address, place.slice(1))
        ? [sentence(entry, 'to', '', `an id that is on the page ${address}, or no #`)]
        : []),
    ];
  });
  if (mistakes.length > 0) throw new Mistake(mistakes.join('\n'));
}

/** Whether an address is that of a file of this site. Pages have addresses without .html. */
const isFile = (address: string) => /^\/.*\.(?!html$)\w+$/.test(address);

const TAKEN = [', which exists', 'an address that has no page and no file any more'] as const;
const NOWHERE = ['', 'an address of this site that exists, or one that begins with https://'] as const;

const sentence = ({ redirect, line }: Listed, field: 'from' | 'to', what: string, wanted: string) =>
  `${REDIRECTS}: line ${line}: \`${field}\` is ‘${redirect[field]}’${what}; wanted: ${wanted}.`;

/** Addresses that the site uses itself: error pages, health checks, and everything that begins with _. */
const RESERVED = /^\/(_.*|(404|410|500|503)(\.html)?)$/;
const OURS: string[] = [contactAnswerPath, healthPath, readyPath];

function check(entry: Listed, entries: Listed[], { taken, open }: Pages, siteOrigin: string): string[] {
  const { from, to } = entry.redirect;
  const sentences: string[] = [];
  const say = (field: 'from' | 'to', what: string, wanted: string) =>
    sentences.push(sentence(entry, field, what, wanted));

  if (RESERVED.test(from) || OURS.includes(from))
    say('from', '', 'an address that the site does not use for itself');
  else if (taken.has(from)) say('from', ...TAKEN);
  const first = entries.find((other) => other.redirect.from === from);
  if (first && first.line !== entry.line) say('from', `, as in line ${first.line}`, 'each address once');

  if (to === undefined) return sentences;
  const [address] = splitTarget(to);
  const next = entries.find((other) => other.redirect.from === address);
  if (next) say('to', ...chain(next, entries));
  else if (!to.startsWith('/')) {
    const { origin, pathname, hash } = new URL(to);
    if (origin === new URL(siteOrigin).origin) say('to', ', an address of this site', pathname + hash);
  } else if (!isFile(address) && !open.has(address)) say('to', ...NOWHERE);
  return sentences;
}

/** What is wrong with a redirect to another redirect, and what to write instead. */
function chain(next: Listed, entries: Listed[]): [what: string, wanted: string] {
  const passed = new Set<string>();
  let last: Listed | undefined = next;
  let end: string | undefined;
  while (last) {
    if (passed.has(last.redirect.from)) return [', which leads back', 'an address that does not lead on'];
    passed.add(last.redirect.from);
    end = last.redirect.to;
    if (end === undefined) return [`, which is gone (line ${last.line})`, 'an address that exists'];
    const [address] = splitTarget(end);
    last = entries.find((other) => other.redirect.from === address);
  }
  return [`, which leads on (line ${next.line})`, `${end}, where it ends`];
}
