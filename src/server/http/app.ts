import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { healthPath, readyPath } from '../../routes.ts';
import { type ContactOptions, contactRoutes } from './contact.ts';
import type { Health } from './health.ts';
import type { Log } from './log.ts';
import { type Answer, type Asked, type Headers, pathOf, targetOf } from './static.ts';

interface Options {
  files: (asked: Asked) => Answer;
  /** The security headers of what is no page. */
  headers: Headers;
  contact: Omit<ContactOptions, 'otherwise'>;
  health: Health;
  /** The page for what should never happen. */
  errorPage: (error: unknown) => string;
  logsRequests: boolean;
  log: Log;
  onPage?: OnPage | undefined;
}

/** Told of each page that was read, by its own address. */
export type OnPage = (address: string, headers: IncomingMessage['headers']) => void;

interface Site {
  app: FastifyInstance;
  /** From now on whoever asks for our health is told that we are about to end. */
  leave(): void;
}

/** Nobody needs longer to send a page's request, or a form over a bad line: slow clients are closed. */
const TIMEOUTS = {
  requestTimeout: 15_000,
  connectionTimeout: 10_000,
  keepAliveTimeout: 5000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
};
const BODY_LIMIT_BYTES = 64 * 1024;
/** More than a small machine serves at a time; beyond that, connections are closed as they come. */
const MOST_CONNECTIONS = 10_000;
/** Browsers wait for an answer before they ask again; whoever does not may ask this many times in advance. */
const MOST_QUEUED = 8;

/** The whole site: every address that it answers. */
export function createApp(options: Options): Site {
  const { files, headers, contact, health, errorPage, log, onPage } = options;
  let isLeaving = false;
  const app = fastify({
    ...TIMEOUTS,
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url }) => targetOf(url),
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => file(request, reply),
    clientErrorHandler: answerUnreadable(headers),
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  // What Node would refuse by itself, but without our headers.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, 'Content-Length': 0, Connection: 'close' }).end();
    note(request, 417, 0);
  });

  app.get(healthPath, (_, reply) => tell(reply, !isLeaving));
  app.get(readyPath, async (_, reply) => tell(reply, !isLeaving && (await health())));
  app.register(contactRoutes, { ...contact, otherwise: file });
  app.get('/*', file);
  app.setNotFoundHandler(file);

  function file(request: FastifyRequest, reply: FastifyReply) {
    const { status, headers, body, page } = files(request.raw);
    if (page !== undefined) onPage?.(page, request.headers);
    // Its headers stand ready: to send them by the framework would cost as much as all the rest.
    reply.hijack().raw.writeHead(status, headers).end(body);
  }

  const tell = (reply: FastifyReply, isWell: boolean) =>
    reply
      .code(isWell ? 200 : 503)
      .headers({ ...headers, 'Cache-Control': 'no-store' })
      .send(isWell ? { status: 'ok' } : { status: 'unavailable', error: isLeaving ? LEAVING : NO_STORE });

  app.setErrorHandler((error, request, reply) => {
    // Who hung up in the middle of a form is no failure of ours.
    if (request.raw.destroyed && !request.raw.complete) return reply.hijack();
    log('request-failed', { error });
    return reply
      .code(500)
      .headers({ ...contact.headers, 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(errorPage(error));
  });

  const queued = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    if (isLeaving) reply.raw.shouldKeepAlive = false;
    const { socket } = request.raw;
    // Node gives an answer its socket only when all answers before it are out.
    if (reply.raw.socket === null) {
      const count = (queued.get(socket) ?? 0) + 1;
      if (count > MOST_QUEUED) {
        socket.destroy();
        return void reply.hijack();
      }
      queued.set(socket, count);
      reply.raw.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1));
    }
    if (request.headers.host === undefined && request.raw.httpVersionMinor > 0)
      return void reply
        .code(400)
        .headers({ ...headers, Connection: 'close' })
        .send('');
    done();
  });
  app.addHook('onResponse', ({ raw }, { raw: { statusCode }, elapsedTime }, done) => {
    note(raw, statusCode, elapsedTime);
    done();
  });

  function note({ method, url }: IncomingMessage, status: number, elapsedMs: number) {
    const path = pathOf(targetOf(url));
    // Whatever watches us asks every second; only another answer than the usual one is news.
    if (!options.logsRequests || (path === healthPath && status === 200)) return;
    // The path only: a query may hold a reference, an address of a page holds nobody's data.
    log('request', { method, path, status, ms: Math.round(elapsedMs * 10) / 10 });
  }

  return {
    app,
    leave: () => {
      isLeaving = true;
    },
  };
}

const LEAVING = 'This process is about to end.';
const NO_STORE = 'Enquiries cannot be stored.';

/** Answers what Node could not read as a request; its own answer would lack our headers. */
function answerUnreadable(headers: Headers) {
  const lines = Object.entries({ ...headers, 'Content-Length': '0', Connection: 'close' });
  const rest = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(`HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\n${rest}\r\n`);
  };
}

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
