import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { site } from '../config/site.ts';
import { readContent } from '../content/read.ts';
import { ContentError } from '../schemas/explain.ts';
import type { Page } from '../schemas/pages.ts';
import { describeDelivery, describeMail, startDelivery } from './delivery.ts';
import { openStore } from './enquiries/open.ts';
import { parseEnv } from './environment.ts';
import { flushLog } from './log.ts';
import { startSite } from './site-process.ts';
import { startWorkers, tellOfStored } from './workers.ts';

/** Requests and the delivery in hand get this long to end. */
const LONGEST_STOP = 10_000;

const root = new URL('../../', import.meta.url).pathname;
const environment = orExit(() => parseEnv(process.env, site));
const words = orExit(readWords);
const { store, limiter } = openStore(environment);

const stop = await (cluster.isWorker ? startAsWorker() : startAsOwner()).catch(sayWhy);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
// A worker whose owner is gone has nobody to send what it stores.
if (cluster.isWorker) process.once('disconnect', end);

/** One process does everything, or owns those that serve. */
async function startAsOwner() {
  const delivery = startDelivery(environment, words, store);
  const stopServing =
    environment.workers > 1
      ? await startWorkers(environment.workers, delivery.wake)
      : await startSite({ environment, words, store, limiter, onStored: delivery.wake });
  await describeDelivery(environment, store);
  console.log(`The site is at http://localhost:${environment.port} (Ctrl-C stops it)`);
  // A mail server may take its time; the site does not wait for it.
  void describeMail(environment);
  return async () => {
    await Promise.all([stopServing(), delivery.stop()]);
  };
}

function startAsWorker() {
  return startSite({ environment, words, store, limiter, onStored: tellOfStored });
}

async function end() {
  setTimeout(() => process.exit(0), LONGEST_STOP).unref();
  await stop();
  await store.close();
  await flushLog();
  process.exit(0);
}

function readWords(): Page<'contact'> {
  if (!existsSync(`${root}/dist/headers.json`))
    throw new ContentError('The site is not built yet. Run npm start, or npm run build first.');
  const pages = readContent(root, site).pages();
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

function sayWhy(error: NodeJS.ErrnoException): never {
  const { port } = environment;
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=4322 npm start`
      : `The server could not start: ${error.message}`,
  );
  process.exit(1);
}
