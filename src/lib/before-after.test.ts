import { expect, it } from 'vitest';
import { niceCeiling, scaleOf } from './before-after.ts';

it.each([
  [0, 1],
  [1.1, 2],
  [2.1, 2.5],
  [3.8, 5],
  [6.4, 10],
  [100, 100],
  [101, 200],
  [0.03, 0.05],
  [24_001, 25_000],
])('the axis for %d ends at %d', (value, top) => expect(niceCeiling(value)).toBe(top));

it('begins at zero, so that lengths compare as the values do', () => {
  const { from, before, after } = scaleOf({ before: 25, after: 50, unit: '' });
  expect(after - from).toBeCloseTo((before - from) * 2, 0);
  expect(scaleOf({ before: 5, after: 0, unit: '' }).after).toBe(from);
});

it('takes a large share as a share of a hundred', () => {
  expect(scaleOf({ before: 41, after: 49, unit: '%' }).top).toBe(100);
  expect(scaleOf({ before: 41, after: 49, unit: ' s' }).top).toBe(50);
  expect(scaleOf({ before: 6.4, after: 1.1, unit: '%' }).top).toBe(10);
});
