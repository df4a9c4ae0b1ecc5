import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../../routes.ts';
import { builtFolder, readBuilt, readRedirects, type SiteData, scheduledMoments } from '../built.ts';
import type { EnquiryStore } from '../db/store.ts';
import { createAccept, kindsFor } from '../enquiries/accept.ts';
import { quotas } from '../enquiries/limits.ts';
import type { Settings } from '../settings.ts';
import { readAnswers, readErrorPage } from './answers.ts';
import { createApp, type OnPage } from './app.ts';
import { type HeaderTable, headersByAddress, transportHeaders } from './headers.ts';
import { createHealth } from './health.ts';
import { log } from './log.ts';
import { serveFiles } from './static.ts';

interface Options {
  environment: Settings;
  data: SiteData;
  store: EnquiryStore;
  /** Called once a new enquiry is on disk. */
  onStored: () => void;
  /** Called for each page that was read, where page views are counted. */
  onPage: OnPage | undefined;
}

/** In this time a proxy hears that we are about to end: Caddy asks every second (deploy/Caddyfile). */
const NOTICE_MS = 2500;
/** In this time a request arrives whose connection is already open. */
const ON_ITS_WAY_MS = 1000;

/** Serves the site. Resolves once it listens, with what ends it after the requests in hand. */
export async function startSite(options: Options): Promise<() => Promise<void>> {
  const { environment, data, store, onStored, onPage } = options;
  const { host, port, proxies, rateLimit, showsStack, isBehindTls } = environment;
  const { contactEmail } = data;
  const words = data.contact.form;
  const errorPage = readErrorPage(readBuilt('answers/error.html'));
  const readHeaders = (name: string) => {
    const headersOf = headersByAddress(JSON.parse(readBuilt(name)) as HeaderTable);
    return (address: string) => ({ ...headersOf(address), ...(isBehindTls && transportHeaders) });
  };
  const headersOf = readHeaders('headers.json');
  const { app, leave } = createApp({
    files: serveFiles(builtFolder('client'), headersOf, {
      redirects: readRedirects(),
      later: scheduledMoments().map((from) => ({
        from,
        folder: builtFolder(`scheduled/${from}/client`),
        headersOf: readHeaders(`scheduled/${from}/headers.json`),
      })),
    }),
    headers: headersOf(''),
    contact: {
      accept: createAccept({
        store,
        quotaOf: quotas(environment),
        kinds: kindsFor(environment),
        onStored,
        log,
      }),
      store,
      rateLimit,
      words: () => words,
      contactEmail,
      proxies,
      log,
      headers: headersOf(routes.contact),
      page: readAnswers(readBuilt('answers/contact.html'), { words, contactEmail }),
    },
    health: createHealth(store, log),
    errorPage: (error) => errorPage(error, showsStack),
    logsRequests: true,
    log,
    onPage,
  });
  const closeUnused = watchUnused(app.server);
  await app.listen({ port, host: host ?? '::' });
  return async () => {
    leave();
    // A proxy that asks whether we are well sends visitors elsewhere before nobody is there.
    if (proxies.length > 0) await sleep(NOTICE_MS);
    const spare = setTimeout(closeUnused, ON_ITS_WAY_MS);
    await app.close();
    clearTimeout(spare);
  };
}

/** Answers with what closes connections that never asked for anything, such as the spare one that a browser keeps. */
function watchUnused(server: Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () => {
    for (const socket of unused) socket.destroy();
  };
}
