import { expect, it } from 'vitest';
import { dayOf } from '../db/visits.ts';
import { figuresOf } from './views.ts';

const monday = new Date('2026-11-02T00:00:00Z');
const now = new Date('2026-11-17T12:00:00Z');
const keeping = { mail: { last: null, waiting: 0 } };
const weeksWith = (visits: { day: number; views: number }[] | undefined) =>
  figuresOf({ weekly: [{ week: 1, isSpam: false, count: 2 }], answers: [], visits, keeping }, monday, now)
    .weeks;

it('puts the page views of each week beside its enquiries', () => {
  const views = [
    { day: dayOf(monday.getTime()), views: 3 },
    { day: dayOf(monday.getTime()) + 6, views: 4 },
    { day: dayOf(now.getTime()), views: 5 },
  ];
  expect(weeksWith(views).map(({ count, visits }) => [count, visits])).toEqual([
    [0, 7],
    [2, 0],
    [0, 5],
  ]);
});

it('says nothing of page views where nobody counts them', () => {
  expect(weeksWith(undefined).every((week) => !('visits' in week))).toBe(true);
});
