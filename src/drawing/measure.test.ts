import { expect, it } from 'vitest';
import { measureOf } from './measure.ts';

it.each([
  ['1', 1],
  ['50+', 50],
  ['60', 60],
  ['10M+', 10],
  ['$10M+', 10],
])('%s is drawn as %i strokes', (figure, count) => {
  const measure = measureOf(figure);
  expect(measure.kind === 'strokes' && new Set(measure.positions).size).toBe(count);
});

it.each([
  ['0%', 0],
  ['50%', 120],
  ['99.9%', 239.8],
  ['100%', 240],
])('%s is drawn as that share of a line of 240', (figure, length) => {
  expect(measureOf(figure)).toEqual({ kind: 'share', length });
});

it('more than a hundred per cent is drawn as the block that was there and those that came', () => {
  const lengths = [0, 60, 120, 180].map((from) => [from, from + 56]);
  expect(measureOf('300%')).toEqual({ kind: 'blocks', lengths });
});

it.each(['Global', '1,000+', '61', '61M+', '24/7', '1100%', '', '+', '%'])(
  '%j cannot be counted, and has no measure',
  (figure) => expect(measureOf(figure)).toEqual({ kind: 'none' }),
);
