import { execFileSync } from 'node:child_process';
import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, thousands } from '../bench/report.ts';
import { routes } from '../src/routes.ts';
import { startMail } from '../tests/faults/support/mail.ts';
import { until } from '../tests/faults/support/visitors.ts';
import { startSite } from '../tests/support/server.ts';
import type { Group } from './row.ts';
import { EXPIRED, fillStore, KEYS, SPAM, WAITING } from './support/full-store.ts';
import { startReader } from './support/reader.ts';

const TURNS = 3;
/** Long enough for a start to be over, and for the outbox to have looked again. */
const SECONDS = 3;
/** A ratio, with what other work on the machine may do to either side. */
const MOST_START = 2;
/** Milliseconds. A visitor who waits for longer than this has gone. */
const PATIENCE = 1000;

interface Life {
  /** Milliseconds until the first page. */
  start: number;
  /** The longest that a page took while outbox and retention were at work. */
  stall: number;
}

/** What a flood that was let in for months would leave behind. */
export const fullStore: Group = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  try {
    const full = join(folder, 'full.db');
    await fillStore(full);
    const lives: Record<'empty' | 'full', Life[]> = { empty: [], full: [] };
    // By turns, so that whatever else the machine does meets both alike; each full one begins with the same store.
    for (let turn = 0; turn < TURNS; turn++) {
      lives.empty.push(await live(folder));
      lives.full.push(await live(folder, full));
    }
    const start = (of: Life[]) => median(of.map(({ start }) => start));
    const stall = (of: Life[]) => Math.max(...of.map(({ stall }) => stall));
    const ratio = start(lives.full) / start(lives.empty);
    const longest = stall(lives.full);
    const store = `${thousands(SPAM)} rows of spam, ${thousands(KEYS)} old keys and ${thousands(EXPIRED)} expired enquiries`;
    return [
      {
        promise: 'A full store does not delay a start',
        attack: `a start with ${store}`,
        figure: `first page after ${start(lives.full).toFixed(0)} ms, ${ratio.toFixed(2)} × as long as with an empty store`,
        kept: ratio < MOST_START,
      },
      {
        promise: 'A full store does not hold up pages',
        attack: `the same, while retention deletes what is due and ${WAITING} mails are sent`,
        figure: `the slowest page took ${longest.toFixed(0)} ms, ${(longest / stall(lives.empty)).toFixed(1)} × as long as with an empty store`,
        kept: longest < PATIENCE,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

async function live(folder: string, copied?: string): Promise<Life> {
  const own = mkdtempSync(join(folder, 'life-'));
  const file = join(own, 'enquiries.db');
  if (copied) copyFileSync(copied, file, constants.COPYFILE_FICLONE);
  // Else the server's first commits would wait for the disk to write the copy.
  execFileSync('sync');
  const mail = await startMail();
  const startedAt = performance.now();
  const site = await startSite(process.cwd(), { DATABASE_URL: `file:${file}`, SMTP_URL: mail.url });
  try {
    await (await fetch(site.url + routes.home)).text();
    const start = performance.now() - startedAt;
    const reader = startReader(site.url + routes.about);
    const work = copied
      ? until(
          'retention and outbox are done',
          () => /"enquiries-purged","count":\d+/.test(site.output()) && mail.taken.length >= WAITING,
          60,
        )
      : undefined;
    await Promise.all([work, sleep(SECONDS * 1000)]);
    const { times, failed } = await reader.leave();
    // The first one waits for nothing but the reader's own thread.
    const stall = failed > 0 ? Number.POSITIVE_INFINITY : Math.max(...times.slice(1));
    return { start, stall };
  } finally {
    await site.stop();
    await mail.stop();
    rmSync(own, { recursive: true });
  }
}
