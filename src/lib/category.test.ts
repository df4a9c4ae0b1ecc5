import { expect, it } from 'vitest';
import { categorySlug } from './category.ts';

it.each([
  ['D2C Growth & Optimisation', 'd2c-growth-optimisation'],
  ['  (Spaces)  and – dashes! ', 'spaces-and-dashes'],
])('%s is %s in an address', (name, slug) => expect(categorySlug(name)).toBe(slug));
