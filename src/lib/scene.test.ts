import { describe, expect, it } from 'vitest';
import { pathBox } from '../../tests/support/path-box.ts';
import { forms, hues, type Scene, sceneFromSeed, scenes, serviceForms, sun, tones } from './scene.ts';

const seeds = Array.from({ length: 40 }, (_, i) => `an-article-about-${i}`);
const sizes = [
  [960, 260],
  [640, 240],
  [620, 260],
  [480, 280],
  [480, 220],
] as const;
// Coordinates are whole numbers, so that an arc's ends, and with them its top, may be off by a unit or two.
const ROUNDING = 2;

describe('a scene from a seed', () => {
  it('is the same for the same seed', () => {
    for (const seed of seeds) expect(sceneFromSeed(seed, 'teal')).toEqual(sceneFromSeed(seed, 'teal'));
  });

  it('differs from seed to seed', () => {
    const drawn = seeds.map((seed) => JSON.stringify(sceneFromSeed(seed, 'teal')));
    expect(new Set(drawn).size).toBe(seeds.length);
  });

  it('differs for seeds that differ only in their order or outside Latin letters', () => {
    const alike = ['ab', 'ba', 'भारत', 'न्यूज़ीलैंड', '🙂', '🙃', ''];
    const drawn = alike.map((seed) => JSON.stringify(sceneFromSeed(seed, 'teal')));
    expect(new Set(drawn).size).toBe(alike.length);
  });

  it.each(sizes)('fills %i × %i and stays inside', (width, height) => {
    for (const seed of seeds) {
      const scene = sceneFromSeed(seed, 'peach', width, height);
      expect(scene).toMatchObject({ width, height });
      expectInside(scene);
    }
  });

  it.each(hues)('is coloured in %s without moving anything', (hue) => {
    for (const seed of seeds) {
      const { shapes } = sceneFromSeed(seed, hue);
      expect(shapes.map(({ tone }) => tone)).toContain(hue);
      expect(shapes.map(({ d }) => d)).toEqual(sceneFromSeed(seed, 'violet').shapes.map(({ d }) => d));
    }
  });
});

describe('the composed scenes', () => {
  it.each(Object.entries(scenes))('%s stays inside its frame', (_, scene) => expectInside(scene));

  it.each(['home', 'services'] as const)('%s holds a form for every service', (name) => {
    const kinds = Object.values(serviceForms);
    expect(new Set(kinds).size).toBe(4);
    const drawn = scenes[name].shapes.map(({ d }) => shapeOf(d));
    for (const kind of kinds) expect(drawn).toContain(shapeOf(forms[kind](30, 60, 90)));
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

  it.each([
    [30, -80],
    [0, -50],
    [-30, -20],
    [50, -100],
    [70, -120],
  ])('a sun with a lift of %i rises to %i', (lift, top) => {
    expect(pathBox(sun(100, 50, lift)).top).toBeCloseTo(top, 0);
  });
});

/** Which commands a path is made of, whatever its size. */
const shapeOf = (d: string) => d.replace(/[^a-z]/gi, '');

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
    expect(box.bottom - box.top, d).toBeGreaterThan(4);
  }
}
