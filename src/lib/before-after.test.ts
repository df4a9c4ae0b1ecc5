import { describe, expect, it } from 'vitest';
import { niceCeiling, scaleOf } from './before-after.ts';

describe('the end of the axis', () => {
  it.each([
    [0, 1],
    [1, 1],
    [1.1, 2],
    [2.1, 2.5],
    [3.8, 5],
    [6.4, 10],
    [49, 50],
    [100, 100],
    [101, 200],
    [460, 500],
    [0.03, 0.05],
    [24_001, 25_000],
  ])('for %d is %d', (value, top) => {
    expect(niceCeiling(value)).toBe(top);
  });

  it('is never short of the value nor more than two and a half times as far', () => {
    for (let value = 0.0013; value < 1e7; value *= 1.13) {
      expect(niceCeiling(value)).toBeGreaterThanOrEqual(value);
      expect(niceCeiling(value)).toBeLessThanOrEqual(value * 2.5);
    }
  });
});

describe('the scale', () => {
  const pairs = [
    [180, 460],
    [6.4, 1.1],
    [41, 49],
    [3, 0],
    [0, 0],
    [98, 99],
    [1, 2],
    [999, 1000],
  ] as const;

  it('begins at zero, so that lengths compare as the values do', () => {
    const { from, before, after } = scaleOf({ before: 25, after: 50, unit: '' });
    expect(after - from).toBeCloseTo((before - from) * 2, 0);
    expect(scaleOf({ before: 5, after: 0, unit: '' }).after).toBe(from);
  });

  it.each(pairs)('holds %d and %d between its ends', (before, after) => {
    for (const unit of ['', '%']) {
      const scale = scaleOf({ before, after, unit });
      expect(scale.top).toBeGreaterThanOrEqual(Math.max(before, after));
      for (const at of [scale.before, scale.after]) {
        expect(at).toBeGreaterThanOrEqual(scale.from);
        expect(at).toBeLessThanOrEqual(scale.to);
      }
      expect(Math.sign(scale.after - scale.before)).toBe(Math.sign(after - before));
    }
  });

  it('takes a large share as a share of a hundred', () => {
    expect(scaleOf({ before: 41, after: 49, unit: '%' }).top).toBe(100);
    expect(scaleOf({ before: 41, after: 49, unit: ' s' }).top).toBe(50);
    expect(scaleOf({ before: 6.4, after: 1.1, unit: '%' }).top).toBe(10);
  });
});
