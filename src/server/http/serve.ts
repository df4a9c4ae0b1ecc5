import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { healthPath, REFERENCE_PARAMETER, readyPath, routes } from '../../routes.ts';
import type { Redirect } from '../../schemas/redirect.ts';
import { type Connections, watchConnections } from './connections.ts';
import type { Contact } from './contact.ts';
import { transportHeaders } from './headers.ts';
import type { Health } from './health.ts';
import { type Log, logRequest } from './log.ts';
import type { Proxies } from './proxies.ts';
import { answerUnreadable, type Edition, type HeadersOf, type OnPage, pathOf, serveFiles } from './static.ts';
import { takeTurns } from './turns.ts';

interface Options {
  folder: string;
  headersOf: HeadersOf;
  /** Addresses that changed. */
  redirects: readonly Redirect[];
  /** What is published later, in its order. */
  later: Edition[];
  contact: Contact;
  health: Health;
  /** The page for what should never happen. */
  errorPage: (error: unknown) => string;
  /** Whether visitors reach us by HTTPS. */
  isBehindTls: boolean;
  connectionsPerAddress: number;
  proxies: Proxies;
  logsRequests: boolean;
  log: Log;
  /** Where page views are counted. */
  onPage?: OnPage | undefined;
}

export interface Site {
  server: Server;
  connections: Connections;
  /** From now on each answer is the last one on its connection, and whoever watches is told. */
  leave(): void;
}

/** Nobody needs longer to send a page's request, or a form over a bad line: slow clients are closed. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};

/** A request without a body needs no stream that nobody reads. */
const SETTINGS = { optimizeEmptyRequests: true, requireHostHeader: false };

/** The whole site: files from memory, and the contact page where it has something to answer. */
export function createSite(options: Options): Site {
  const { folder, contact, health, errorPage, isBehindTls, logsRequests, log } = options;
  const withTransport =
    (headersOf: HeadersOf): HeadersOf =>
    (address) =>
      isBehindTls ? { ...headersOf(address), ...transportHeaders } : headersOf(address);
  const headersOf = withTransport(options.headersOf);
  const contactHeaders = new Map(Object.entries(headersOf(routes.contact)));
  const plainHeaders = new Map(Object.entries(headersOf('')));
  const later = options.later.map((edition) => ({ ...edition, headersOf: withTransport(edition.headersOf) }));
  const answerFile = serveFiles(folder, headersOf, { ...options, later });
  const turn = takeTurns();
  let isLeaving = false;

  /** What cannot be answered from a file, if it is asked for. */
  function onDemand(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === routes.contact && request.method === 'POST') {
      response.setHeaders(contactHeaders);
      return turn().then(() => (request.socket.destroyed ? undefined : contact.post(request, response)));
    }
    if (!isRead) return undefined;
    if (path === routes.contact) {
      const reference = new URLSearchParams(request.url?.split('?', 2)[1]).get(REFERENCE_PARAMETER);
      if (!reference) return undefined;
      response.setHeaders(contactHeaders);
      return turn()
        .then(() => contact.confirm(reference, request, response))
        .then((shown) => (shown ? undefined : answerFile(request, response)));
    }
    if (path !== healthPath && path !== readyPath) return undefined;
    response.setHeaders(plainHeaders);
    return answerHealth(
      response,
      path === readyPath && !isLeaving ? health() : Promise.resolve(!isLeaving),
      isLeaving,
    );
  }

  const note = (
    request: IncomingMessage,
    path: string,
    { statusCode }: ServerResponse,
    startedAt: number,
  ) => {
    // Whatever watches us asks every second; only another answer than the usual one is news.
    if (path === healthPath && statusCode === 200) return;
    if (logsRequests) logRequest(request, path, statusCode, startedAt);
  };

  /** What Node would refuse by itself, but without our headers. */
  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    const startedAt = performance.now();
    response.setHeaders(plainHeaders).writeHead(status, { 'Content-Length': 0, Connection: 'close' }).end();
    note(request, pathOf(request.url ?? '/'), response, startedAt);
  };

  const server = createServer({ ...SETTINGS, ...TIMEOUTS }, (request, response) => {
    if (connections.refuses(request, response)) return;
    if (isLeaving) response.shouldKeepAlive = false;
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
        // Who hung up in the middle of a form is no failure of ours.
        if (request.destroyed && !request.complete) return;
        log('request-failed', { error });
        fail(response, error);
      })
      .finally(done);
  });
  const connections = watchConnections(server, options.connectionsPerAddress, options.proxies);
  server
    .on('clientError', answerUnreadable(headersOf('')))
    .on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      refuse(request, response, 417),
    );

  function fail(response: ServerResponse, error: unknown): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(errorPage(error));
  }

  return {
    server,
    connections,
    leave: () => {
      isLeaving = true;
    },
  };
}

const LEAVING = 'This process is about to end.';
const NO_STORE = 'Enquiries cannot be stored.';

async function answerHealth(
  response: ServerResponse,
  check: ReturnType<Health>,
  isLeaving: boolean,
): Promise<void> {
  const isWell = await check;
  response.writeHead(isWell ? 200 : 503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(
    JSON.stringify(
      isWell ? { status: 'ok' } : { status: 'unavailable', error: isLeaving ? LEAVING : NO_STORE },
    ),
  );
}
