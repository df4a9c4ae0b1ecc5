import { expect, it } from 'vitest';
import { onEachEngine } from '../../../tests/support/engines.ts';
import { kept } from '../../lib/kept.ts';
import { dateOf, dayOf, OTHERS, type Views } from './visits.ts';

const DAY = 24 * 60 * 60_000;
const today = dayOf(Date.UTC(2026, 0, 15));
const view = (change: Partial<Views> = {}): Views => ({
  day: today,
  path: '/',
  referrer: 'search.example',
  views: 1,
  ...change,
});
const invented = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => view({ referrer: `h${from + i}.example` }));

onEachEngine((engine) => {
  const rows = async () =>
    Number((await engine.database.read<{ n: number }>('SELECT count(*) AS n FROM visits'))[0]?.n);

  it('adds up by day, by page and by host, and leaves other days alone', async () => {
    const { visits } = engine.store;
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
    for (let i = 0; i < 3; i++) await engine.store.visits.add([view({ views: 2_000_000_000 })]);
    const { days } = await engine.store.visits.between(today, today);
    expect(days).toEqual([{ day: today, views: 6_000_000_000 }]);
  });

  it('adds up what several processes count at once, each one lot after the other', async () => {
    const lot = [view(), view({ path: '/about' }), view({ referrer: 'other.example' })];
    const count = async (store: typeof engine.store) => {
      for (let i = 0; i < 10; i++) await store.visits.add(i % 2 ? lot : lot.toReversed());
    };
    await Promise.all([engine.store, engine.another(), engine.another()].map(count));
    expect((await engine.store.visits.between(today, today)).days).toEqual([{ day: today, views: 90 }]);
  });

  it('gives invented hosts a bounded number of rows a day, and loses no view', async () => {
    const { visits } = engine.store;
    for (let i = 0; i < 1500; i += 150) await visits.add(invented(150, i));
    expect(await rows()).toBe(1001);
    // Whoever has a row keeps it, and every page has its row of others.
    await visits.add([...invented(1), view({ path: '/about' }), view({ path: '/faq', referrer: '' })]);
    const { days, referrers } = await visits.between(today, today);
    expect(days).toEqual([{ day: today, views: 1503 }]);
    expect(referrers.slice(0, 3)).toEqual([
      { referrer: OTHERS, views: 501 },
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
    const { visits } = engine.store;
    await visits.add([...invented(100), view({ day: today + 1 })]);
    engine.now += kept.countDays * DAY;
    expect(await visits.expired()).toEqual({ days: [], of: 2 });
    await visits.forget();
    expect(await rows()).toBe(101);
    engine.now += DAY;
    expect(await visits.expired()).toEqual({ days: [today], of: 2 });
    await visits.forget();
    expect(await rows()).toBe(1);
  });
});

it('counts days from midnight to midnight, UTC', () => {
  const midnight = Date.UTC(2026, 0, 15);
  expect(dateOf(dayOf(midnight - 1))).toBe('2026-01-14');
  for (const time of [midnight, midnight + DAY - 1]) expect(dateOf(dayOf(time))).toBe('2026-01-15');
});
