import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['Ada', 'A'],
  ['ada augusta  king', 'AK'],
  ['Émile Zola', 'ÉZ'],
  ['𝒜da Byron', '𝒜B'],
])('of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
