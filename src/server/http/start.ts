import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { routes } from '../../routes.ts';
import { builtFolder, readBuilt, readRedirects, type SiteData, scheduledMoments } from '../built.ts';
import type { EnquiryStore } from '../db/store.ts';
import { createAccept, kindsFor } from '../enquiries/accept.ts';
import { quotas } from '../enquiries/limits.ts';
import { log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { readAnswers, readErrorPage } from './answers.ts';
import { createApp, type OnPage } from './app.ts';
import { type HeaderTable, headersByAddress, transportHeaders } from './headers.ts';
import { createHealth } from './health.ts';
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

/** In this time a request arrives whose connection is already open. */
const ON_ITS_WAY_MS = 1000;

/** Serves the site. Resolves once it listens, with what ends it after the requests in hand. */
export async function startSite(options: Options): Promise<() => Promise<void>> {
  const { environment, data, store, onStored, onPage } = options;
  const { host, port, proxies, rateLimit, showsStack } = environment;
  const { contactEmail, countVisits } = data;
  const words = data.contact.form;
  const errorPage = readErrorPage(readBuilt('answers/error.html'));
  const isBehindProxy = proxies.length > 0;
  const readHeaders = (name: string) => {
    const headersOf = headersByAddress(JSON.parse(readBuilt(name)) as HeaderTable);
    return (address: string) => ({ ...headersOf(address), ...(isBehindProxy && transportHeaders) });
  };
  const headersOf = readHeaders('headers.json');
  const app = createApp({
    files: serveFiles(builtFolder('client'), headersOf, {
      redirects: readRedirects(),
      later: scheduledMoments().map((from) => ({
        from,
        folder: builtFolder(`scheduled/${from}/client`),
        headersOf: readHeaders(`scheduled/${from}/headers.json`),
      })),
      countVisits,
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
    origin: isBehindProxy ? data.url : undefined,
    log,
    onPage,
  });
  const closeUnused = watchUnused(app.server);
  app.addHook('preClose', async () => void setTimeout(closeUnused, ON_ITS_WAY_MS));
  await app.listen({ port, host: host ?? '::' });
  return () => app.close();
}

/** Closes connections that never asked for anything, such as the spare one of a browser: Node would wait for them. */
function watchUnused(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
