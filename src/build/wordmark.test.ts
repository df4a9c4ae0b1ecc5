import { expect, it } from 'vitest';
import { wordmark } from './wordmark.ts';

it.each([
  ['Zephyrine', true],
  ['Ωmega', false],
  ['株式会社', false],
  ['Forty Letters and Not One Less & Partner', false],
])(
  'a name is drawn where the font has its letters and the header room, and else set as text: %s',
  async (name, isDrawn) => {
    expect((await wordmark(name)) !== undefined).toBe(isDrawn);
  },
);
