/**
 * How many enquiries per second are accepted, each on disk before it is acknowledged, compared with the bare INSERT …
 * COMMIT rate of the same SQLite file: `npm run bench:enquiries`. Measured by turns, so that whatever else the machine
 * does affects all alike. The target is for accepting (checked, counted, compared, stored in three tables); over HTTP a
 * process spends most of its time on HTTP where a commit takes a tenth of a millisecond, as on a fast disk.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { emptyEnquiry } from '../src/lib/enquiry.ts';
import { createAccept } from '../src/server/enquiries/accept.ts';
import { createLimiter } from '../src/server/enquiries/limiter.ts';
import { openSqlite, PRAGMAS } from '../src/server/enquiries/store/sqlite.ts';
import { createStore } from '../src/server/enquiries/store/store.ts';
import { siteWithoutPages, startEnquiries } from '../tests/faults/support/site.ts';
import { median } from './report.ts';
import type { Load, Measured } from './support/posts.ts';

interface Figures {
  /** Acknowledged with a reference, per second. */
  rate: number;
  p50: number;
  p99: number;
}

export interface EnquiryFigures {
  taken: Figures;
  posted: Figures;
  /** One enquiry at a time, straight into the file. */
  bare: number;
  /** Of what is taken in. */
  ratio: number;
}

export const LEAST_RATIO = 0.8;
const TURNS = 10;
/** Short, so that the file stays of a size that an owner could have: some tens of thousands of enquiries. */
const TURN_SECONDS = 0.3;
const CONNECTIONS = 64;

export async function measureEnquiries(): Promise<EnquiryFigures> {
  // Not in the machine's temporary folder: that may be memory, where a commit costs nothing.
  mkdirSync('data', { recursive: true });
  const folder = mkdtempSync(resolve('data/bench-'));
  const file = join(folder, 'enquiries.db');
  const copy = siteWithoutPages();
  const site = await startEnquiries(copy.root, { DATABASE_URL: `file:${file}` });
  try {
    await post(site.url, 1);
    const taken: Measured[] = [];
    const posted: Measured[] = [];
    const bare: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      bare.push(bareRate(file));
      taken.push(await take(file));
      posted.push(await post(site.url, TURN_SECONDS));
    }
    const figures = { taken: figuresOf(taken), posted: figuresOf(posted), bare: median(bare) };
    return { ...figures, ratio: figures.taken.rate / figures.bare };
  } finally {
    await site.stop();
    copy.remove();
    rmSync(folder, { recursive: true });
  }
}

export function enquiryTable({ taken, posted, bare, ratio }: EnquiryFigures): string {
  const row = (what: string, { rate, p50, p99 }: Figures) =>
    `| ${what} | ${Math.round(rate)} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms | ${(rate / bare).toFixed(2)} |`;
  return [
    '| | per second | p50 | p99 | of bare |',
    '|---|---:|---:|---:|---:|',
    row('enquiries accepted, each on disk', taken),
    row('the same over HTTP, one process', posted),
    `| bare INSERT … COMMIT, same file | ${Math.round(bare)} | | | 1 |`,
    '',
    `Target: enquiries accepted at ${LEAST_RATIO} of the bare rate or more. Measured: ${ratio.toFixed(2)}.`,
  ].join('\n');
}

function figuresOf(turns: Measured[]): Figures {
  const failed = turns.reduce((sum, turn) => sum + turn.failed, 0);
  if (failed > 0) throw new Error(`${failed} were not answered with a reference.`);
  const times = turns.flatMap((turn) => turn.times).sort((a, b) => a - b);
  return {
    rate: median(turns.map((turn) => turn.times.length / turn.seconds)),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

/** As the server does it for each request that it has read, from as many at a time. */
async function take(file: string): Promise<Measured> {
  const store = createStore(openSqlite(file));
  const accept = createAccept({
    store,
    limiter: createLimiter(0),
    kinds: ['mail'],
    dailyLimit: 0,
    onStored: () => {},
    log: () => {},
  });
  const times: number[] = [];
  let failed = 0;
  const begin = performance.now();
  const visitor = async () => {
    while (performance.now() < begin + TURN_SECONDS * 1000) {
      const sentAt = performance.now();
      const message = `We sell shoes and would like to talk about our shop. ${randomUUID()}`;
      const enquiry = {
        ...emptyEnquiry,
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@example.com',
        company: 'Example',
        message,
      };
      const { kind } = await accept({ enquiry, trap: '', address: '127.0.0.1' });
      if (kind === 'accepted') times.push(performance.now() - sentAt);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  const seconds = (performance.now() - begin) / 1000;
  await store.close();
  return { times, failed, seconds };
}

/** From a thread of its own, so that measuring and answering do not wait for one another. */
async function post(url: string, seconds: number): Promise<Measured> {
  const load: Load = { url, seconds, connections: CONNECTIONS };
  const worker = new Worker(new URL('support/posts.ts', import.meta.url), { workerData: load });
  const unfinished = once(worker, 'exit').then(() => {
    throw new Error('The server closed connections that were in use.');
  });
  const [measured] = (await Promise.race([once(worker, 'message'), unfinished])) as [Measured];
  return measured;
}

function bareRate(file: string): number {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec(PRAGMAS);
  const insert = database.prepare(
    `INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const begin = performance.now();
  let count = 0;
  while (performance.now() < begin + TURN_SECONDS * 1000) {
    database.exec('BEGIN IMMEDIATE');
    const now = performance.now();
    insert.run(`bare ${begin} ${count}`, now, 'Ada', '', 'ada@example.com', '', `Enquiry ${now}`);
    database.exec('COMMIT');
    count += 1;
  }
  const rate = count / ((performance.now() - begin) / 1000);
  database.close();
  return rate;
}

const quantile = (sorted: number[], part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
if (import.meta.main) {
  const figures = await measureEnquiries();
  console.log(enquiryTable(figures));
  if (figures.ratio < LEAST_RATIO) {
    console.error('That is below the target.');
    process.exitCode = 1;
  }
}
