import { describe, expect, it } from 'vitest';
import { pathBox } from '../../tests/support/path-box.ts';
import { forms, homeScene, type Scene, sceneFromSeed, serviceForms, sun, tones } from './scene.ts';

const seeds = Array.from({ length: 40 }, (_, i) => `an-article-about-${i}`);
const sizes = [
  [960, 260],
  [560, 280],
  [480, 300],
  [480, 200],
  [520, 150],
] as const;
// Coordinates are whole numbers, so that an arc's ends, and with them its top, may be off by a unit or two.
const ROUNDING = 2;

describe('a scene from a seed', () => {
  it('is the same for the same seed', () => {
    for (const seed of seeds) expect(sceneFromSeed(seed)).toEqual(sceneFromSeed(seed));
  });

  it('differs from seed to seed', () => {
    const scenes = seeds.map((seed) => JSON.stringify(sceneFromSeed(seed)));
    expect(new Set(scenes).size).toBe(seeds.length);
  });

  it('differs for seeds that differ only in their order or outside Latin letters', () => {
    const scenes = ['ab', 'ba', 'भारत', 'न्यूज़ीलैंड', '🙂', '🙃', ''].map((seed) =>
      JSON.stringify(sceneFromSeed(seed)),
    );
    expect(new Set(scenes).size).toBe(scenes.length);
  });

  it.each(sizes)('fills %i × %i and stays inside', (width, height) => {
    for (const seed of seeds) {
      const scene = sceneFromSeed(seed, width, height);
      expect(scene).toMatchObject({ width, height });
      expectInside(scene);
    }
  });

  it('has a sun, its halo and four forms, each in a colour of its own', () => {
    for (const seed of seeds) {
      const colours = sceneFromSeed(seed).shapes.map(({ tone }) => tone);
      expect(colours.toSorted()).toEqual(['halo', 'ink', 'lavender', 'peach', 'teal', 'violet']);
    }
  });
});

describe('the scene of the home page', () => {
  it('stays inside its frame', () => expectInside(homeScene));

  it('holds a form for every service', () => {
    const kinds = Object.values(serviceForms);
    expect(new Set(kinds).size).toBe(4);
    expect(homeScene.shapes.filter(({ tone }) => !['halo', 'violet'].includes(tone))).toHaveLength(
      kinds.length,
    );
  });
});

describe('the forms', () => {
  it.each(Object.entries(forms))('%s stands on the horizon, as wide as it was asked to be', (_, form) => {
    const box = pathBox(form(30, 60, 90));
    expect(box.left).toBeCloseTo(30, 2);
    expect(box.right).toBeCloseTo(90, 2);
    expect(box.bottom).toBeCloseTo(0, 2);
    expect(box.top).toBeLessThan(-20);
    expect(box.top).toBeGreaterThanOrEqual(-90);
  });

  it('a sun rises by its lift', () => {
    expect(pathBox(sun(100, 50, 30)).top).toBeCloseTo(-80, 0);
    expect(pathBox(sun(100, 50, 0)).top).toBeCloseTo(-50, 0);
    expect(pathBox(sun(100, 50, -30)).top).toBeCloseTo(-20, 0);
  });
});

/** pathBox refuses a path with a number that is not finite. */
function expectInside({ width, height, shapes }: Scene) {
  expect(shapes.length).toBeGreaterThan(0);
  for (const { d, tone } of shapes) {
    expect(tones).toContain(tone);
    const box = pathBox(d);
    expect(box.left, d).toBeGreaterThanOrEqual(-ROUNDING);
    expect(box.right, d).toBeLessThanOrEqual(width + ROUNDING);
    expect(box.top, d).toBeGreaterThanOrEqual(-height - ROUNDING);
    expect(box.bottom, d).toBeLessThanOrEqual(ROUNDING);
    expect(box.right - box.left, d).toBeGreaterThan(8);
    expect(box.bottom - box.top, d).toBeGreaterThan(8);
  }
}
