import { expect, it } from 'vitest';
import { workingHours } from './working-time.ts';

const hours = (from: string, to: string) => workingHours(new Date(from), new Date(to));

it('counts the hours of working days and not those of a weekend', () => {
  expect(hours('2026-11-16T09:00', '2026-11-16T14:30')).toBe(5.5);
  // From Friday noon to Monday noon.
  expect(hours('2026-11-13T12:00', '2026-11-16T12:00')).toBe(24);
  expect(hours('2026-11-14T00:00', '2026-11-15T23:59')).toBe(0);
  expect(hours('2026-11-09T08:00', '2026-11-23T08:00')).toBe(10 * 24);
});

it('counts nothing if the end is before the start', () => {
  expect(hours('2026-11-16T09:00', '2026-11-16T08:00')).toBe(0);
});
