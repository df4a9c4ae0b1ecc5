import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeFirstVersion } from '../../../../tests/support/first-version.ts';
import { type RunningPostgres, startPostgres } from '../../../../tests/support/postgres.ts';
import { kept } from '../../../lib/kept.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { createStore } from './store.ts';
import { dateOf, dayOf, OTHERS, type Views } from './visits.ts';

const today = dayOf(Date.UTC(2026, 0, 15));
const folder = mkdtempSync(join(tmpdir(), 'visits-'));
let postgres: RunningPostgres;
let files = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.remove();
  rmSync(folder, { recursive: true });
});

const view = (change: Partial<Views> = {}): Views => ({
  day: today,
  path: '/',
  referrer: 'search.example',
  views: 1,
  ...change,
});
const invented = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => view({ referrer: `h${from + i}.example` }));

describe.each([
  [
    'SQLite',
    async () => {
      const file = join(folder, `${++files}`, 'enquiries.db');
      return () => openSqlite(file);
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgres.newDatabase();
      return () => openPostgres(url);
    },
  ],
])('the count on %s', (_, prepare) => {
  const opened: Database[] = [];
  let another: () => ReturnType<typeof createStore>;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 15, 12);
    const open = await prepare();
    another = () => {
      const database = open();
      opened.push(database);
      return createStore(database, () => now);
    };
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  const rows = async () =>
    Number((await opened[0]?.read<{ n: number }>('SELECT count(*) AS n FROM visits'))?.[0]?.n);

  it('adds up by day, by page and by host, and leaves other days alone', async () => {
    const { visits } = another();
    expect(await visits.between(0, today)).toEqual({ days: [], pages: [], referrers: [] });
    await visits.add([view({ views: 2 }), view({ path: '/about', referrer: '', views: 5 })]);
    await visits.add([view({ views: 3 }), view({ day: today - 1 }), view({ day: today - 2, views: 70 })]);
    expect(await visits.between(today - 1, today)).toEqual({
      days: [
        { day: today - 1, views: 1 },
        { day: today, views: 10 },
      ],
      pages: [
        { path: '/', views: 6 },
        { path: '/about', views: 5 },
      ],
      referrers: [
        { referrer: 'search.example', views: 6 },
        { referrer: '', views: 5 },
      ],
    });
  });

  it('holds more views than four bytes can count', async () => {
    const { visits } = another();
    for (let i = 0; i < 3; i++) await visits.add([view({ views: 2_000_000_000 })]);
    expect((await visits.between(today, today)).days).toEqual([{ day: today, views: 6_000_000_000 }]);
  });

  it('adds up what several processes count at once', async () => {
    const stores = [another(), another(), another()];
    const lot = [view(), view({ path: '/about' }), view({ referrer: 'other.example' })];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => stores[i % 3]?.visits.add(i % 2 ? lot : lot.toReversed())),
    );
    expect((await stores[0]?.visits.between(today, today))?.days).toEqual([{ day: today, views: 36 }]);
  });

  it('gives invented hosts a bounded number of rows a day, and loses no view', async () => {
    const { visits } = another();
    for (let i = 0; i < 3000; i += 150) await visits.add(invented(150, i));
    expect(await rows()).toBe(1001);
    const { days, referrers } = await visits.between(today, today);
    expect(days).toEqual([{ day: today, views: 3000 }]);
    expect(referrers[0]).toEqual({ referrer: OTHERS, views: 2000 });
    // Whoever has a row keeps it, and every page has its row of others.
    await visits.add([...invented(1), view({ path: '/about' }), view({ path: '/faq', referrer: '' })]);
    const after = await visits.between(today, today);
    expect(after.referrers.slice(0, 3)).toEqual([
      { referrer: OTHERS, views: 2001 },
      { referrer: 'h0.example', views: 2 },
      { referrer: '', views: 1 },
    ]);
    // The next day has room again.
    await visits.add([view({ day: today + 1, referrer: 'new.example' })]);
    expect((await visits.between(today + 1, today + 1)).referrers).toEqual([
      { referrer: 'new.example', views: 1 },
    ]);
  });

  it('forgets a day when the privacy policy says so, and not before', async () => {
    const store = another();
    for (let i = 0; i < 500; i += 100) await store.visits.add(invented(100, i));
    await store.visits.add([view({ day: today + 1 })]);
    now += kept.countDays * 24 * 60 * 60_000;
    expect(await store.visits.expired()).toEqual({ days: [], of: 2 });
    await store.visits.forget();
    expect(await rows()).toBe(501);
    now += 24 * 60 * 60_000;
    expect(await store.visits.expired()).toEqual({ days: [today], of: 2 });
    await store.visits.forget();
    expect(await rows()).toBe(1);
  });
});

it('finds room for the count in a store of the first version', async () => {
  const file = join(folder, 'first.db');
  writeFirstVersion(file);
  const store = createStore(openSqlite(file));
  await store.visits.add([view()]);
  expect((await store.visits.between(today, today)).days).toEqual([{ day: today, views: 1 }]);
  expect(await store.has('BBBB-BBBB')).toBe(true);
  await store.close();
});

it('counts days from midnight to midnight, UTC', () => {
  const midnight = Date.UTC(2026, 0, 15);
  expect([midnight - 1, midnight, midnight + 86_399_999].map((time) => dateOf(dayOf(time)))).toEqual([
    '2026-01-14',
    '2026-01-15',
    '2026-01-15',
  ]);
});
