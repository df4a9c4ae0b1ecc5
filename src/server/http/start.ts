import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFolder, readBuilt, readRedirects, type SiteData, scheduledMoments } from '../built.ts';
import type { EnquiryStore } from '../db/store.ts';
import { createAccept } from '../enquiries/accept.ts';
import type { Limiter } from '../enquiries/limiter.ts';
import { kindsFor } from '../enquiries/open.ts';
import type { Environment } from '../environment.ts';
import { readAnswers, readErrorPage } from './answers.ts';
import { createContact } from './contact.ts';
import { prepareHandover } from './handover.ts';
import { type HeaderTable, headersByAddress } from './headers.ts';
import { createHealth } from './health.ts';
import { log } from './log.ts';
import { createSite } from './serve.ts';
import type { OnPage } from './static.ts';

const readHeaders = (name: string) => headersByAddress(JSON.parse(readBuilt(name)) as HeaderTable);

interface Options {
  environment: Environment;
  data: SiteData;
  store: EnquiryStore;
  limiter: Limiter;
  /** Called once a new enquiry is on disk. */
  onStored: () => void;
  /** Called for each page that was read, where page views are counted. */
  onPage: OnPage | undefined;
}

/** Milliseconds in which a request arrives whose connection is already open. */
const ON_ITS_WAY = 1000;
/** Milliseconds in which a proxy hears that we are about to end: Caddy asks every second (deploy/Caddyfile). */
const NOTICE = 2500;

/** Serves the site. Resolves once it listens, with what ends it after the requests in hand. */
export async function startSite({
  environment,
  data,
  store,
  limiter,
  onStored,
  onPage,
}: Options): Promise<() => Promise<void>> {
  const { host, port, reusesPort, proxies, dailyLimit, showsStack } = environment;
  const { contactEmail } = data;
  const words = data.contact.form;
  const errorPage = readErrorPage(readBuilt('answers/error.html'));
  const { server, connections, leave } = createSite({
    folder: builtFolder('client'),
    headersOf: readHeaders('headers.json'),
    redirects: readRedirects(),
    later: scheduledMoments().map((from) => ({
      from,
      folder: builtFolder(`scheduled/${from}/client`),
      headersOf: readHeaders(`scheduled/${from}/headers.json`),
    })),
    contact: createContact({
      accept: createAccept({ store, limiter, kinds: kindsFor(environment), dailyLimit, onStored, log }),
      store,
      limiter,
      words,
      contactEmail,
      proxies,
      log,
      page: readAnswers(readBuilt('answers/contact.html'), { words, contactEmail }),
    }),
    health: createHealth(store, log),
    errorPage: (error) => errorPage(error, showsStack),
    isBehindTls: environment.isBehindTls,
    connectionsPerAddress: environment.connectionsPerAddress,
    proxies,
    logsRequests: environment.logsRequests,
    log,
    onPage,
  });
  if (reusesPort) prepareHandover();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort: reusesPort }, resolve);
  });
  return async () => {
    leave();
    // A proxy that asks whether we are well sends visitors elsewhere before nobody is there.
    if (proxies.length > 0) await sleep(NOTICE);
    await new Promise<void>((resolve) => {
      const spare = setTimeout(connections.closeUnused, ON_ITS_WAY);
      const ended = () => {
        clearTimeout(spare);
        resolve();
      };
      // HTTP's own way of closing also closes connections that are idle, and a visitor may be about to use one. Where
      // another process takes over, they are left to their time-out, which visitors know.
      if (reusesPort) TcpServer.prototype.close.call(server, ended);
      else server.close(ended);
    });
  };
}
