import { expect, it } from 'vitest';
import { shortTime, stamp, workingTime } from './times.ts';

const now = new Date(2026, 10, 16, 15, 30);
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 14, 2).toISOString();

it('says a time as briefly as possible', () => {
  expect(shortTime(at(2026, 11, 16), now)).toBe('14:02');
  expect(shortTime(at(2026, 11, 15), now)).toBe('Sun 14:02');
  expect(shortTime(at(2026, 11, 10), now)).toBe('Tue 14:02');
  expect(shortTime(at(2026, 11, 9), now)).toBe('9 Nov');
  expect(shortTime(at(2025, 11, 12), now)).toBe('12 Nov 2025');
});

it('says a moment with its day', () => {
  expect(stamp(at(2026, 11, 16), now)).toBe('Today 14:02');
  expect(stamp(at(2026, 11, 15), now)).toBe('Sun 14:02');
  expect(stamp(at(2026, 11, 2), now)).toBe('2 Nov, 14:02');
});

it('says how long an answer took', () => {
  expect([0.4, 1.2, 5.4, 24, 28.8, 81].map(workingTime)).toEqual([
    'under an hour',
    '1 hour',
    '5 hours',
    '1 working day',
    '1.2 working days',
    '3.4 working days',
  ]);
});
