import { Mistake } from '../lib/mistake.ts';
import { readSiteData, START, VISITS } from './built.ts';
import { openStore } from './db/store.ts';
import { flushLog, log } from './http/log.ts';
import { startSite } from './http/start.ts';
import { describeDelivery, describeMail, startDelivery } from './outbox/start.ts';
import { parseSettings, removedSettings } from './settings.ts';
import { startCounting } from './visits/start.ts';

/** Requests and the delivery in hand get this long to end. */
const LONGEST_STOP = 10_000;

const data = orExit(readSiteData);
const environment = orExit(() => parseSettings(process.env, data));
for (const sentence of removedSettings(process.env)) console.error(sentence);
const store = openStore(environment.database, (error) => log('store-connection-lost', { error }));

const { lines, stop } = await start().catch(sayWhy);
// Ctrl-C reaches every process of a terminal, and whoever started us passes it on as well: the second time says nothing.
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
// Whoever started us is gone, and with it the way to stop us.
if (process.connected) process.once('disconnect', end);
// Only now: whoever reads that it is there may stop it at once.
for (const line of lines) console.log(line);
// A mail server may take its time; the site does not wait for it.
void describeMail(environment);

async function start() {
  // Before anybody is answered: a store of an earlier version is brought up to date here.
  const lines = await describeDelivery(environment, store);
  const delivery = startDelivery(environment, data.contact, store);
  const counting = data.countVisits ? startCounting(store.visits, log) : undefined;
  const stopServing = await startSite({
    environment,
    data,
    store,
    onStored: delivery.wake,
    onPage: counting?.count,
  });
  if (counting) lines.push(`Page views are counted: ${VISITS}`);
  lines.push(`The site is at http://localhost:${environment.port} (Ctrl-C stops it)`);
  const stop = async () => {
    await Promise.all([stopServing(), delivery.stop()]);
    await counting?.stop();
  };
  return { lines, stop };
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(0), LONGEST_STOP).unref();
  await stop();
  await store.close();
  flushLog();
  process.exit(0);
}

/** A mistake of the owner's is told in its one sentence. */
function orExit<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function sayWhy(error: NodeJS.ErrnoException): never {
  const { port } = environment;
  if (error.code === 'EADDRINUSE')
    console.error(
      `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=4322 ${START}`,
    );
  else
    console.error(error instanceof Mistake ? error.message : `The server could not start: ${error.message}`);
  process.exit(1);
}
