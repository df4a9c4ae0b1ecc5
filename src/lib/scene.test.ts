import { expect, it } from 'vitest';
import { profileFromSeed, sceneFromSeed } from './scene.ts';

it('every article and every person has a drawing of their own', () => {
  const seeds = ['ab', 'ba', 'भारत', '🙂', '🙃', '', ...Array.from({ length: 40 }, (_, i) => `article-${i}`)];
  const scenes = seeds.map((seed) => JSON.stringify(sceneFromSeed(seed, 'teal')));
  expect(new Set(scenes).size).toBe(seeds.length);
  const profiles = seeds.map((name) => JSON.stringify(profileFromSeed(name, 'peach')));
  expect(new Set(profiles).size).toBe(seeds.length);
});
