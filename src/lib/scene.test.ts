import { expect, it } from 'vitest';
import { bustFromSeed, sceneFromSeed } from './scene.ts';

it('every article and every person has a drawing of their own', () => {
  const seeds = ['ab', 'ba', 'भारत', '🙂', '🙃', '', ...Array.from({ length: 40 }, (_, i) => `article-${i}`)];
  const scenes = seeds.map((seed) => JSON.stringify(sceneFromSeed(seed, 'teal')));
  expect(new Set(scenes).size).toBe(seeds.length);
  const busts = seeds.map((name) => JSON.stringify(bustFromSeed(name, 'peach', 300, 220)));
  expect(new Set(busts).size).toBe(seeds.length);
});
