import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../tests/support/postgres.ts';
import { emptyEnquiry } from '../../../lib/enquiry.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { createStore } from './store.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;
const folder = mkdtempSync(join(tmpdir(), 'counts-'));
let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.remove();
  rmSync(folder, { recursive: true });
});

it.each([
  ['SQLite', async () => openSqlite(join(folder, 'enquiries.db'))],
  ['PostgreSQL', async () => openPostgres(await postgres.newDatabase())],
])('%s counts by week and by state', async (_, open) => {
  const monday = Date.parse('2026-01-05');
  let now = monday;
  const store = createStore(await open(), () => now);
  const add = async (time: number, spam: string | null = null) => {
    now = time;
    const enquiry = { ...emptyEnquiry, email: 'ada@shop.example', message: `At ${time}` };
    await store.add({ enquiry, spam, kinds: ['mail'] });
  };
  await add(monday - 1);
  await add(monday);
  await add(monday + WEEK - 1);
  await add(monday + WEEK);
  await add(monday + WEEK + 1, '5 links');
  await add(monday + 2 * WEEK + 5, '5 links');
  const weeks = await store.weekly(new Date(monday));
  expect(weeks.sort((a, b) => a.week - b.week || Number(a.isSpam) - Number(b.isSpam))).toEqual([
    { week: 0, isSpam: false, count: 2 },
    { week: 1, isSpam: false, count: 1 },
    { week: 1, isSpam: true, count: 1 },
    { week: 2, isSpam: true, count: 1 },
  ]);

  const [claimed] = await store.claim('mail', { lease: 1000, longestDelay: 1000, limit: 1 });
  if (claimed) await store.settle(claimed, { state: 'parked', error: '550 no' });
  const states = ['parked', 'waiting', 'held', 'sent'] as const;
  expect(await Promise.all(states.map((state) => store.count({ state })))).toEqual([1, 3, 2, 0]);
  expect(await store.count({ state: 'waiting', isSpam: false, since: new Date(monday + WEEK) })).toBe(1);
  // All the spam there is, whatever the clock said when it came.
  expect((await store.expired(new Date(8.64e15), true)).references).toHaveLength(2);
  await store.close();
});
