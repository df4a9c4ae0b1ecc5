import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { healthPath, REFERENCE_PARAMETER, readyPath, routes } from '../routes.ts';
import type { Contact } from './contact.ts';
import { transportHeaders } from './headers.ts';
import { type Log, logRequest } from './log.ts';
import { answerUnreadable, type HeadersOf, pathOf, serveFiles } from './static.ts';

interface Options {
  folder: string;
  headersOf: HeadersOf;
  contact: Contact;
  /** Fails when enquiries cannot be stored. */
  checkStore: () => Promise<void>;
  /** Whether visitors reach us by HTTPS. */
  isBehindTls: boolean;
  logsRequests: boolean;
  log: Log;
}

/** Nobody needs longer to send a page's request, or a form over a bad line; who is slower holds a place for nothing. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};

/** A request without a body needs no stream that nobody reads. */
const SETTINGS = { optimizeEmptyRequests: true, requireHostHeader: false };

/** The whole site: files from memory, and the contact page where it has something to answer. */
export function createSite(options: Options): Server {
  const { folder, contact, checkStore, isBehindTls, logsRequests, log } = options;
  const headersOf: HeadersOf = (address) =>
    isBehindTls ? { ...options.headersOf(address), ...transportHeaders } : options.headersOf(address);
  const contactHeaders = new Map(Object.entries(headersOf(routes.contact)));
  const plainHeaders = new Map(Object.entries(headersOf('')));
  const answerFile = serveFiles(folder, headersOf);

  /** What cannot be answered from a file, if it is asked for. */
  function onDemand(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === routes.contact && request.method === 'POST') {
      response.setHeaders(contactHeaders);
      return contact.post(request, response);
    }
    if (!isRead) return undefined;
    if (path === routes.contact) {
      const reference = new URLSearchParams(request.url?.split('?', 2)[1]).get(REFERENCE_PARAMETER);
      if (!reference) return undefined;
      response.setHeaders(contactHeaders);
      return contact
        .confirm(reference, request, response)
        .then((shown) => (shown ? undefined : answerFile(request, response)));
    }
    if (path !== healthPath && path !== readyPath) return undefined;
    response.setHeaders(plainHeaders);
    return answerHealth(response, path === readyPath ? checkStore() : Promise.resolve());
  }

  const note = (
    request: IncomingMessage,
    path: string,
    { statusCode }: ServerResponse,
    startedAt: number,
  ) => {
    // Whatever watches us asks every second; only another answer than the usual one is news.
    if (path === healthPath && statusCode === 200) return;
    if (logsRequests) logRequest(request.method ?? '', path, statusCode, startedAt);
  };

  /** What Node would refuse by itself, but without our headers. */
  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    const startedAt = performance.now();
    response.setHeaders(plainHeaders).writeHead(status, { 'Content-Length': 0, Connection: 'close' }).end();
    note(request, pathOf(request.url ?? '/'), response, startedAt);
  };

  const server = createServer({ ...SETTINGS, ...TIMEOUTS }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersionMinor > 0) {
      return refuse(request, response, 400);
    }
    const startedAt = performance.now();
    const path = pathOf(request.url ?? '/');
    const done = () => note(request, path, response, startedAt);
    const exchange = onDemand(path, request, response);
    if (!exchange) {
      answerFile(request, response);
      return done();
    }
    exchange
      .catch((error) => {
        log('request-failed', { error });
        fail(response);
      })
      .finally(done);
  });
  return server
    .on('clientError', answerUnreadable(headersOf('')))
    .on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      refuse(request, response, 417),
    );
}

async function answerHealth(response: ServerResponse, check: Promise<void>): Promise<void> {
  const isWell = await check.then(
    () => true,
    () => false,
  );
  response.writeHead(isWell ? 200 : 503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(
    JSON.stringify(
      isWell ? { status: 'ok' } : { status: 'unavailable', error: 'The store does not answer.' },
    ),
  );
}

const FAILED = 'Something went wrong on our side. Nothing was stored. Please try again.\n';

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(FAILED);
}
