import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { healthPath, readyPath } from '../../routes.ts';
import type { Log } from '../log.ts';
import { type ContactOptions, contactRoutes } from './contact.ts';
import { answerErrors } from './errors.ts';
import type { Health } from './health.ts';
import { checkHost } from './hosts.ts';
import type { Answer, Asked, Headers } from './static.ts';

interface Options {
  files: (asked: Asked) => Answer;
  /** The security headers of what is no page. */
  headers: Headers;
  contact: Omit<ContactOptions, 'otherwise'>;
  health: Health;
  /** The page for what should never happen. */
  errorPage: (error: unknown) => string;
  /** Behind a proxy: the address of the site, whose host is the only one that is served. */
  origin: string | undefined;
  log: Log;
  onPage?: OnPage | undefined;
}

/** Told of each page that was read, by its own address. */
export type OnPage = (address: string, headers: IncomingHttpHeaders) => void;

const LIMITS = {
  bodyLimit: 64 * 1024,
  requestTimeout: 15_000,
  connectionTimeout: 10_000,
  keepAliveTimeout: 5000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
};
/** More than a small machine serves at a time; beyond that, connections are closed as they come. */
const MOST_CONNECTIONS = 10_000;
/** Browsers wait for an answer before they ask again; a client that does not may ask this many times in advance. */
const MOST_QUEUED = 8;
/** In this time a proxy hears that this process is about to end: Caddy asks every second (deploy/Caddyfile). */
const NOTICE_MS = 2500;

/** The whole site: every address that it answers. */
export function createApp(options: Options): FastifyInstance {
  const { files, headers, contact, health, errorPage, origin, log, onPage } = options;
  const unreadable = { ...headers, 'Cache-Control': 'no-store', 'Content-Length': '0', Connection: 'close' };
  const refusalFor = checkHost(origin);
  let isLeaving = false;
  const app = fastify({
    ...LIMITS,
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => file(request, reply),
    clientErrorHandler: answerUnreadable(unreadable),
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  // What Node would refuse by itself, but without our headers.
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, unreadable).end();
  });

  app.get(healthPath, (_, reply) => tell(reply, !isLeaving));
  app.get(readyPath, async (_, reply) => tell(reply, !isLeaving && (await health())));
  app.register(async (site) => {
    site.addHook('onRequest', expectFewQueued);
    site.addHook('onRequest', expectHost);
    site.register(contactRoutes, { ...contact, otherwise: file });
    site.get('/*', file);
    site.setNotFoundHandler(file);
  });
  app.setErrorHandler(answerErrors({ page: contact.page, errorPage, headers: contact.headers, log }));
  // A body that is not for the form is not read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  // A proxy that asks whether we are well sends visitors elsewhere before this process is gone.
  app.addHook('preClose', async () => {
    isLeaving = true;
    if (origin) await sleep(NOTICE_MS);
  });

  const queued = new WeakMap<Socket, number>();
  function expectFewQueued({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
    // Node gives an answer its socket only when all answers before it are out.
    if (reply.raw.socket !== null) return void done();
    const count = (queued.get(raw.socket) ?? 0) + 1;
    if (count > MOST_QUEUED) {
      raw.socket.destroy();
      return void reply.hijack();
    }
    queued.set(raw.socket, count);
    reply.raw.once('close', () => queued.set(raw.socket, (queued.get(raw.socket) ?? 1) - 1));
    done();
  }

  function expectHost({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const refusal = refusalFor(raw);
    if (refusal) answer(reply, { ...refusal, headers: { ...headers, ...refusal.headers } });
    else done();
  }

  function file({ raw }: FastifyRequest, reply: FastifyReply): void {
    const found = files(raw);
    answer(reply, found);
    if (found.page !== undefined) onPage?.(found.page, raw.headers);
  }

  const tell = (reply: FastifyReply, isWell: boolean) =>
    reply
      .code(isWell ? 200 : 503)
      .headers({ ...headers, 'Cache-Control': 'no-store' })
      .send({ status: isWell ? 'ok' : 'unavailable' });

  return app;
}

/** The headers stand ready: to send them by the framework would cost as much as all the rest. */
const answer = (reply: FastifyReply, { status, headers, body }: Answer) =>
  reply.hijack().raw.writeHead(status, headers).end(body);

/** Answers what Node could not read as a request; its own answer would lack our headers. */
function answerUnreadable(headers: Headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(`HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n`);
  };
}

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
