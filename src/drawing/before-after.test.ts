import { expect, it } from 'vitest';
import { changeInWords, formOf, niceCeiling, type Result } from './before-after.ts';

it.each([
  [0, 1],
  [1.1, 1.2],
  [2.1, 2.5],
  [3.8, 4],
  [6.4, 8],
  [100, 100],
  [101, 120],
  [0.03, 0.03],
  [24_001, 25_000],
])('the scale for %d ends at %d', (value, top) => expect(niceCeiling(value)).toBe(top));

const result: Result = { metric: 'Orders', value: '50', before: 25, after: 50, unit: '', better: 'higher' };

it('begins at zero on both sides of the line, so that forms compare as the values do', () => {
  expect(formOf(result)).toMatchObject({ above: 100, below: 50, top: '50', before: '25' });
  expect(formOf({ ...result, before: 5, after: 0, better: 'lower' })).toMatchObject({ above: 0, below: 100 });
});

it('takes a large share as a share of a hundred', () => {
  expect(formOf({ ...result, before: 41, after: 49, unit: '%' }).top).toBe('100%');
  expect(formOf({ ...result, before: 41, after: 49, unit: ' s' }).top).toBe('50 s');
  expect(formOf({ ...result, before: 6.4, after: 1.1, unit: '%' }).top).toBe('8%');
});

it('is an arch where it was to grow, and a block where it was to shrink', () => {
  expect(formOf(result).isArch).toBe(true);
  expect(formOf({ ...result, better: 'lower' }).isArch).toBe(false);
});

it('sets a currency before its figure, with cents or without any', () => {
  expect(formOf({ ...result, before: 2.5, after: 4.94, unit: '$' })).toMatchObject({
    before: '$2.50',
    top: '$5',
  });
  expect(
    changeInWords({ ...result, before: 6000, value: '$5,000', unit: '$' }, { before: 'b', after: 'a' }),
  ).toBe('$6,000 b, $5,000 a');
});

it('keeps what stands behind a number short', () => {
  expect(formOf({ ...result, unit: ' per hour' }).before).toBe('25');
  expect(formOf({ ...result, before: 1800, unit: ' h' }).before).toBe('1,800 h');
});
