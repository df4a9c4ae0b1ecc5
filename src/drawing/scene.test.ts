import { expect, it } from 'vitest';
import { categoryHue, sceneFromSeed } from './scene.ts';

it('every article has a drawing of its own', () => {
  const seeds = ['ab', 'ba', 'भारत', '🙂', '🙃', '', ...Array.from({ length: 40 }, (_, i) => `article-${i}`)];
  const scenes = seeds.map((seed) => JSON.stringify(sceneFromSeed(seed, 'teal')));
  expect(new Set(scenes).size).toBe(seeds.length);
});

it('neighbouring categories differ in colour, and an unknown one has that of the first', () => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  const colours = names.map((name) => categoryHue(name, names));
  for (const [i, colour] of colours.entries()) expect(colour).not.toBe(colours[i + 1]);
  expect(categoryHue('Six', names)).toBe(colours[0]);
});
