import { expect, it } from 'vitest';
import { charactersOf, rangeOf, without } from './unicode-range.ts';

const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

it.each([
  ['', ''],
  ['a', 'U+61'],
  ['cab', 'U+61-63'],
  ['ab–—x', 'U+61-62,U+78,U+2013-2014'],
  ['𝄞', 'U+1D11E'],
])('writes the characters of ‘%s’ as %s', (text, range) => {
  expect(rangeOf(points(text))).toBe(range);
});

it('finds what is not ASCII, in words and in attributes, once', () => {
  const html = '<p title="naïve">Já – já, “naïve” 🙂</p>';
  expect(rangeOf(charactersOf(html))).toBe(rangeOf(points('ïá–“”🙂')));
});

it('overlooks marks for private use and what controls a device', () => {
  expect(charactersOf('a\u{e000}\u{e001}\u{85}\n').size).toBe(0);
});

it('leaves out what is taken', () => {
  expect([...without(new Set([1, 2, 3]), new Set([2]))]).toEqual([1, 3]);
});
