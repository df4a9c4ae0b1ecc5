import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../tests/support/postgres.ts';
import { emptyEnquiry } from '../../../lib/enquiry.ts';
import { kept } from '../../../lib/kept.ts';
import type { Database } from '../store/database.ts';
import { openPostgres } from '../store/postgres.ts';
import { openSqlite } from '../store/sqlite.ts';
import { createStore, type EnquiryStore } from '../store/store.ts';
import { dayOf } from '../store/visits.ts';
import { purge } from './retention.ts';

const DAY = 24 * 60 * 60_000;
const TWO_YEARS = 730;
const folder = mkdtempSync(join(tmpdir(), 'retention-'));
let postgres: RunningPostgres;
let files = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.remove();
  rmSync(folder, { recursive: true });
});

describe.each<[string, () => Promise<Database>]>([
  ['SQLite', async () => openSqlite(join(folder, `${++files}.db`))],
  ['PostgreSQL', async () => openPostgres(await postgres.newDatabase())],
])('a purge on %s', (_, open) => {
  let database: Database;
  let store: EnquiryStore;
  let now: number;
  let told: Record<string, unknown>[];
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 15, 12);
    told = [];
    database = await open();
    store = createStore(database, () => now);
  });
  afterEach(() => database.close());

  let messages = 0;
  const add = async (count = 1) => {
    for (let i = 0; i < count; i++) {
      const enquiry = { ...emptyEnquiry, email: 'ada@shop.example', message: `Message ${++messages}` };
      const added = await store.add({ enquiry, kinds: ['mail'] });
      if (typeof added === 'string') throw new Error(added);
      await store.settle({ ...added, kind: 'mail', tries: 0, reached: [] }, { state: 'sent' });
    }
  };
  const view = () => store.visits.add([{ day: dayOf(now), path: '/', referrer: '', views: 1 }]);
  const purgeAfter = (days: number) =>
    purge(
      store,
      days,
      (event, details) => told.push({ event, ...details }),
      () => now,
    );
  const questions = () =>
    told.filter(({ event }) => event === 'purge-asks-first').map(({ sentence }) => sentence);
  const views = async () => (await store.visits.between(0, 100_000)).days.length;

  it('deletes nothing of 20 days when the clock is two years ahead, and says what to do', async () => {
    await add(100);
    for (let i = 0; i < 20; i++) {
      await view();
      now += DAY;
    }
    const key = { enquiry: { ...emptyEnquiry, email: 'eve@shop.example', message: 'Sent twice' }, key: 'k' };
    const first = await store.add({ ...key, kinds: ['mail'] });
    now += TWO_YEARS * DAY;
    await purgeAfter(TWO_YEARS);
    expect(questions()).toEqual([
      expect.stringMatching(/^100 enquiries .* purge --older-than 730d$/),
      expect.stringMatching(/page views of 20 days .* purge --visits$/),
    ]);
    expect([await store.count(), await views()]).toEqual([101, 20]);
    expect(await store.add({ ...key, kinds: ['mail'] })).toEqual({ ...Object(first), isNew: false });

    // What comes in by the wrong clock does not make it right.
    await add();
    await view();
    now += DAY;
    await purgeAfter(TWO_YEARS);
    expect([await store.count(), await views()]).toEqual([102, 21]);
    expect(questions()).toHaveLength(4);
  });

  it('goes on by itself where little has come, and lets one go at a time', async () => {
    for (let day = 0; day < 60; day++) {
      if (day === 0 || day === 12 || day === 25) await add();
      await purgeAfter(30);
      now += DAY;
    }
    expect([await store.count(), questions()]).toEqual([0, []]);
  });

  it.each([1, 7, 40])('deletes as much every day as came a day, where %i are kept', async (days) => {
    for (let day = 0; day < days + 3; day++) {
      await add(3);
      await purgeAfter(days);
      now += DAY;
    }
    expect(questions()).toEqual([]);
    expect(await store.count()).toBe(3 * (days + 1));
  });

  it('asks where nothing was stored or deleted for more than a week', async () => {
    await add(2);
    now += 10 * DAY;
    await add(30);
    now += 21 * DAY;
    await purgeAfter(30);
    expect(questions()).toEqual([expect.stringContaining('nothing in the store is newer than a week')]);
    expect(await store.count()).toBe(32);
    await add();
    await purgeAfter(30);
    expect(await store.count()).toBe(31);
  });

  it('asks before it deletes more than a tenth at once', async () => {
    await add(5);
    now += 10 * DAY;
    await add(30);
    now += 21 * DAY;
    await add(5);
    await purgeAfter(30);
    expect(questions()).toEqual([expect.stringContaining('5 enquiries')]);
    expect(await store.count()).toBe(40);
    await add(10);
    await purgeAfter(30);
    expect(await store.count()).toBe(45);
  });

  it('deletes the views of one day after the other', async () => {
    for (let i = 0; i < 3; i++) {
      await view();
      now += DAY;
    }
    now += (kept.countDays - 3) * DAY;
    await add();
    await purgeAfter(TWO_YEARS);
    expect(await views()).toBe(3);
    for (const left of [2, 1, 0]) {
      now += DAY;
      await purgeAfter(TWO_YEARS);
      expect(await views()).toBe(left);
    }
    expect(questions()).toEqual([]);
  });
});
