import { expect, it } from 'vitest';
import { formatDay } from './dates.ts';

it('a day is written long or short in US English', () => {
  expect(formatDay('2025-02-01', 'long')).toBe('February 1, 2025');
  expect(formatDay('2024-02-29', 'short')).toBe('Feb 29, 2024');
});
