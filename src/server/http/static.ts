import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { routes } from '../../routes.ts';
import type { Redirect } from '../../schemas/redirect.ts';
import { type Coding, codings, GONE, loadFiles, NOT_FOUND, type StoredFile } from './files.ts';
import { documentHeaders } from './headers.ts';
import { prepareRedirects } from './redirects.ts';

export type Headers = Record<string, string>;
/** The security headers of an address. */
export type HeadersOf = (address: string) => Headers;

/** What takes the place of files, or is added to them, at a moment. */
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
}

export interface Asked {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

export interface Answer {
  status: number;
  headers: Headers;
  body?: Buffer | string;
  /** The address of the page that was read as a whole, or found unchanged. */
  page?: string | undefined;
}

/** Answers from memory: a request costs a look into a map, and nothing here can throw. */
export function serveFiles(
  folder: string,
  headersOf: HeadersOf,
  { redirects = [], later = [] }: Extras = {},
): (asked: Asked) => Answer {
  const first = prepareFolder(folder, headersOf);
  const take = (answer: string): Prepared => {
    const page = first.get(answer);
    if (!page) throw new Error(`${folder} holds no ${answer}.html; run npm run build first.`);
    first.delete(answer);
    return page;
  };
  const [notFound, gone] = [take(NOT_FOUND), take(GONE)];
  const editions = later.map((edition) => ({
    from: edition.from,
    files: new Map([...first, ...prepareFolder(edition.folder, edition.headersOf)]),
  }));
  // The clock is looked at for each request: nothing that could be missed has to happen at the moment itself.
  const filesNow = () => editions.findLast(({ from }) => from <= Date.now())?.files ?? first;
  const security = headersOf('');
  const moved = prepareRedirects(redirects, security);

  /** For an address without a file: it moved, it is gone, it has a slash too many, or there is nothing. */
  const answerWithout = (files: ReadonlyMap<string, Prepared>, { url = '/', headers }: Asked): Answer => {
    const path = pathOf(url);
    const canonical = withoutSlashes(path);
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const headersTo = moved.get(canonical);
    if (headersTo) return { status: 308, headers: headersTo(query) };
    if (canonical !== path && files.has(canonical))
      return { status: 308, headers: { ...security, Location: canonical + query, 'Content-Length': '0' } };
    const [status, page] = moved.has(canonical) ? [410, gone] : [404, notFound];
    const { unvalidated, body } = choose(page, headers['accept-encoding']);
    return { status, headers: unvalidated, body };
  };

  return (asked) => {
    const { method, url = '/', headers } = asked;
    const files = filesNow();
    const file = files.get(url) ?? files.get(pathOf(url));
    if (method !== 'GET' && method !== 'HEAD') {
      const path = pathOf(url);
      const isKnown = file !== undefined || moved.has(withoutSlashes(path));
      return refuse(security, isKnown ? (path === routes.contact ? `${READ}, POST` : READ) : undefined);
    }
    if (!file) return answerWithout(files, asked);
    const answer = send(asked, choose(file, headers['accept-encoding']));
    // A part is somebody's download.
    const wasRead = method === 'GET' && (answer.status === 200 || answer.status === 304);
    return wasRead ? { ...answer, page: file.page } : answer;
  };
}

function prepareFolder(folder: string, headersOf: HeadersOf): Map<string, Prepared> {
  const files = new Map<string, Prepared>();
  for (const [address, file] of loadFiles(folder))
    files.set(address, prepare(address, file, headersOf(address)));
  return files;
}

const ABSOLUTE = /^https?:\/\/[^/?]*\/?/i;

/** Proxies may write whole addresses; what follows the host is what is asked for. */
export const targetOf = (url = '/') => (url.startsWith('/') ? url : `/${url.replace(ABSOLUTE, '')}`);

/** The path as it was sent: nothing is decoded, so nothing can hide in it. */
export const pathOf = (target: string) => target.split('?', 1)[0] ?? target;

/** One form of a file, with the headers of each answer that it can be. */
interface Form {
  body: Buffer;
  etag: string;
  /** For 200. */
  whole: Headers;
  /** For 206, which adds its own length. */
  part: Headers;
  /** For 304. */
  unchanged: Headers;
  /** For a page that is the answer to any address, and so validates none. */
  unvalidated: Headers;
}

type Prepared = { identity: Form; page: string | undefined } & Partial<Record<Coding, Form>>;

function prepare(address: string, file: StoredFile, headers: Headers): Prepared {
  const own = { ...headers, 'Cache-Control': file.cacheControl };
  if (Object.keys(file.encoded).length > 0) Object.assign(own, { Vary: 'Accept-Encoding' });
  // A font obeys no policy; the hashes of every inline style would only weigh it down.
  const light = file.type.startsWith('font/') ? documentHeaders : [];
  const always = Object.fromEntries(Object.entries(own).filter(([name]) => !light.includes(name)));

  const form = (body: Buffer, coding?: Coding): Form => {
    // Of the bytes that are sent, so that each coding has a strong validator of its own.
    const ETag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const typed = { ...always, 'Content-Type': file.type, ...(coding && { 'Content-Encoding': coding }) };
    const length = { 'Content-Length': String(body.length) };
    return {
      body,
      etag: ETag,
      whole: { ...typed, ETag, 'Accept-Ranges': 'bytes', ...length },
      part: { ...typed, ETag },
      unchanged: { ...always, ETag },
      unvalidated: { ...typed, ...length },
    };
  };
  const page = file.type.startsWith('text/html') ? address : undefined;
  const prepared: Prepared = { identity: form(file.body), page };
  for (const [coding, body] of Object.entries(file.encoded) as [Coding, Buffer][])
    prepared[coding] = form(body, coding);
  return prepared;
}

function send({ method, headers }: Asked, form: Form): Answer {
  const known = headers['if-none-match'];
  if (known !== undefined && matches(known, form.etag)) return { status: 304, headers: form.unchanged };
  const { range } = headers;
  if (range !== undefined && method === 'GET' && (headers['if-range'] ?? form.etag) === form.etag) {
    const size = form.body.length;
    const asked = rangeOf(range, size);
    if (asked) {
      const [from, to] = asked;
      const body = form.body.subarray(from, to + 1);
      const extent = {
        'Content-Range': body.length > 0 ? `bytes ${from}-${to}/${size}` : `bytes */${size}`,
        'Content-Length': String(body.length),
      };
      return { status: body.length > 0 ? 206 : 416, headers: { ...form.part, ...extent }, body };
    }
  }
  return { status: 200, headers: form.whole, body: form.body };
}

const READ = 'GET, HEAD';

function refuse(security: Headers, allow: string | undefined): Answer {
  const text = allow
    ? `This address accepts only ${allow.replace(/,(?= \w+$)/, ' and')}.\n`
    : 'There is nothing at this address.\n';
  const headers = { ...security, 'Content-Type': 'text/plain; charset=utf-8' };
  return allow
    ? { status: 405, headers: { ...headers, Allow: allow }, body: text }
    : { status: 404, headers, body: text };
}

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
  if (accepted === undefined) return file.identity;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = part.split(';').map((piece) => piece.trim());
    weights.set(name, weight?.startsWith('q=') ? Number(weight.slice(2)) : 1);
  }
  const others = weights.get('*');
  const weightOf = (coding: Coding | 'identity') =>
    // The original is always acceptable unless it is refused by name or by the star, but nobody's first wish.
    weights.get(coding) ?? others ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const [best] = smallestFirst
    .filter((coding) => file[coding] && weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  return file[best ?? 'identity'] ?? file.identity;
}
