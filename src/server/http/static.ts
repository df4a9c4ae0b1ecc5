import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { partsOf } from '../../lib/target.ts';
import { routes } from '../../routes.ts';
import type { Redirect } from '../../schemas/redirect.ts';
import {
  type Coding,
  codings,
  FOREVER,
  GONE,
  HASHED,
  loadFiles,
  NOT_FOUND,
  type StoredFile,
} from './files.ts';
import { documentHeaders } from './headers.ts';

export type Headers = Record<string, string>;
/** The security headers of an address. */
export type HeadersOf = (address: string) => Headers;

/** Files that replace others, or are added to them, at a moment. */
export interface Edition {
  from: number;
  folder: string;
  headersOf: HeadersOf;
}

interface Extras {
  /** Addresses that changed. */
  redirects?: readonly Redirect[];
  /** What is published later, in its order. */
  later?: Edition[];
  /** Page views are counted here, so every view of a page has to reach this server. */
  countVisits?: boolean;
}

export type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface Answer {
  status: number;
  headers: Headers;
  body?: Buffer | string;
  /** The address of the page that was read as a whole, or found unchanged. */
  page?: string | undefined;
}

const SHARED_SECONDS = 300;
const STALE_SECONDS = 60;
/** Browsers ask again each time. A CDN answers for five minutes, and for one more while it asks. */
const SHARED = `public, max-age=0, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`;
const NO_CACHE = 'no-cache';

/** Answers from memory: a request costs a look into a map, and nothing here can throw. */
export function serveFiles(
  folder: string,
  headersOf: HeadersOf,
  { redirects = [], later = [], countVisits = false }: Extras = {},
): (asked: Asked) => Answer {
  const first = prepareFolder(folder, headersOf);
  const take = (name: string): Prepared => {
    const page = first.get(name);
    if (!page) throw new Error(`${folder} holds no ${name}.html; run npm run build first.`);
    first.delete(name);
    return page;
  };
  const [notFound, gone] = [take(NOT_FOUND), take(GONE)];
  const editions = [
    { from: Number.NEGATIVE_INFINITY, files: first },
    ...later.map((edition) => ({
      from: edition.from,
      files: new Map([...first, ...prepareFolder(edition.folder, edition.headersOf)]),
    })),
  ];
  const security = headersOf('');
  const moved = new Map(redirects.map(({ from, to }) => [from, to]));

  /** For an address without a file: it moved, it is gone, it has a slash too many, or there is nothing. */
  const answerWithout = (files: Files, path: string, query: string, headers: IncomingHttpHeaders): Answer => {
    const canonical = withoutSlashes(path);
    const to = moved.get(canonical) ?? (files.has(canonical) ? canonical : undefined);
    if (to !== undefined) {
      const [address, place] = partsOf(to);
      const Location = query.length > 1 ? address + query + place : to;
      // Browsers keep a permanent redirect for ever unless they are told to ask again: a mistake could not be taken back.
      return {
        status: 308,
        headers: { ...security, 'Cache-Control': NO_CACHE, Location, 'Content-Length': '0' },
      };
    }
    const [status, page] = moved.has(canonical) ? [410, gone] : [404, notFound];
    const { body, whole } = choose(page, headers['accept-encoding']);
    // This page is the answer to any address, and so validates none.
    const { ETag, 'Accept-Ranges': _, ...rest } = whole;
    return { status, headers: rest, body };
  };

  return ({ method, url, headers }) => {
    // The clock is read for each request: no timer can miss the moment.
    const now = Date.now();
    const current = editions.findLastIndex(({ from }) => from <= now);
    const files = editions[current]?.files ?? first;
    const isSettled =
      now + (SHARED_SECONDS + STALE_SECONDS) * 1000 < (editions[current + 1]?.from ?? Infinity);

    const target = targetOf(url);
    const end = target.indexOf('?');
    // As it was sent: nothing is decoded, so nothing can hide in it.
    const path = end < 0 ? target : target.slice(0, end);
    const file = files.get(path);
    if (method !== 'GET' && method !== 'HEAD')
      return refuse(security, path, file !== undefined || moved.has(withoutSlashes(path)));
    const answer = file
      ? send(method, headers, choose(file, headers['accept-encoding']))
      : answerWithout(files, path, end < 0 ? '' : target.slice(end), headers);
    if (file?.isHashed || answer.status === 308) return answer;
    const isShared = isSettled && !(countVisits && file?.page !== undefined);
    answer.headers = { ...answer.headers, 'Cache-Control': isShared ? SHARED : NO_CACHE };
    // A part is a download, not a page that is read.
    if (method === 'GET' && (answer.status === 200 || answer.status === 304)) answer.page = file?.page;
    return answer;
  };
}

/** One form of a file. */
interface Form {
  body: Buffer;
  /** The headers of 200. */
  whole: Headers & { ETag: string };
  /** Those that are also sent where the body is not. */
  always: Headers;
}

type Prepared = { identity: Form; page: string | undefined; isHashed: boolean } & Partial<
  Record<Coding, Form>
>;
type Files = ReadonlyMap<string, Prepared>;

function prepareFolder(folder: string, headersOf: HeadersOf): Map<string, Prepared> {
  const loaded = [...loadFiles(folder)];
  return new Map(loaded.map(([address, file]) => [address, prepare(address, file, headersOf(address))]));
}

function prepare(address: string, { type, body, encoded }: StoredFile, headers: Headers): Prepared {
  const isHashed = address.startsWith(HASHED);
  // A font obeys no policy; the hashes of every inline style would only weigh it down.
  const left = type.startsWith('font/') ? documentHeaders : [];
  const always: Headers = {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !left.includes(name))),
    ...(Object.keys(encoded).length > 0 && { Vary: 'Accept-Encoding' }),
    'Cache-Control': isHashed ? FOREVER : NO_CACHE,
  };
  const form = (bytes: Buffer, coding?: string): Form => {
    // Of the bytes that are sent, so that each coding has a strong validator of its own.
    const ETag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const whole = {
      ...always,
      'Content-Type': type,
      ...(coding && { 'Content-Encoding': coding }),
      ETag,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(bytes.length),
    };
    return { body: bytes, whole, always };
  };
  return {
    identity: form(body),
    ...Object.fromEntries(Object.entries(encoded).map(([coding, bytes]) => [coding, form(bytes, coding)])),
    page: type.startsWith('text/html') ? address : undefined,
    isHashed,
  };
}

function send(method: string, asked: IncomingHttpHeaders, { body, whole, always }: Form): Answer {
  const { ETag } = whole;
  const known = asked['if-none-match'];
  if (known !== undefined && matches(known, ETag)) return { status: 304, headers: { ...always, ETag } };
  const { range } = asked;
  const stretch =
    range !== undefined && method === 'GET' && (asked['if-range'] ?? ETag) === ETag
      ? rangeOf(range, body.length)
      : undefined;
  if (!stretch) return { status: 200, headers: whole, body };
  const [from, to] = stretch;
  const part = body.subarray(from, to + 1);
  const isThere = part.length > 0;
  const headers = {
    ...whole,
    'Content-Range': isThere ? `bytes ${from}-${to}/${body.length}` : `bytes */${body.length}`,
    'Content-Length': String(part.length),
  };
  return { status: isThere ? 206 : 416, headers, body: part };
}

const READ = 'GET, HEAD';

function refuse(security: Headers, path: string, isKnown: boolean): Answer {
  const headers = { ...security, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };
  if (!isKnown) return { status: 404, headers, body: 'There is nothing at this address.\n' };
  const Allow = path === routes.contact ? `${READ}, POST` : READ;
  const body = `This address accepts only ${Allow.replace(/,(?= \w+$)/, ' and')}.\n`;
  return { status: 405, headers: { ...headers, Allow }, body };
}

const ABSOLUTE = /^https?:\/\/[^/?]*\/?/i;

/** Proxies may write whole addresses; what follows the host is what is asked for. */
export const targetOf = (url = '/') => (url.startsWith('/') ? url : `/${url.replace(ABSOLUTE, '')}`);

/** A loop, because a pattern for slashes at the end takes quadratic time on slashes elsewhere. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Weak comparison: a proxy may have marked our validator as weak. */
const matches = (header: string, etag: string): boolean =>
  header === etag || header === '*' || (header.match(/"[^"]*"/g)?.includes(etag) ?? false);

/**
 * The first and last byte asked for; an empty stretch cannot be satisfied. Several ranges, or another unit, are left
 * unanswered: the whole file is always a valid answer.
 */
function rangeOf(header: string, size: number): [from: number, to: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '') return last === '' ? undefined : [Math.max(0, size - Number(last)), size - 1];
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
}

const smallestFirst = [...(Object.keys(codings) as Coding[]), 'identity' as const];

/** What the client reads, by its own weights; among equals, the smallest first. */
function choose(file: Prepared, accepted: string | undefined): Form {
  const best = accepted === undefined ? 'identity' : wishesOf(accepted).find((coding) => file[coding]);
  return file[best ?? 'identity'] ?? file.identity;
}

/** Browsers send a handful of headers between them; what comes beyond these is read each time. */
const MOST_REMEMBERED = 100;
const remembered = new Map<string, typeof smallestFirst>();

function wishesOf(accepted: string): typeof smallestFirst {
  const known = remembered.get(accepted);
  if (known) return known;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = part.split(';').map((piece) => piece.trim());
    weights.set(name, weight?.startsWith('q=') ? Number(weight.slice(2)) : 1);
  }
  const others = weights.get('*');
  const weightOf = (coding: Coding | 'identity') =>
    // The original is always acceptable unless it is refused by name or by the star, but the last choice.
    weights.get(coding) ?? others ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const wishes = smallestFirst
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  if (remembered.size < MOST_REMEMBERED) remembered.set(accepted, wishes);
  return wishes;
}
