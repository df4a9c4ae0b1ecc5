import { expect, it } from 'vitest';
import { tokenColor } from './palette.ts';

it('gives a token in sRGB, whichever way it is written', () => {
  expect(tokenColor('brand')).toMatch(/^#[\da-f]{6}$/);
  // Paper is a warm near-white, ink a near-black.
  const lightness = (color: string) =>
    [1, 3, 5].reduce((sum, i) => sum + Number.parseInt(color.slice(i, i + 2), 16), 0) / 3;
  expect(lightness(tokenColor('paper'))).toBeGreaterThan(230);
  expect(lightness(tokenColor('ink'))).toBeLessThan(60);
});

it('says which token it does not find', () => {
  expect(() => tokenColor('mauve')).toThrow('--color-mauve');
});
