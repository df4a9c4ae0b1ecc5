/**
 * How many enquiries per second the server takes over HTTP, each on disk before its answer, beside the bare
 * INSERT … COMMIT rate of the same SQLite file: `npm run bench:enquiries`. Both are measured by turns, so that whatever
 * else the machine does meets both alike.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { PRAGMAS } from '../src/server/enquiries/sqlite.ts';
import { siteWithoutPages, startEnquiries } from '../tests/faults/support/site.ts';
import type { Load, Measured } from './support/posts.ts';

export interface EnquiryFigures {
  /** Answers with a reference, per second. */
  rate: number;
  p50: number;
  p99: number;
  /** One enquiry at a time, straight into the file. */
  bare: number;
  ratio: number;
}

const LEAST_RATIO = 0.8;
const TURNS = 10;
const TURN_SECONDS = 1;
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
    const served: Measured[] = [];
    const bare: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      bare.push(bareRate(file));
      served.push(await post(site.url, TURN_SECONDS));
    }
    const times = served.flatMap((turn) => turn.times).sort((a, b) => a - b);
    const failed = served.reduce((sum, turn) => sum + turn.failed, 0);
    if (failed > 0) throw new Error(`${failed} posts were not answered with a reference.`);
    const rate = median(served.map((turn) => turn.times.length / turn.seconds));
    return {
      rate,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      bare: median(bare),
      ratio: rate / median(bare),
    };
  } finally {
    await site.stop();
    copy.remove();
    rmSync(folder, { recursive: true });
  }
}

export const enquiryTable = ({ rate, p50, p99, bare, ratio }: EnquiryFigures) =>
  [
    '| | per second | p50 | p99 |',
    '|---|---:|---:|---:|',
    `| enquiries over HTTP, each on disk | ${Math.round(rate)} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms |`,
    `| bare INSERT … COMMIT, same file | ${Math.round(bare)} | | |`,
    `| ratio | ${ratio.toFixed(2)} | | |`,
  ].join('\n');

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
  const insert = database.prepare('INSERT INTO enquiries VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const begin = performance.now();
  let count = 0;
  while (performance.now() < begin + TURN_SECONDS * 1000) {
    database.exec('BEGIN IMMEDIATE');
    const now = performance.now();
    insert.run(`bare ${begin} ${count}`, now, 'Ada', '', 'ada@example.com', '', `Enquiry ${now}`, null);
    database.exec('COMMIT');
    count += 1;
  }
  const rate = count / ((performance.now() - begin) / 1000);
  database.close();
  return rate;
}

const quantile = (sorted: number[], part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
const median = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

if (import.meta.main) {
  const figures = await measureEnquiries();
  console.log(enquiryTable(figures));
  if (figures.ratio < LEAST_RATIO) {
    console.error(
      `The server takes ${figures.ratio.toFixed(2)} of the bare rate; at least ${LEAST_RATIO} is wanted.`,
    );
    process.exitCode = 1;
  }
}
