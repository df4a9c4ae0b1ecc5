import { describe, expect, it } from 'vitest';
import { measureOf } from './measure.ts';

const LENGTH = 240;

describe('a figure', () => {
  it.each([
    ['50+', 50],
    ['15+', 15],
    ['1', 1],
    ['60', 60],
  ])('%s is drawn as %i strokes, evenly along the line', (figure, count) => {
    const measure = measureOf(figure);
    if (measure.kind !== 'strokes') throw new Error(`drawn as a ${measure.kind}`);
    expect(measure.positions).toHaveLength(count);
    expect(new Set(measure.positions).size).toBe(count);
    for (const [i, x] of measure.positions.entries()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(LENGTH);
      expect(x - 1).toBeCloseTo((i * LENGTH) / count, 0);
    }
  });

  it.each([
    ['99.9%', 239.8],
    ['50%', 120],
    ['100%', 240],
    ['0%', 0],
  ])('%s is drawn as that share of the line', (figure, length) => {
    expect(measureOf(figure)).toEqual({ kind: 'share', length });
  });

  it('above a hundred per cent is drawn as the block that was there and those that came', () => {
    const lengthsOf = (figure: string) => {
      const measure = measureOf(figure);
      if (measure.kind !== 'blocks') throw new Error(`drawn as a ${measure.kind}`);
      return measure.lengths;
    };
    expect(lengthsOf('300%')).toEqual([
      [0, 56],
      [60, 116],
      [120, 176],
      [180, 236],
    ]);
    const [whole, , part] = lengthsOf('150%').map(([from, to]) => to - from + 4);
    expect((part ?? 0) / (whole ?? 1)).toBeCloseTo(0.5, 1);
  });

  it.each(['10M+', '$10M+'])('of millions (%j) is drawn as one stroke for each', (figure) => {
    expect(measureOf(figure)).toEqual(measureOf('10'));
    expect(measureOf(figure).kind).toBe('strokes');
  });

  it.each(['Global', '1,000+', '61', '61M+', '24/7', '1100%', '', '+', '%'])(
    'that cannot be counted (%j) is drawn as a plain rule',
    (figure) => {
      expect(measureOf(figure)).toEqual({ kind: 'rule' });
    },
  );
});
