import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { Mistake } from '../lib/mistake.ts';
import { partsOf } from '../lib/redirect-target.ts';
import { contactAnswerPath, healthPath, readyPath } from '../routes.ts';
import { parseOrExplain } from '../schemas/explain.ts';
import { type Redirect, redirectSchema } from '../schemas/redirect.ts';
import { readText } from './read-text.ts';

const FILE = 'content/redirects.yaml';

/** What there is to lead to, and not to be led away from. Before a build, some of it cannot be told. */
export interface Known {
  /** Whether a page or a file has this address. */
  has(path: string): boolean | undefined;
  /** Whether the page has a place of that name. */
  hasPlace?(path: string, id: string): boolean;
  /** The site's own address. */
  origin: string;
}

/** Before a build the pages are known; anything with the ending of a file may yet be made. */
export function knownBefore(pages: () => Iterable<string>, origin: string): Known {
  let known: Set<string> | undefined;
  return {
    // Looked up once somebody asks: most tables are empty, and reading every article takes its time.
    has: (path) => {
      known ??= new Set(pages());
      return known.has(path) || (/\.(?!html$)\w+$/.test(path) ? undefined : false);
    },
    origin,
  };
}

/** Reads and checks the table below the given root. */
export function readRedirects(root: string, known: Known): Redirect[] {
  const wanted = 'a list of addresses that changed, or nothing but comments';
  return parseRedirects(readText(root, FILE, wanted), known);
}

/** The table, or every mistake in it: a sentence each, with its line. */
export function parseRedirects(text: string, known: Known): Redirect[] {
  const mistakes: string[] = [];
  const entries = entriesOf(text, mistakes);
  for (const entry of entries) mistakes.push(...check(entry, entries, known));
  if (mistakes.length > 0) throw new Mistake(mistakes.sort(byLine).join('\n'));
  return entries.map(({ redirect }) => redirect);
}

interface Entry {
  redirect: Redirect;
  line: number;
}

/** Those whose shape is right; the others become mistakes. */
function entriesOf(text: string, mistakes: string[]): Entry[] {
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
    say(lineOf(contents), 'the file is no list', 'entries that begin with `- from:`');
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

function check({ redirect, line }: Entry, entries: Entry[], known: Known): string[] {
  const { from, to } = redirect;
  const sentences: string[] = [];
  const say = (field: 'from' | 'to', what: string, wanted: string) =>
    sentences.push(`${FILE}: line ${line}: \`${field}\` is ‘${redirect[field]}’${what}; wanted: ${wanted}.`);

  if (RESERVED.test(from) || OURS.includes(from))
    say('from', '', 'an address that the site does not use for itself');
  else if (known.has(from)) say('from', ', which exists', 'an address that has no page and no file any more');
  const first = entries.find((other) => other.redirect.from === from);
  if (first && first.line !== line) say('from', `, as in line ${first.line}`, 'each address once');

  if (to === undefined) return sentences;
  const [address, place] = partsOf(to);
  const next = entries.find((other) => other.redirect.from === address);
  if (next) say('to', ...chain(next, entries));
  else if (!to.startsWith('/')) {
    const { origin, pathname, hash } = new URL(to);
    if (origin === new URL(known.origin).origin) say('to', ', an address of this site', pathname + hash);
  } else if (known.has(address) === false)
    say('to', '', 'an address of this site that exists, or one that begins with https://');
  else if (place && known.hasPlace?.(address, place.slice(1)) === false)
    say('to', '', `an id that is on the page ${address}, or no #`);
  return sentences;
}

/** Visitors and search engines are led on once: what is wrong with a target that leads on itself, and what to write. */
function chain(next: Entry, entries: Entry[]): [what: string, wanted: string] {
  const passed = new Set<string>();
  let last: Entry | undefined = next;
  let end: string | undefined;
  while (last) {
    if (passed.has(last.redirect.from)) return [', which leads back', 'an address that does not lead on'];
    passed.add(last.redirect.from);
    end = last.redirect.to;
    if (end === undefined) return [`, which is gone (line ${last.line})`, 'an address that exists'];
    const [address] = partsOf(end);
    last = entries.find((other) => other.redirect.from === address);
  }
  return [`, which leads on (line ${next.line})`, `${end}, where it ends`];
}

const lineIn = (sentence: string) => Number(/: line (\d+)/.exec(sentence)?.[1]);
const byLine = (one: string, other: string) => lineIn(one) - lineIn(other);
