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
  it('begins at zero, so that lengths compare as the values do', () => {
    expect(scaleOf({ before: 180, after: 460 })).toEqual({
      top: 500,
      before: 86.4,
      after: 220.8,
      width: 240,
    });
    const { before, after } = scaleOf({ before: 25, after: 50 });
    expect(after).toBe(before * 2);
  });

  it('holds both values whichever is larger', () => {
    const down = scaleOf({ before: 6.4, after: 1.1 });
    expect(down.before).toBeGreaterThan(down.after);
    expect(down.before).toBeLessThanOrEqual(down.width);
  });

  it('draws zero at the beginning, not nowhere', () => {
    expect(scaleOf({ before: 3, after: 0 }).after).toBe(0);
    expect(scaleOf({ before: 0, after: 0 })).toMatchObject({ before: 0, after: 0, top: 1 });
  });
});
