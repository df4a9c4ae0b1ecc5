import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { site } from '../config/site.ts';
import { readContent } from '../content/read.ts';
import type { ContactAnswer } from '../lib/contact-answer.ts';
import { contactAnswerPath } from '../routes.ts';
import { ContentError } from '../schemas/explain.ts';
import type { Page } from '../schemas/pages.ts';
import { createContact } from './contact.ts';
import { createAccept } from './enquiries/accept.ts';
import { openChannels, openStore } from './enquiries/open.ts';
import { startOutbox } from './enquiries/outbox.ts';
import { startRetention } from './enquiries/retention.ts';
import type { Kind } from './enquiries/store.ts';
import { parseEnv } from './environment.ts';
import { log } from './log.ts';
import { createSite } from './serve.ts';

/** The built site's own renderer, for the pages that are made on demand. */
type Render = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: { status: number; answer: ContactAnswer; showStack: boolean },
) => Promise<void> | void;

/** Requests and the delivery in hand get this long to end. */
const LONGEST_STOP = 10_000;

const root = new URL('../../', import.meta.url);
const dist = new URL('dist/', root);
const environment = orExit(() => parseEnv(process.env, site));
const words = orExit(readWords);
const { handler: render } = (await import(new URL('server/entry.mjs', dist).href)) as { handler: Render };

const { store, limiter } = openStore(environment);
const channels = openChannels(environment, words);
const outbox = startOutbox({ store, channels, firstDelay: environment.retrySeconds * 1000, log });
const retention = startRetention(store, environment.retentionDays, log);

const contact = createContact({
  accept: createAccept({
    store,
    limiter,
    // A mail waits until there is a server for it; anything else is made only where it is asked for.
    kinds: [...new Set<Kind>(['mail', ...(Object.keys(channels) as Kind[])])],
    onStored: outbox.wake,
    log,
  }),
  store,
  words: words.form,
  contactEmail: site.contactEmail,
  proxies: environment.proxies,
  show: (request, response, status, answer) => {
    request.url = contactAnswerPath;
    return render(request, response, undefined, { status, answer, showStack: environment.showsStack });
  },
});
const server = createSite({
  folder: new URL('client', dist).pathname,
  headers: JSON.parse(readFileSync(new URL('headers.json', dist), 'utf8')) as Record<string, string>,
  contact,
  log,
});

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${environment.port} is in use by another program. Stop that one, or choose another port: PORT=4322 npm start`
      : `The server could not start: ${error.message}`,
  );
  process.exit(1);
});
server.listen(environment.port, environment.host, async () => {
  await describeEnquiries();
  console.log(`The site is at http://localhost:${environment.port} (Ctrl-C stops it)`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(async () => {
      await outbox.stop();
      await store.close();
      process.exit(0);
    });
    retention.stop();
    server.closeIdleConnections();
    // A browser keeps a spare connection open that never asks for anything; it must not hold the server up.
    setTimeout(() => server.closeAllConnections(), 1000).unref();
    setTimeout(() => process.exit(0), LONGEST_STOP).unref();
  });
}

/** Says where enquiries go, and what is missing for them to go further. */
async function describeEnquiries() {
  try {
    await store.ping();
  } catch (error) {
    console.error(
      `Enquiries cannot be stored in ${store.place}: ${error instanceof Error ? error.message : error}`,
    );
    return;
  }
  const onward = environment.mail
    ? `mailed to ${environment.mail.to.join(', ')}`
    : 'kept waiting: set SMTP_URL to have them mailed (see .env.example)';
  console.log(`Enquiries are stored in ${store.place} and ${onward}`);
}

function readWords(): Page<'contact'> {
  const pages = readContent(root.pathname, site).pages();
  // The entry was parsed with the schema of that very name.
  return pages.find(({ id }) => id === 'contact')?.data as Page<'contact'>;
}

/** A mistake of the owner's is told in its one sentence. */
function orExit<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
