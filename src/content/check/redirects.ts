import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { Mistake } from '../../lib/mistake.ts';
import { splitTarget } from '../../lib/redirect-target.ts';
import { contactAnswerPath, healthPath, readyPath } from '../../routes.ts';
import { parseOrExplain } from '../../schemas/explain.ts';
import { type Redirect, redirectSchema } from '../../schemas/redirect.ts';

export const FILE = 'content/redirects.yaml';

/** An entry of the table. */
export interface Listed {
  redirect: Redirect;
  line: number;
}

/** The pages that a redirect may not take the place of, and those that it may lead to. */
interface Pages {
  taken: { has(path: string): boolean };
  open: { has(path: string): boolean };
}

/** The table, or every mistake in it that can be found before a build: a sentence each, with its line. */
export function parseRedirects(text: string, pages: Pages, origin: string): Listed[] {
  const mistakes: string[] = [];
  const entries = entriesOf(text, mistakes);
  for (const entry of entries) mistakes.push(...check(entry, entries, pages, origin));
  if (mistakes.length > 0) throw new Mistake(mistakes.sort(byLine).join('\n'));
  return entries;
}

/** What a build has made: whether a file or a page has this address, and whether the page has a place of that name. */
interface Built {
  has(path: string): boolean;
  hasPlace(path: string, id: string): boolean;
}

/** Tells the rest, which only a build can: whether there are such files, and places on pages. */
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

/** One of ours. The .html of a page is no address. */
const isFile = (address: string) => /^\/.*\.(?!html$)\w+$/.test(address);

const TAKEN = [', which exists', 'an address that has no page and no file any more'] as const;
const NOWHERE = ['', 'an address of this site that exists, or one that begins with https://'] as const;

const sentence = ({ redirect, line }: Listed, field: 'from' | 'to', what: string, wanted: string) =>
  `${FILE}: line ${line}: \`${field}\` is ‘${redirect[field]}’${what}; wanted: ${wanted}.`;

/** Those whose shape is right; the others become mistakes. */
function entriesOf(text: string, mistakes: string[]): Listed[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const say = (line: number, what: string, wanted: string) =>
    mistakes.push(`${FILE}: line ${line}: ${what}; wanted: ${wanted}.`);
  const lineOf = (node: Node) => lineCounter.linePos(node.range?.[0] ?? 0).line;

  for (const { linePos } of document.errors)
    say(linePos?.[0].line ?? 1, 'not valid YAML', '`- from: /old`, and `to: /new` below `from`');
  // What cannot be read is not judged any further.
  if (document.errors.length > 0) return [];
  const { contents } = document;
  // Nothing but comments means that no address changed.
  if (contents === null || (isScalar(contents) && contents.value === null)) return [];
  if (!isSeq<Node>(contents)) {
    say(lineOf(contents), 'the file is not a list', 'entries that begin with `- from:`');
    return [];
  }
  return contents.items.flatMap((item) => {
    const line = lineOf(item);
    if (!isMap(item)) {
      say(line, 'the entry has no fields', '`from`, and `to` or `gone`');
      return [];
    }
    try {
      const redirect = parseOrExplain(`${FILE}: line ${line}`, redirectSchema, item.toJS(document));
      return [{ redirect, line }];
    } catch (error) {
      if (error instanceof Mistake) mistakes.push(error.message);
      // An asterisk in front of a word makes it a reference to something that was never named.
      else if (error instanceof ReferenceError)
        say(line, 'a value begins with an asterisk', 'an address that begins with a slash or with https://');
      else throw error;
      return [];
    }
  });
}

/** Names that the site or one of its servers uses for itself: pages of errors, health, and whatever begins with _. */
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

/** Visitors and search engines are led on once: what is wrong with a target that leads on itself, and what to write. */
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

const lineIn = (sentence: string) => Number(/: line (\d+)/.exec(sentence)?.[1]);
const byLine = (one: string, other: string) => lineIn(one) - lineIn(other);
