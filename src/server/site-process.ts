import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { site } from '../config/site.ts';
import type { ContactAnswer } from '../lib/contact-answer.ts';
import { contactAnswerPath } from '../routes.ts';
import type { Page } from '../schemas/pages.ts';
import { limitConnections } from './connections.ts';
import { createContact } from './contact.ts';
import { createAccept } from './enquiries/accept.ts';
import type { Limiter } from './enquiries/limiter.ts';
import { kindsFor } from './enquiries/open.ts';
import type { EnquiryStore } from './enquiries/store.ts';
import type { Environment } from './environment.ts';
import { type HeaderTable, headersByAddress } from './headers.ts';
import { log } from './log.ts';
import { createSite } from './serve.ts';

interface Options {
  environment: Environment;
  words: Page<'contact'>;
  store: EnquiryStore;
  limiter: Limiter;
  /** Called once a new enquiry is on disk. */
  onStored: () => void;
}

/** The built site's own renderer, for the pages that are made on demand. */
type Render = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: { status: number; answer: ContactAnswer; showStack: boolean },
) => Promise<void> | void;

const dist = new URL('../../dist/', import.meta.url);

/** Milliseconds in which a request arrives whose connection is already open. */
const ON_ITS_WAY = 1000;

/** Serves the site. Resolves once it listens, with what ends it after the requests in hand. */
export async function startSite({
  environment,
  words,
  store,
  limiter,
  onStored,
}: Options): Promise<() => Promise<void>> {
  const { host, port, reusesPort, proxies, connectionsPerAddress } = environment;
  // Only pages that are made on demand need the renderer, and it takes longer to load than all the rest.
  let renderer: Promise<{ handler: Render }> | undefined;
  const load = () => {
    renderer ??= import(new URL('server/entry.mjs', dist).href);
    return renderer;
  };
  const contact = createContact({
    accept: createAccept({ store, limiter, kinds: kindsFor(environment), onStored, log }),
    store,
    words: words.form,
    contactEmail: site.contactEmail,
    proxies,
    show: async (request, response, status, answer) => {
      const { handler } = await load();
      request.url = contactAnswerPath;
      await handler(request, response, undefined, { status, answer, showStack: environment.showsStack });
    },
  });
  const server = createSite({
    folder: new URL('client', dist).pathname,
    headersOf: headersByAddress(
      JSON.parse(readFileSync(new URL('headers.json', dist), 'utf8')) as HeaderTable,
    ),
    contact,
    checkStore: store.ping,
    isBehindTls: environment.isBehindTls,
    logsRequests: environment.logsRequests,
    log,
  });
  const connections = limitConnections(server, connectionsPerAddress, proxies);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort: reusesPort }, resolve);
  });
  load();
  return () =>
    new Promise((resolve) => {
      const spare = setTimeout(connections.closeUnused, ON_ITS_WAY);
      server.close(() => {
        clearTimeout(spare);
        resolve();
      });
    });
}
