import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { routes } from '../../routes.ts';
import type { Redirect } from '../../schemas/redirect.ts';
import { type Coding, codings, GONE, loadFiles, NOT_FOUND, type StoredFile } from './files.ts';
import { documentHeaders } from './headers.ts';
import { prepareRedirects } from './redirects.ts';

/** The security headers of an address. */
export type HeadersOf = (address: string) => Record<string, string>;

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
  onPage?: OnPage | undefined;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Told of each page that was read, by its own address. */
export type OnPage = (address: string, headers: IncomingHttpHeaders) => void;

/**
 * Answers from memory. The headers of every file stand ready as flat lists, which Node writes as they are: a request
 * costs a look into a map, and nothing here can throw.
 */
export function serveFiles(
  folder: string,
  headersOf: HeadersOf,
  { redirects = [], later = [], onPage }: Extras = {},
): Answer {
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
  const filesNow = () =>
    editions.length > 0 ? (editions.findLast(({ from }) => from <= Date.now())?.files ?? first) : first;
  const security = Object.entries(headersOf('')).flat();
  const moved = prepareRedirects(redirects, security);

  /** For an address without a file: it moved, it is gone, it has a slash too many, or there is nothing. */
  const answerWithout = (
    files: ReadonlyMap<string, Prepared>,
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
  ) => {
    const path = pathOf(url);
    const canonical = withoutSlashes(path);
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const headersTo = moved.get(canonical);
    if (headersTo) response.writeHead(308, headersTo(query)).end();
    else if (canonical !== path && files.has(canonical))
      response.writeHead(308, [...security, 'Location', canonical + query, 'Content-Length', '0']).end();
    else {
      const [status, page] = moved.has(canonical) ? [410, gone] : [404, notFound];
      const { unvalidated, body } = choose(page, request.headers['accept-encoding']);
      response.writeHead(status, unvalidated).end(body);
    }
  };

  return (request, response) => {
    const files = filesNow();
    const url = request.url ?? '/';
    const file = files.get(url) ?? files.get(pathOf(url));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const path = pathOf(url);
      const isKnown = file !== undefined || moved.has(withoutSlashes(path));
      const allow = path === routes.contact ? `${READ}, POST` : READ;
      refuse(response, security, isKnown ? allow : undefined);
    } else if (file) {
      send(request, response, choose(file, request.headers['accept-encoding']));
      if (onPage && file.page !== undefined && wasRead(request, response)) onPage(file.page, request.headers);
    } else answerWithout(files, request, response, url);
  };
}

function prepareFolder(folder: string, headersOf: HeadersOf): Map<string, Prepared> {
  const files = new Map<string, Prepared>();
  for (const [address, file] of loadFiles(folder))
    files.set(address, prepare(address, file, headersOf(address)));
  return files;
}

const ABSOLUTE = /^https?:\/\/[^/?]*/i;

/** The path as it was sent: nothing is decoded, so nothing can hide in it. */
export function pathOf(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(ABSOLUTE, '');
  const end = target.indexOf('?');
  return (end < 0 ? target : target.slice(0, end)) || '/';
}

/** Answers what Node could not read as a request; its own answer would lack our headers. */
export function answerUnreadable(headers: Record<string, string>) {
  const lines = Object.entries({ ...headers, 'Content-Length': '0', Connection: 'close' });
  const rest = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(`HTTP/1.1 ${unreadable[error.code ?? ''] ?? '400 Bad Request'}\r\n${rest}\r\n`);
  };
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** One form of a file, with its headers as flat lists of names and values. */
interface Form {
  body: Buffer;
  etag: string;
  /** For 200. */
  whole: string[];
  /** For 206, which adds its own length. */
  part: string[];
  /** For 304. */
  unchanged: string[];
  /** For a page that is the answer to any address, and so validates none. */
  unvalidated: string[];
}

type Prepared = { identity: Form; page: string | undefined } & Partial<Record<Coding, Form>>;

function prepare(address: string, file: StoredFile, headers: Record<string, string>): Prepared {
  const own = { ...headers, 'Cache-Control': file.cacheControl };
  if (Object.keys(file.encoded).length > 0) Object.assign(own, { Vary: 'Accept-Encoding' });
  // A font obeys no policy; the hashes of every inline style would only weigh it down.
  const light = file.type.startsWith('font/') ? documentHeaders : [];
  const always = Object.entries(own)
    .filter(([name]) => !light.includes(name))
    .flat();

  const form = (body: Buffer, coding?: Coding): Form => {
    // Of the bytes that are sent, so that each coding has a strong validator of its own.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const type = ['Content-Type', file.type, ...(coding ? ['Content-Encoding', coding] : [])];
    const length = ['Content-Length', String(body.length)];
    return {
      body,
      etag,
      whole: [...always, ...type, 'ETag', etag, 'Accept-Ranges', 'bytes', ...length],
      part: [...always, ...type, 'ETag', etag],
      unchanged: [...always, 'ETag', etag],
      unvalidated: [...always, ...type, ...length],
    };
  };
  const page = file.type.startsWith('text/html') ? address : undefined;
  const prepared: Prepared = { identity: form(file.body), page };
  for (const [coding, body] of Object.entries(file.encoded) as [Coding, Buffer][])
    prepared[coding] = form(body, coding);
  return prepared;
}

function send({ method, headers }: IncomingMessage, response: ServerResponse, form: Form): void {
  const known = headers['if-none-match'];
  if (known !== undefined && matches(known, form.etag)) {
    response.writeHead(304, form.unchanged).end();
    return;
  }
  const { range } = headers;
  if (range !== undefined && method === 'GET' && (headers['if-range'] ?? form.etag) === form.etag) {
    const size = form.body.length;
    const asked = rangeOf(range, size);
    if (asked) {
      const [from, to] = asked;
      const part = form.body.subarray(from, to + 1);
      const bytes = part.length > 0 ? `bytes ${from}-${to}/${size}` : `bytes */${size}`;
      const extent = ['Content-Range', bytes, 'Content-Length', String(part.length)];
      response.writeHead(part.length > 0 ? 206 : 416, [...form.part, ...extent]).end(part);
      return;
    }
  }
  // Node itself leaves the body off an answer to HEAD.
  response.writeHead(200, form.whole).end(form.body);
}

/** As a whole, or found unchanged; a part is somebody's download. */
const wasRead = ({ method }: IncomingMessage, { statusCode }: ServerResponse) =>
  method === 'GET' && (statusCode === 200 || statusCode === 304);

const READ = 'GET, HEAD';

function refuse(response: ServerResponse, security: string[], allow: string | undefined): void {
  // nginx says the same of a page (deploy/nginx.conf).
  const text = allow
    ? `This address accepts only ${allow.replace(/,(?= \w+$)/, ' and')}.\n`
    : 'There is nothing at this address.\n';
  const head = [
    ...security,
    'Content-Type',
    'text/plain; charset=utf-8',
    'Content-Length',
    String(text.length),
  ];
  if (allow) response.writeHead(405, [...head, 'Allow', allow]).end(text);
  else response.writeHead(404, head).end(text);
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

function choose(file: Prepared, accepted: string | undefined): Form {
  if (accepted !== undefined)
    for (const coding of preferred(accepted)) {
      const form = file[coding];
      if (form) return form;
    }
  return file.identity;
}

/** Browsers send a handful of different values: reading one each time cost a sixth of all requests per second. */
const REMEMBERED = 100;
const remembered = new Map<string, (Coding | 'identity')[]>();

function preferred(accepted: string): (Coding | 'identity')[] {
  const known = remembered.get(accepted);
  if (known) return known;
  const codings = codingsFor(accepted);
  // Whoever sends more of them has each one read again.
  if (remembered.size < REMEMBERED) remembered.set(accepted, codings);
  return codings;
}

const smallestFirst = [...(Object.keys(codings) as Coding[]), 'identity' as const];

/** What the client reads, by its own weights; among equals, the smallest first. */
function codingsFor(accepted: string): (Coding | 'identity')[] {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = part.split(';').map((piece) => piece.trim());
    weights.set(name, weight?.startsWith('q=') ? Number(weight.slice(2)) : 1);
  }
  const others = weights.get('*');
  const weightOf = (coding: Coding | 'identity') =>
    // The original is always acceptable unless it is refused by name or by the star, but nobody's first wish.
    weights.get(coding) ?? others ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  return smallestFirst
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
}
