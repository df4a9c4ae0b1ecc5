import { Mistake } from '../lib/mistake.ts';
import { readSiteData, START, VISITS } from './built.ts';
import { openStore } from './db/store.ts';
import { startSite } from './http/start.ts';
import { flushLog, log } from './log.ts';
import { describeDelivery, describeMail, startDelivery } from './outbox/start.ts';
import { parseSettings, removedSettings } from './settings.ts';
import { startCounting } from './visits/start.ts';

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
  const data = readSiteData();
  const environment = parseSettings(process.env, data);
  for (const sentence of removedSettings(process.env)) console.error(sentence);
  const store = openStore(environment.database, (error) => log('store-connection-lost', { error }));
  // Before the first request: a store of an earlier version is brought up to date here.
  const lines = await describeDelivery(environment, store);
  const delivery = startDelivery(environment, data.contact, store);
  const counting = data.countVisits ? startCounting(store.visits, log) : undefined;
  const onPage = counting?.count;
  const stopSite = await startSite({ environment, data, store, onStored: delivery.wake, onPage });
  if (counting) lines.push(`Page views are counted: ${VISITS}`);
  lines.push(`The site is at http://localhost:${environment.port} (Ctrl-C stops it)`);
  // A mail server may take its time; the site does not wait for it.
  void describeMail(environment);
  const stop = async () => {
    await Promise.all([stopSite(), delivery.stop()]);
    await counting?.stop();
    await store.close();
  };
  return { lines, stop };
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
      `Port ${error.port} is in use by another program. Stop that one, or choose another port: PORT=4322 ${START}`,
    );
  else
    console.error(error instanceof Mistake ? error.message : `The server could not start: ${error.message}`);
  process.exit(1);
}
