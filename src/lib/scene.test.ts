import { expect, it } from 'vitest';
import { hues, profileFromSeed, sceneFromSeed } from './scene.ts';

it('every article has a drawing of its own, the same at every build', () => {
  const seeds = [
    'ab',
    'ba',
    'भारत',
    'न्यूज़ीलैंड',
    '🙂',
    '🙃',
    '',
    ...Array.from({ length: 40 }, (_, i) => `article-${i}`),
  ];
  const drawn = () => seeds.map((seed) => JSON.stringify(sceneFromSeed(seed, 'teal')));
  expect(new Set(drawn()).size).toBe(seeds.length);
  expect(drawn()).toEqual(drawn());
});

it('every person has a profile of their own, the same at every build', () => {
  const names = Array.from({ length: 40 }, (_, i) => `Somebody ${i}`);
  const drawn = () => names.map((name) => profileFromSeed(name, 'peach'));
  expect(new Set(drawn().map((profile) => JSON.stringify(profile))).size).toBe(names.length);
  expect(drawn()).toEqual(drawn());
});

it.each(hues)('the colour of its category, %s, is in it', (hue) => {
  expect(sceneFromSeed('an-article', hue).shapes.map(({ tone }) => tone)).toContain(hue);
});
