import { expect, it } from 'vitest';
import { sceneFromSeed } from './scene.ts';

it('every article has a drawing of its own', () => {
  const seeds = ['ab', 'ba', 'भारत', '🙂', '🙃', '', ...Array.from({ length: 40 }, (_, i) => `article-${i}`)];
  const scenes = seeds.map((seed) => JSON.stringify(sceneFromSeed(seed, 'teal')));
  expect(new Set(scenes).size).toBe(seeds.length);
});
