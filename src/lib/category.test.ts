import { expect, it } from 'vitest';
import { categoryHue, categorySlug, countCategories } from './category.ts';

it('counts begin with all articles and keep the order of the categories, empty ones too', () => {
  const posts = ['Markets', 'Teams', 'Markets'].map((category) => ({ category }));
  expect(countCategories('All', ['Markets', 'Teams', 'Empty'], posts)).toEqual([
    { name: 'All', count: 3 },
    { name: 'Markets', count: 2 },
    { name: 'Teams', count: 1 },
    { name: 'Empty', count: 0 },
  ]);
});

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
