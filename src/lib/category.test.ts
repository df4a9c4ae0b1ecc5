import { describe, expect, it } from 'vitest';
import { categoryHue, categorySlug, countCategories } from './category.ts';
import { hues } from './scene.ts';

describe('the counts', () => {
  const names = ['Markets', 'Product & Technology', 'Empty'];
  const posts = ['Markets', 'Product & Technology', 'Markets'].map((category) => ({ category }));

  it('begin with all articles and keep the order of the categories, empty ones too', () => {
    expect(countCategories('All', names, posts)).toEqual([
      { name: 'All', count: 3 },
      { name: 'Markets', count: 2 },
      { name: 'Product & Technology', count: 1 },
      { name: 'Empty', count: 0 },
    ]);
  });

  it('are zero without articles', () => {
    expect(countCategories('All', ['Markets'], [])).toEqual([
      { name: 'All', count: 0 },
      { name: 'Markets', count: 0 },
    ]);
  });
});

describe('a category in an address', () => {
  it.each([
    ['Product & Technology', 'product-technology'],
    ['D2C Growth & Optimisation', 'd2c-growth-optimisation'],
    ['  (Spaces)  and – dashes! ', 'spaces-and-dashes'],
    ['All', 'all'],
  ])('%s is %s', (name, slug) => {
    expect(categorySlug(name)).toBe(slug);
    expect(encodeURIComponent(slug)).toBe(slug);
  });
});

describe('the colour of a category', () => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];

  it('is its own beside its neighbours, and begins anew after the last', () => {
    const colours = names.map((name) => categoryHue(name, names));
    expect(new Set(colours).size).toBe(3);
    for (const [i, colour] of colours.entries()) {
      expect(colour).not.toBe(colours[i + 1]);
      expect(hues).toContain(colour);
    }
  });

  it('is that of the first where there is no such category', () => {
    expect(categoryHue('Six', names)).toBe(categoryHue('One', names));
  });
});
