import { expect, it } from 'vitest';
import { categoryHue, categorySlug } from './category.ts';

it.each([
  ['D2C Growth & Optimisation', 'd2c-growth-optimisation'],
  ['  (Spaces)  and – dashes! ', 'spaces-and-dashes'],
])('%s is %s in an address', (name, slug) => expect(categorySlug(name)).toBe(slug));

it('neighbours differ in colour, and one that is unknown has that of the first', () => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  const colours = names.map((name) => categoryHue(name, names));
  for (const [i, colour] of colours.entries()) expect(colour).not.toBe(colours[i + 1]);
  expect(categoryHue('Six', names)).toBe(colours[0]);
});
