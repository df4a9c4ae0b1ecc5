import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CACHE } from '../drawing/cache.ts';
import { readPicture } from '../drawing/pictures.ts';
import { Mistake } from '../lib/mistake.ts';
import { setPicture } from './pictures.ts';

const project = process.cwd();
// What is made is kept below it, and was never made before.
beforeAll(() => process.chdir(mkdtempSync(join(tmpdir(), 'pictures-'))));
afterAll(() => process.chdir(project));

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

it.each([
  ['grey', (picture: Sharp) => picture.greyscale().png(), true],
  ['of sixteen bits', (picture: Sharp) => picture.toColourspace('rgb16').png(), true],
  ['of a printer’s colours', (picture: Sharp) => picture.toColourspace('cmyk').jpeg(), true],
  ['with transparent parts', (picture: Sharp) => picture.ensureAlpha(0.5).png(), false],
])('a picture that is %s is read', async (name, take, isOpaque) => {
  await take(noise(320, 200)).toFile(name);
  const picture = await readPicture(name);
  expect([picture.width, picture.height, picture.isOpaque]).toEqual([320, 200, isOpaque]);
  const { src } = await picture.make({ width: 80, format: 'avif', quality: 30 });
  const read = await sharp(readFileSync(join(CACHE, basename(src)))).metadata();
  expect([read.width, read.height, read.hasAlpha]).toEqual([80, 50, !isOpaque]);
});

it('a picture that is too heavy at every step stops the build with a sentence', async () => {
  await noise(390, 600).png().toFile('heavy.png');
  const picture = await readPicture('heavy.png');
  const shown = { file: 'content/posts/a.md', name: 'heavy.png', alt: 'Points', picture };
  const setting = setPicture(shown, 'cover');
  await expect(setting).rejects.toThrow(Mistake);
  await expect(setting).rejects.toThrow(
    /^content\/posts\/a\.md: the picture ‘heavy\.png’ takes \d+ kB on a phone, \d+ kB more than a cover may; wanted: a simpler or smaller one\.$/,
  );
});
