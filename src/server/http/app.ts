import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { healthPath, readyPath } from '../../routes.ts';
import { answerErrors, type ContactOptions, contactRoutes } from './contact.ts';
import { checkHost } from './hosts.ts';
import type { Answer, Asked, Headers } from './static.ts';

interface Options {
  files: (asked: Asked) => Answer;
  /** The security headers of what is no page. */
  headers: Headers;
  contact: Omit<ContactOptions, 'otherwise'>;
  /** Whether all is well. Anybody may ask, so nothing else is answered. */
  health: () => Promise<boolean>;
  /** The proxies whose X-Forwarded-For is believed. */
  proxies: string[];
  /** Behind a proxy: the address of the site, whose host is the only one that is served. */
  origin: string | undefined;
  onPage?: OnPage | undefined;
}

/** Called for each page that was read, with its own address. */
type OnPage = (address: string, headers: IncomingHttpHeaders) => void;

const LIMITS = {
  bodyLimit: 64 * 1024,
  requestTimeout: 15_000,
  connectionTimeout: 10_000,
  keepAliveTimeout: 5000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
};
/** More than a small machine serves at a time; beyond that, connections are closed as they come. */
const MOST_CONNECTIONS = 10_000;
/** Browsers wait for an answer before they ask again; a client that does not may ask this many times in advance. */
const MOST_QUEUED = 8;
/** In this time a proxy hears that this process is about to end: Caddy asks every second (deploy/Caddyfile). */
const NOTICE_MS = 2500;
/** In this time a request arrives whose connection is already open. */
const ON_ITS_WAY_MS = 1000;

/** The whole site: every address that it answers. */
export function createApp(options: Options): FastifyInstance {
  const { files, headers, contact, health, proxies, origin, onPage } = options;
  const refusalFor = checkHost(origin);
  let isLeaving = false;
  const app = fastify({
    ...LIMITS,
    trustProxy: proxies,
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => file(request, reply),
  });
  app.server.maxConnections = MOST_CONNECTIONS;

  app.get(healthPath, (_, reply) => tell(reply, !isLeaving));
  app.get(readyPath, async (_, reply) => tell(reply, !isLeaving && (await health())));
  app.register(async (site) => {
    site.addHook('onRequest', checkRequest);
    site.register(contactRoutes, { ...contact, otherwise: file });
    site.get('/*', file);
    site.setNotFoundHandler(file);
  });
  app.setErrorHandler(answerErrors(contact));
  // A body that is not for the form is not read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  const closeUnused = watchUnused(app);
  app.addHook('preClose', async () => {
    // A proxy that asks whether we are well sends visitors elsewhere before this process is gone.
    isLeaving = true;
    if (origin) await sleep(NOTICE_MS);
    setTimeout(closeUnused, ON_ITS_WAY_MS);
  });

  const queued = new WeakMap<Socket, number>();
  function checkRequest({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
    // Node gives an answer its socket only when all answers before it are out.
    const count = reply.raw.socket ? 0 : (queued.get(raw.socket) ?? 0) + 1;
    queued.set(raw.socket, count);
    const refusal = refusalFor(raw);
    if (count > MOST_QUEUED) {
      raw.socket.destroy();
      reply.hijack();
    } else if (refusal) answer(reply, { ...refusal, headers: { ...headers, ...refusal.headers } });
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

/** Closes connections that never asked for anything, such as the spare one of a browser: Node would wait for them. */
function watchUnused({ server }: FastifyInstance): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
