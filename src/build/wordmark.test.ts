import { expect, it } from 'vitest';
import { wordmark } from './wordmark.ts';

it('draws a name, the longer the wider', async () => {
  const drawing = await wordmark('Zephyrine');
  expect(drawing?.path).toMatch(/^m[-\d. mlqcz]+z$/);
  expect(drawing?.width).toBeGreaterThan((await wordmark('Zephyr'))?.width ?? Infinity);
});

it('draws another name otherwise, and the same letter alike', async () => {
  const [one, two] = [await wordmark('oo'), await wordmark('o')];
  const letter = two?.path.slice(1).replace(/^[-\d]+[ -]\d+/, '') ?? '';
  expect(letter.length).toBeGreaterThan(20);
  expect(one?.path.split(letter)).toHaveLength(3);
});

it.each(['Ωmega', '株式会社', 'Forty Letters and Not One Less & Partner'])(
  'leaves %s to be set as text',
  async (name) => {
    expect(await wordmark(name)).toBeUndefined();
  },
);
