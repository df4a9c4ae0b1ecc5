import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { site } from '../config/site.ts';
import { readPage } from '../content/read.ts';
import { ContentError } from '../schemas/explain.ts';
import type { Page } from '../schemas/pages.ts';
import { describeDelivery, describeMail, startDelivery } from './delivery.ts';
import { openStore } from './enquiries/open.ts';
import { parseEnv } from './environment.ts';
import { flushLog } from './log.ts';
import { startSite } from './site-process.ts';

/** Requests and the delivery in hand get this long to end. */
const LONGEST_STOP = 10_000;

const root = fileURLToPath(new URL('../../', import.meta.url));
const environment = orExit(() => parseEnv(process.env, site));
const words = orExit(readWords);
const { store, limiter } = openStore(environment);

const stop = await start().catch(sayWhy);
// Ctrl-C reaches every process of a terminal, and whoever started us passes it on as well: the second time says nothing.
let ending: Promise<void> | undefined;
const endOnce = () => {
  ending ??= end();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endOnce);
// Whoever started us is gone, and with it the way to stop us.
if (process.connected) process.once('disconnect', endOnce);

async function start() {
  // Before anybody is answered: a store of an earlier version is brought up to date here.
  const lines = await describeDelivery(environment, store);
  const delivery = startDelivery(environment, words, store);
  const stopServing = await startSite({ environment, words, store, limiter, onStored: delivery.wake });
  for (const line of lines) console.log(line);
  console.log(`The site is at http://localhost:${environment.port} (Ctrl-C stops it)`);
  // A mail server may take its time; the site does not wait for it.
  void describeMail(environment);
  return async () => {
    await Promise.all([stopServing(), delivery.stop()]);
  };
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
  return readPage(root, site, 'contact');
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
  if (error.code === 'EADDRINUSE')
    console.error(
      `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=4322 npm start`,
    );
  else
    console.error(
      error instanceof ContentError ? error.message : `The server could not start: ${error.message}`,
    );
  process.exit(1);
}
