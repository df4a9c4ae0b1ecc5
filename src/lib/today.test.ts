import { describe, expect, it } from 'vitest';
import { inTimeZone } from '../../tests/support/time-zone.ts';

const evening = new Date('2025-12-31T20:00:00Z');
const morning = new Date('2026-01-01T05:00:00Z');

describe('today', () => {
  it.each([
    ['America/Los_Angeles', evening, 'December 31, 2025', '2025'],
    ['America/Los_Angeles', morning, 'December 31, 2025', '2025'],
    ['UTC', evening, 'December 31, 2025', '2025'],
    ['UTC', morning, 'January 1, 2026', '2026'],
    ['Pacific/Auckland', evening, 'January 1, 2026', '2026'],
    ['Pacific/Auckland', morning, 'January 1, 2026', '2026'],
  ])('is the visitor’s own day in %s at %o', (zone, now, date, year) => {
    expect(inTimeZone(zone, 'src/lib/today.ts', 'todayText', 'date', now)).toBe(date);
    expect(inTimeZone(zone, 'src/lib/today.ts', 'todayText', 'year', now)).toBe(year);
  });
});
