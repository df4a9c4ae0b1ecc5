import { expect, it } from 'vitest';
import { hairs, type Look, profileFromSeed, wears } from './profile.ts';

const drawn = (name: string, looks?: Look[]) =>
  JSON.stringify(profileFromSeed(name, { hue: 'peach' }, looks).shapes);

it('every person has a drawing of their own, of which more than the hair differs', () => {
  const names = ['ab', 'ba', 'भारत', '🙂', '🙃', '', ...Array.from({ length: 40 }, (_, i) => `Person ${i}`)];
  expect(new Set(names.map((name) => drawn(name))).size).toBe(names.length);
  const faces = names.map((name) => drawn(name, ['short']));
  expect(new Set(faces).size).toBeGreaterThan(names.length * 0.9);
});

it('behind a person stands the form of their practice', () => {
  const icons = ['leadership', 'growth', 'design', 'automation'] as const;
  const behind = icons.map((icon) => profileFromSeed('Asha', { icon, hue: 'teal' }).shapes[0]);
  expect(new Set(behind.map((shape) => shape?.d)).size).toBe(icons.length);
  expect(new Set(behind.map((shape) => shape?.tone))).toEqual(new Set(['teal']));
});

it('what is said of a person is drawn, and only then', () => {
  for (const name of ['Mere', 'Ravi', 'Asha']) {
    const looks: Look[][] = [...hairs.map((hair) => [hair]), ...wears.map((one): Look[] => ['short', one])];
    expect(new Set(looks.map((look) => drawn(name, look))).size).toBe(looks.length);
    // No name results in a beard.
    const own = hairs.map((hair) => drawn(name, [hair, 'beard']));
    expect(own).not.toContain(drawn(name));
  }
});
