import { Mistake } from '../lib/mistake.ts';
import { routes } from '../routes.ts';
import * as built from './built.ts';
import { type EnquiryStore, openStore } from './db/store.ts';
import { createAccept, kindsFor } from './enquiries/accept.ts';
import { quotas } from './enquiries/limits.ts';
import { readAnswers, readErrorPage } from './http/answers.ts';
import { createApp } from './http/app.ts';
import { type HeaderTable, headersByAddress, transportHeaders } from './http/headers.ts';
import { createHealth } from './http/health.ts';
import { serveFiles } from './http/static.ts';
import { flushLog, log } from './log.ts';
import { describeDelivery, describeMail } from './outbox/describe.ts';
import { startDuties } from './outbox/duties.ts';
import { mailChannels, mailSetAside } from './outbox/mail.ts';
import { startOutbox } from './outbox/outbox.ts';
import { webhookChannel } from './outbox/webhook.ts';
import { parseSettings, removedSettings, type Settings } from './settings.ts';
import { startCounting } from './visits/counter.ts';

/** Requests and the delivery in hand get this long to end. */
const LONGEST_STOP_MS = 10_000;

const { lines, stop } = await start().catch(explain);
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
// The process that started us is gone, and with it the way to stop us.
if (process.connected) process.once('disconnect', end);
// Only now: it may be stopped as soon as this is read.
for (const line of lines) console.log(line);

async function start() {
  const data = built.readSiteData();
  const settings = parseSettings(process.env, data);
  for (const sentence of removedSettings(process.env)) console.error(sentence);
  const store = openStore(settings.database);
  // Before the first request: a store of an earlier version is brought up to date here.
  const lines = await describeDelivery(settings, store);
  const { mail, acknowledges, webhook } = settings;
  const outbox = startOutbox({
    store,
    channels: {
      ...(mail && mailChannels(mail, data.contact, acknowledges)),
      ...(webhook && { webhook: webhookChannel(webhook) }),
    },
    log,
  });
  const stopDuties = startDuties(
    settings,
    store,
    mail && ((setAside) => mailSetAside(mail, data.contact, setAside)),
    log,
  );
  const counting = data.countVisits ? startCounting(store.visits, log) : undefined;
  const app = createApp({ ...siteOf(settings, data, store, outbox.wake), onPage: counting?.count });
  await app.listen({ port: settings.port, host: settings.host ?? '::' });
  if (counting) lines.push(`Page views are counted: ${built.VISITS}`);
  lines.push(`The site is at http://localhost:${settings.port} (Ctrl-C stops it)`);
  // A mail server may take its time; the site does not wait for it.
  void describeMail(settings);
  const stop = async () => {
    stopDuties();
    await Promise.all([app.close(), outbox.stop()]);
    await counting?.stop();
    await store.close();
  };
  return { lines, stop };
}

/** The built site, and its form. */
function siteOf(settings: Settings, data: built.SiteData, store: EnquiryStore, onStored: () => void) {
  const { proxies, rateLimit, showsStack } = settings;
  const { contactEmail, countVisits } = data;
  const words = data.contact.form;
  const isBehindProxy = proxies.length > 0;
  const readHeaders = (name: string) => {
    const headersOf = headersByAddress(JSON.parse(built.readBuilt(name)) as HeaderTable);
    return (address: string) => ({ ...headersOf(address), ...(isBehindProxy && transportHeaders) });
  };
  const headersOf = readHeaders('headers.json');
  /** A build that lies beside the site of today. */
  const beside = (name: string) => ({
    folder: built.builtFolder(`${name}/client`),
    headersOf: readHeaders(`${name}/headers.json`),
  });
  const later = built.scheduledMoments().map((from) => ({ from, ...beside(`scheduled/${from}`) }));
  const previews = built.previewTokens().map((token) => ({ token, ...beside(`preview/${token}`) }));
  const redirects = built.readRedirects();
  return {
    files: serveFiles(built.builtFolder('client'), headersOf, { redirects, later, previews, countVisits }),
    headers: headersOf(''),
    contact: {
      accept: createAccept({
        store,
        quotaOf: quotas(settings),
        kinds: kindsFor(settings),
        onStored,
        log,
      }),
      store,
      rateLimit,
      words: () => words,
      contactEmail,
      page: readAnswers(built.readBuilt('answers/contact.html'), { words, contactEmail }),
      errorPage: readErrorPage(built.readBuilt('answers/error.html'), showsStack),
      headers: headersOf(routes.contact),
      log,
    },
    health: createHealth(store, log),
    proxies,
    origin: isBehindProxy ? data.url : undefined,
  };
}

async function end() {
  // Ctrl-C reaches every process of a terminal, and the one that started us passes it on as well.
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref();
  await stop();
  flushLog();
  process.exit(0);
}

function explain(error: NodeJS.ErrnoException & { port?: number }): never {
  if (error.code === 'EADDRINUSE')
    console.error(
      `Port ${error.port} is in use by another program. Stop that program, or choose another port: PORT=4322 ${built.START}`,
    );
  else
    console.error(error instanceof Mistake ? error.message : `The server could not start: ${error.message}`);
  process.exit(1);
}
