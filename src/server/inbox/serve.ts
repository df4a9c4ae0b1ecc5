import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { inboxPaths, type Opened, type Refusal } from '../../lib/inbox.ts';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { Failure } from '../enquiries/owner/failure.ts';
import { securityHeaders } from '../http/headers.ts';
import { type Asked, Download } from './api.ts';

interface Options {
  /** What the browser gets, by its address. */
  files: ReadonlyMap<string, { type: string; body: Buffer }>;
  answer: (path: string, asked: Asked) => Promise<unknown>;
  log: (sentence: string) => void;
}

/** What the address bar may say: a page elsewhere can have its own name lead to this machine, and would be at home here. */
const HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const LARGEST_BODY = 64 * 1024;
/** Cookies of other ports come along with the page: as many as a browser keeps for one host must not shut the owner out. */
const LARGEST_HEAD_BYTES = 1024 * 1024;

const headers = new Map(
  Object.entries({
    ...securityHeaders({ scripts: [], styles: ["'self'"] }),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
  }),
);

/** Refused before anything is looked at: the status, and the sentence. */
class Denied extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/**
 * Serves the inbox to one person. The token opens it once, for a session that lives as long as this process; nothing but
 * the empty page is answered to anybody else.
 */
export function createInbox({ files, answer, log }: Options): { server: Server; token: string } {
  const token = randomBytes(24).toString('base64url');
  const session = randomBytes(24).toString('base64url');
  let isUsed = false;

  const server = createServer({ maxHeaderSize: LARGEST_HEAD_BYTES }, (request, response) => {
    response.setHeaders(headers);
    respond(request, response).catch((error) => {
      // Whoever asked has hung up before all of it was here.
      if (request.destroyed && !request.complete) return;
      const [status, sentence] = explained(error, log);
      if (response.headersSent) response.destroy();
      else sendJson(response, status, { error: sentence } satisfies Refusal);
    });
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', authorization = '' } = request.headers;
    if (!HOSTS.test(host))
      throw new Denied(
        421,
        'The inbox answers to 127.0.0.1 and localhost alone. Use the address it printed.',
      );
    const address = URL.parse(request.url ?? '/', 'http://inbox');
    if (!address) throw new Denied(400, 'What was asked for is not readable.');
    const { pathname, searchParams } = address;
    const isRead = request.method === 'GET';
    if (!isRead && request.method !== 'POST') throw new Denied(405, 'The inbox knows GET and POST.');
    if (!isRead) expectOwnOrigin(request);

    const file = isRead && files.get(pathname);
    if (file) {
      response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.body.length });
      response.end(file.body);
      return;
    }
    const body = isRead ? undefined : await readBody(request);
    if (pathname === inboxPaths.session) {
      if (isRead) throw new Denied(405, 'A session is asked for with POST.');
      if (typeof body?.token !== 'string') throw new Denied(400, 'The token of the address is missing.');
      if (isUsed || !isSame(body.token, token))
        throw new Denied(403, 'This address was used already, or is not one of this inbox.');
      isUsed = true;
      sendJson(response, 200, { session } satisfies Opened);
      return;
    }
    // Not a cookie: those go to every port of this machine, whoever listens there.
    if (!isSame(authorization, `Bearer ${session}`))
      throw new Denied(401, 'This inbox is not open in this tab.');

    const found = await answer(pathname, { query: searchParams, body });
    if (found === undefined) throw new Denied(404, 'There is nothing at this address of the inbox.');
    if (found instanceof Download) await sendFile(response, found);
    else sendJson(response, 200, found);
  }

  return { server, token };
}

/** A page elsewhere can send a form here; its browser says where it comes from. */
function expectOwnOrigin({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  if (origin !== `http://${host}`)
    throw new Denied(403, 'Changes are taken from the inbox itself alone, not from another site.');
  if (headers['content-type'] !== 'application/json') throw new Denied(415, 'Changes are sent as JSON.');
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  let isTooMuch = false;
  request.setEncoding('utf8');
  // To its end, whatever it is: a browser that is cut off while it sends does not read why.
  for await (const piece of request) {
    if (!isTooMuch) text += piece;
    isTooMuch ||= text.length > LARGEST_BODY;
  }
  if (isTooMuch) throw new Denied(413, 'This is more than the inbox takes at a time.');
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new Denied(400, 'What was sent is not readable.');
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function explained(error: unknown, log: (sentence: string) => void): [status: number, sentence: string] {
  if (error instanceof Denied) return [error.status, error.message];
  if (error instanceof Mistake) return [400, error.message];
  // What a database says can repeat what a stranger wrote.
  const reason = onOneLine(error instanceof Error ? error.message : String(error));
  const sentence = error instanceof Failure ? reason : `The enquiries could not be reached: ${reason}`;
  log(sentence);
  return [500, sentence];
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

async function sendFile(response: ServerResponse, { name, type, pieces }: Download): Promise<void> {
  response.writeHead(200, { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` });
  try {
    await pipeline(pieces, response);
  } catch (error) {
    // Whoever asked may no longer want it.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
