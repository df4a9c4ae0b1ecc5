import { expect, it } from 'vitest';
import { onEachEngine } from '../../../tests/support/engines.ts';
import { retention } from '../../lib/retention.ts';
import { dateOf, dayOf, type Views } from './visits.ts';

const DAY = 24 * 60 * 60_000;
const today = dayOf(Date.UTC(2026, 0, 15));
const view = (change: Partial<Views> = {}): Views => ({
  day: today,
  path: '/',
  referrer: 'search.example',
  views: 1,
  ...change,
});
onEachEngine((engine) => {
  const rows = async () =>
    (await engine.database.read<{ n: number }>('SELECT count(*) AS n FROM visits'))[0]?.n;

  it('adds up by day, by page and by host, more than four bytes can count, and leaves other days alone', async () => {
    const { visits } = engine.store;
    expect(await visits.between(0, today)).toEqual({ days: [], pages: [], referrers: [] });
    await visits.add([view({ views: 2_000_000_000 }), view({ path: '/about', referrer: '', views: 5 })]);
    await visits.add([view({ views: 2_000_000_000 }), view({ day: today - 1 }), view({ day: today - 2 })]);
    expect(await visits.between(today - 1, today)).toEqual({
      days: [
        { day: today - 1, views: 1 },
        { day: today, views: 4_000_000_005 },
      ],
      pages: [
        { path: '/', views: 4_000_000_001 },
        { path: '/about', views: 5 },
      ],
      referrers: [
        { referrer: 'search.example', views: 4_000_000_001 },
        { referrer: '', views: 5 },
      ],
    });
  });

  it('adds up what several processes count at once, each one lot after the other', async () => {
    const lot = [view(), view({ path: '/about' }), view({ referrer: 'other.example' })];
    const count = async (store: typeof engine.store) => {
      for (let i = 0; i < 10; i++) await store.visits.add(i % 2 ? lot : lot.toReversed());
    };
    await Promise.all([engine.store, engine.another(), engine.another()].map(count));
    expect((await engine.store.visits.between(today, today)).days).toEqual([{ day: today, views: 90 }]);
  });

  it('forgets a day when the privacy policy says so, and not before', async () => {
    await engine.store.visits.add([view(), view({ path: '/about' }), view({ day: today + 1 })]);
    engine.now += retention.countDays * DAY;
    await engine.store.forget();
    expect(await rows()).toBe(3);
    engine.now += DAY;
    await engine.store.forget();
    expect(await rows()).toBe(1);
  });
});

it('counts days from midnight to midnight, UTC', () => {
  const midnight = Date.UTC(2026, 0, 15);
  expect(dateOf(dayOf(midnight - 1))).toBe('2026-01-14');
  for (const time of [midnight, midnight + DAY - 1]) expect(dateOf(dayOf(time))).toBe('2026-01-15');
});
