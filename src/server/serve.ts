import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Enquiry, readEnquiry } from '../lib/enquiry.ts';
import { contactAnswerPath, routes } from '../routes.ts';
import { transportHeaders } from './headers.ts';
import { answerUnreadable, pathOf, serveFiles } from './static.ts';

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
  /** Whether visitors reach us by HTTPS. */
  tls?: boolean;
}

const BODY_LIMIT = 64 * 1024;

export function createSite({ folder, headers: table, render, showStack, tls = false }: Options): Server {
  const headers = tls ? { ...table, ...transportHeaders } : table;
  const answerFile = serveFiles(folder, headers);

  return createServer({ optimizeEmptyRequests: true }, (request, response) => {
    if (request.method !== 'POST' || pathOf(request.url ?? '') !== routes.contact)
      return answerFile(request, response);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answerForm(request, response, (submitted) => {
      request.url = contactAnswerPath;
      return render(request, response, undefined, { submitted, showStack });
    });
  }).on('clientError', answerUnreadable(headers));
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
