import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Enquiry, readEnquiry } from '../lib/enquiry.ts';
import { contactAnswerPath, routes } from '../routes.ts';
import { loadFiles, NOT_FOUND, type StoredFile } from './files.ts';
import { documentHeaders } from './headers.ts';

/** Renders a page on demand; the built site brings it. */
export type Render = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: { submitted?: Enquiry; showStack?: boolean },
) => Promise<void> | void;

interface Options {
  folder: string;
  headers: Record<string, string>;
  render: Render;
  showStack: boolean;
}

const BODY_LIMIT = 64 * 1024;

export function createSite({ folder, headers, render, showStack }: Options): Server {
  const files = loadFiles(folder);
  const notFound = files.get(NOT_FOUND);
  if (!notFound) throw new Error(`${folder} holds no 404.html; run npm run build first.`);

  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const reading = request.method === 'GET' || request.method === 'HEAD';

    if (request.method === 'POST' && path === routes.contact) {
      answerForm(request, response, (submitted) => {
        request.url = contactAnswerPath;
        return render(request, response, undefined, { submitted, showStack });
      });
      return;
    }
    const file = path === NOT_FOUND ? undefined : files.get(path);
    if (!reading) return refuse(response, file ? 405 : 404, path);
    if (file) return send(request, response, 200, file);
    const canonical = path.replace(/\/+$/, '');
    if (canonical !== path && files.has(canonical)) {
      response.writeHead(308, { Location: canonical + (request.url ?? '').slice(path.length) }).end();
      return;
    }
    send(request, response, 404, notFound);
  });
}

function send(request: IncomingMessage, response: ServerResponse, status: number, file: StoredFile) {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('Vary', 'Accept-Encoding');
  // A font obeys no policy; the hashes of every inline style would only weigh it down.
  if (file.type.startsWith('font/')) for (const name of documentHeaders) response.removeHeader(name);
  if (status === 200) {
    response.setHeader('ETag', file.etag);
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304).end();
      return;
    }
  }
  const compressed =
    file.brotli && /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? file.brotli : undefined;
  if (compressed) response.setHeader('Content-Encoding', 'br');
  const body = compressed ?? file.body;
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}

function refuse(response: ServerResponse, status: number, path: string) {
  if (status === 405) response.setHeader('Allow', path === routes.contact ? 'GET, HEAD, POST' : 'GET, HEAD');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(status === 405 ? 'This address can only be read.\n' : 'There is nothing at this address.\n');
}

/** Reads a posted form of bounded size and hands its five fields on. */
function answerForm(request: IncomingMessage, response: ServerResponse, answer: (enquiry: Enquiry) => void) {
  if (isForeign(request)) {
    response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('This form can only be sent from its own page.\n');
    return;
  }
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '')) {
    response.writeHead(415, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Send the form as application/x-www-form-urlencoded.\n');
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  });
  request.on('end', () => {
    if (size <= BODY_LIMIT)
      return answer(readEnquiry(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))));
    response.writeHead(413, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.end('The message is too long: the whole form may hold 64 kB.\n');
  });
}

/** Whether another site posts here. Where a browser does not say so itself, the host of its page tells. */
function isForeign({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site'];
  if (from) return from !== 'same-origin' && from !== 'none';
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host;
}
