import { describe, expect, it } from 'vitest';
import { inTimeZone, timeZones } from '../../tests/support/time-zone.ts';
import { formatDay } from './dates.ts';

describe('a day', () => {
  it('is written long or short in US English', () => {
    expect(formatDay('2025-02-01', 'long')).toBe('February 1, 2025');
    expect(formatDay('2025-02-01', 'short')).toBe('Feb 1, 2025');
    expect(formatDay('2024-02-29', 'long')).toBe('February 29, 2024');
  });

  it.each(timeZones)('is the same day in %s', (zone) => {
    expect(inTimeZone(zone, 'src/lib/dates.ts', 'formatDay', '2025-01-01', 'long')).toBe('January 1, 2025');
    expect(inTimeZone(zone, 'src/lib/dates.ts', 'formatDay', '2024-12-31', 'short')).toBe('Dec 31, 2024');
  });
});
