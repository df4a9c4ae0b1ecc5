import { expect, it } from 'vitest';
import { pathBox } from '../../tests/support/path-box.ts';
import { markPaths } from './mark.ts';

it('stands as half a disc above the middle of its 32 × 32 grid', () => {
  const form = pathBox(markPaths.form);
  expect(form.left).toBeGreaterThanOrEqual(0);
  expect(form.right).toBeLessThanOrEqual(32);
  expect(form.top).toBeGreaterThanOrEqual(0);
  expect(form.bottom).toBeLessThan(16);
});

it('is reflected below the middle in slices that grow thinner and narrower', () => {
  const slices = markPaths.reflection.match(/M[^z]*z/g)?.map(pathBox) ?? [];
  expect(slices.length).toBeGreaterThan(1);
  for (const [i, slice] of slices.entries()) {
    expect(slice.top).toBeGreaterThan(16);
    expect(slice.bottom).toBeLessThanOrEqual(32);
    expect(slice.left + slice.right).toBeCloseTo(32, 1);
    const above = slices[i - 1];
    if (!above) continue;
    expect(slice.top).toBeGreaterThan(above.bottom);
    expect(slice.bottom - slice.top).toBeLessThan(above.bottom - above.top);
    expect(slice.right - slice.left).toBeLessThan(above.right - above.left);
  }
});
