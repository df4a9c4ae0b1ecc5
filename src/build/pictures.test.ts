import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstThatFits, MADE, readPicture } from './pictures.ts';

const project = process.cwd();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  // What is made is kept below it, and was never made before.
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(project);
  rmSync(folder, { recursive: true });
});

describe('step by step', () => {
  const made: number[] = [];
  const make = async (quality: number) => {
    made.push(quality);
    return { bytes: quality * 100 };
  };
  const tried = async (budget: number) => {
    made.length = 0;
    const { bytes } = await firstThatFits([45, 38, 31, 24], budget, make);
    return [bytes, made.length];
  };

  it('the first that fits is taken, and nothing after it is made', async () => {
    expect(await tried(4500)).toEqual([4500, 1]);
    expect(await tried(4499)).toEqual([3800, 2]);
    expect(await tried(3100)).toEqual([3100, 3]);
  });

  it('the last is taken where none fits', async () => expect(await tried(2399)).toEqual([2400, 4]));
});

describe('a picture', () => {
  const [width, height] = [1600, 1000];
  const noise = randomBytes(width * height * 3);
  const photograph = () => sharp(noise, { raw: { width, height, channels: 3 } });
  const made = (src: string) => readFileSync(join(MADE, basename(src)));

  it('that a phone took upright is upright, and says nothing of where it was taken', async () => {
    const file = join(folder, 'IMG 1 (2).JPG');
    await photograph()
      .jpeg()
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toFile(file);
    const picture = await readPicture(file);
    expect([picture.width, picture.height]).toEqual([1000, 1600]);
    for (const format of ['avif', 'jpeg', 'webp'] as const) {
      const { src, bytes } = await picture.make({ width: 100, format, quality: 30 });
      expect(src).toMatch(/\/IMG-1-2-\.[0-9a-f]{10}\.(avif|jpg|webp)$/);
      const read = await sharp(made(src)).metadata();
      expect([read.width, read.height]).toEqual([100, 160]);
      expect([read.orientation, read.exif, read.xmp]).toEqual([undefined, undefined, undefined]);
      expect(bytes).toBe(made(src).length);
    }
  });

  it.each([
    ['grey', () => photograph().greyscale().png(), true],
    ['of sixteen bits', () => photograph().toColourspace('rgb16').png(), true],
    ['of a printer’s colours', () => photograph().toColourspace('cmyk').jpeg(), true],
    ['with transparent parts', () => photograph().ensureAlpha(0.5).png(), false],
  ])('that is %s is read', async (name, take, isOpaque) => {
    const file = join(folder, name);
    await take().toFile(file);
    const picture = await readPicture(file);
    expect([picture.width, picture.height, picture.isOpaque]).toEqual([1280, 800, isOpaque]);
    const { src } = await picture.make({ width: 80, format: 'avif', quality: 30 });
    const read = await sharp(made(src)).metadata();
    expect([read.width, read.height, read.hasAlpha]).toEqual([80, 50, !isOpaque]);
  });
});
