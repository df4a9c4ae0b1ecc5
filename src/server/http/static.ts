import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { filesBelow } from '../../lib/files-below.ts';
import { splitTarget } from '../../lib/redirect-target.ts';
import { previewPath, routes } from '../../routes.ts';
import type { Redirect } from '../../schemas/redirect.ts';
import {
  addressOf,
  codings,
  FOREVER,
  GONE,
  HASHED,
  HTML,
  NOT_FOUND,
  TEXT,
  types,
  typesByAddress,
} from './files.ts';

export type Headers = Record<string, string>;
export type HeadersOf = (address: string) => Headers;

interface Extras {
  /** Addresses that changed. */
  redirects?: readonly Redirect[];
  /** What replaces files or is added to them at a moment, in its order. */
  later?: { from: number; folder: string; headersOf: HeadersOf }[];
  /** Drafts, each set of them under a token of its own. */
  previews?: { token: string; folder: string; headersOf: HeadersOf }[];
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

interface Form {
  coding: string;
  body: Buffer;
  headers: Headers & { ETag: string };
}

interface File {
  original: Form;
  /** The smallest last. */
  encoded: Form[];
  /** The headers that a 304 has as well. */
  unchanged: Headers;
  /** Its own address, if it is a page. */
  page: string | undefined;
}

const SHARED_SECONDS = 300;
const STALE_SECONDS = 60;
/** Browsers ask again each time. A CDN answers for five minutes, and for one more while it asks. */
const SHARED = `public, max-age=0, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`;
const LONGEST_SHARED_MS = (SHARED_SECONDS + STALE_SECONDS) * 1000;
const NO_CACHE = 'no-cache';
/** What only a document obeys. */
const OF_DOCUMENTS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
];

/** Answers from memory: a request costs a look into a map, and nothing here can throw. */
export function serveFiles(
  folder: string,
  headersOf: HeadersOf,
  { redirects = [], later = [], previews = [], countVisits = false }: Extras = {},
): (asked: Asked) => Answer {
  const first = new Map([...previews.flatMap(readPreview), ...readFolder(folder, headersOf)]);
  if (!first.has(NOT_FOUND) || !first.has(GONE))
    throw new Error(`${folder} is incomplete; run npm run build again.`);
  const editions = [
    { from: 0, files: first },
    ...later.map(({ from, folder, headersOf }) => ({
      from,
      files: new Map([...first, ...readFolder(folder, headersOf)]),
    })),
  ];
  const security = headersOf('');
  const moved = new Map(redirects.map(({ from, to }) => [from, to]));

  return ({ method, url, headers }) => {
    // The clock is read for each request: no timer can miss the moment.
    const now = Date.now();
    const files = editions.findLast(({ from }) => from <= now)?.files ?? first;
    // No copy outlives its edition.
    const changesSoon = editions.some(({ from }) => from > now && from - now <= LONGEST_SHARED_MS);
    const withCache = ({ page }: File, headers: Headers) =>
      (changesSoon || (countVisits && page)) && headers['Cache-Control'] === SHARED
        ? { ...headers, 'Cache-Control': NO_CACHE }
        : headers;
    const target = targetOf(url);
    const end = target.indexOf('?');
    // As it was sent: nothing is decoded, so nothing can hide in it.
    const path = end < 0 ? target : target.slice(0, end);
    const withoutSlash = path.endsWith('/') ? path.slice(0, -1) : path;
    const file = files.get(path);
    const isMoved = moved.has(withoutSlash);
    if (method !== 'GET' && method !== 'HEAD' && (file || isMoved)) return refuse(path, security);
    if (file) {
      const answer = send(file, method, headers);
      return { ...answer, headers: withCache(file, answer.headers) };
    }
    const to = moved.get(withoutSlash) ?? (files.has(withoutSlash) ? withoutSlash : undefined);
    if (to !== undefined) return redirect(to, end < 0 ? '' : target.slice(end), security);
    const [status, name] = isMoved ? [410, GONE] : [404, NOT_FOUND];
    // Both were looked for at the start.
    const page = files.get(name) as File;
    const { body, headers: whole } = choose(page, headers['accept-encoding']);
    // This page is the answer to any address, and so validates none.
    const { ETag, 'Accept-Ranges': _, ...rest } = whole;
    return { status, headers: withCache(page, rest), body };
  };
}

/** Not kept, not listed, and no page view: only those who were given the address find it. */
function readPreview({ token, folder, headersOf }: { token: string; folder: string; headersOf: HeadersOf }) {
  const files = readFolder(folder, (address) => ({ ...headersOf(address), ...UNLISTED }));
  return [...files].map(([address, file]): [string, File] =>
    address.startsWith(HASHED)
      ? [address, file]
      : [previewPath(token, address), { ...file, page: undefined }],
  );
}
const UNLISTED = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' };

/** Reads a built site into memory under the address of each file: pages without .html. */
function readFolder(folder: string, headersOf: HeadersOf): Map<string, File> {
  const names = new Set(filesBelow(folder));
  const files = new Map<string, File>();
  for (const name of names) {
    const address = addressOf(name);
    const type = typesByAddress[address] ?? types[extname(name)];
    if (!type) continue;
    const encoded = Object.entries(codings).filter(([, ending]) => names.has(name + ending));
    const unchanged: Headers = {
      'Cache-Control': SHARED,
      ...headersOf(address),
      ...(encoded.length > 0 && { Vary: 'Accept-Encoding' }),
      ...(address.startsWith(HASHED) && { 'Cache-Control': FOREVER }),
    };
    // Fonts are on the way of a first view.
    if (type.startsWith('font/')) for (const name of OF_DOCUMENTS) delete unchanged[name];
    const form = ([coding, ending]: [string, string]): Form => {
      const body = readFileSync(join(folder, name + ending));
      const headers = {
        ...unchanged,
        'Content-Type': type,
        ...(ending && { 'Content-Encoding': coding }),
        // Of the bytes that are sent, so that each coding has a strong validator of its own.
        ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        'Accept-Ranges': 'bytes',
        'Content-Length': String(body.length),
      };
      return { coding, body, headers };
    };
    files.set(address, {
      original: form(['identity', '']),
      encoded: encoded.reverse().map(form),
      unchanged,
      page: type === HTML ? address : undefined,
    });
  }
  return files;
}

/** What the client reads, by its own weights; among equals, the smallest. */
function choose({ original, encoded }: File, accepted = ''): Form {
  const weights = new Map<string, number>();
  for (const [, name = '', weight = '1'] of accepted.toLowerCase().matchAll(CODING))
    weights.set(name, Number(weight));
  let best = original;
  // The original is always acceptable, but it is the last choice.
  let most = weights.get(original.coding) || Number.MIN_VALUE;
  for (const form of encoded) {
    const weight = weights.get(form.coding) ?? weights.get('*') ?? 0;
    if (weight >= most) [best, most] = [form, weight];
  }
  return best;
}
const CODING = /([^\s,;]+)(?:\s*;\s*q=([^\s,]*))?/g;

function send(file: File, method: string | undefined, asked: IncomingHttpHeaders): Answer {
  const { body, headers } = choose(file, asked['accept-encoding']);
  const { ETag } = headers;
  const page = method === 'GET' ? file.page : undefined;
  const { 'if-none-match': known, 'if-range': condition = ETag, range } = asked;
  // Weak comparison: a proxy may have marked our validator as weak.
  if (known === '*' || known?.match(/"[^"]*"/g)?.includes(ETag))
    return { status: 304, headers: { ...file.unchanged, ETag }, page };
  const stretch = method === 'GET' && condition === ETag ? rangeOf(range, body.length) : undefined;
  if (!stretch) return { status: 200, headers, body, page };
  // A part is a download, not a page that is read.
  const [from, to] = stretch;
  const part = body.subarray(from, to + 1);
  const isThere = part.length > 0;
  return {
    status: isThere ? 206 : 416,
    headers: {
      ...headers,
      'Content-Range': `bytes ${isThere ? `${from}-${to}` : '*'}/${body.length}`,
      'Content-Length': String(part.length),
    },
    body: part,
  };
}

/**
 * The first and last byte asked for; an empty stretch cannot be satisfied. Several ranges, or another unit, are left
 * unanswered: the whole file is always a valid answer.
 */
function rangeOf(header = '', size: number): [from: number, to: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '') return last === '' ? undefined : [Math.max(0, size - Number(last)), size - 1];
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
}

function redirect(to: string, query: string, security: Headers): Answer {
  const [address, place] = splitTarget(to);
  const Location = query.length > 1 ? address + query + place : to;
  // Browsers keep a permanent redirect for ever without this, and a mistake could not be undone.
  return {
    status: 308,
    headers: { ...security, 'Cache-Control': NO_CACHE, Location, 'Content-Length': '0' },
  };
}

function refuse(path: string, security: Headers): Answer {
  const Allow = path === routes.contact ? 'GET, HEAD, POST' : 'GET, HEAD';
  return {
    status: 405,
    headers: { ...security, Allow, 'Cache-Control': 'no-store', 'Content-Type': TEXT },
    body: `This address accepts only ${Allow}.\n`,
  };
}

/** Proxies may write whole addresses; what follows the host is what is asked for. */
export const targetOf = (url = '/') =>
  url.startsWith('/') ? url : `/${url.replace(/^https?:\/\/[^/?]*\/?/i, '')}`;
