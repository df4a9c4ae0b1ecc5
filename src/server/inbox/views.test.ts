import { expect, it } from 'vitest';
import { dayOf } from '../db/visits.ts';
import { figuresOf } from './views.ts';

const now = new Date('2026-11-17T12:00:00Z');
const monday = dayOf(Date.parse('2026-11-02'));
const keeping = { mail: { last: null, waiting: 0 } };
const came = (isSpam: boolean) => ({
  receivedAt: Date.parse('2026-11-15T23:59:59Z'),
  answeredAt: null,
  handling: 'new' as const,
  spam: isSpam ? 'marked by hand' : null,
});
const weeksWith = (visits: { day: number; views: number }[] | undefined) =>
  figuresOf([came(false), came(false), came(true)], visits, keeping, now).weeks;

it('puts the page views of each week beside its enquiries', () => {
  const weeks = weeksWith([
    { day: monday, views: 3 },
    { day: monday + 6, views: 4 },
    { day: dayOf(now.getTime()), views: 5 },
  ]);
  expect(weeks.slice(-3)).toEqual([
    { monday: '2026-11-02', count: 0, spam: 0, visits: 7 },
    { monday: '2026-11-09', count: 2, spam: 1, visits: 0 },
    { monday: '2026-11-16', count: 0, spam: 0, visits: 5 },
  ]);
});

it('says nothing about page views where they are not counted', () => {
  expect(weeksWith(undefined).every((week) => !('visits' in week))).toBe(true);
});
