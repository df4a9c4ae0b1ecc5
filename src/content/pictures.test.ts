import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { readPicture } from '../build/pictures.ts';
import { Mistake } from '../lib/mistake.ts';
import { setPicture } from './pictures.ts';

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

let said: MockInstance;
beforeEach(() => {
  said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => said.mockRestore());

const lines = () => said.mock.calls.map(([line]) => line);

/** Of points that have nothing to do with each other, each as large as asked: the finer, the heavier. */
async function shown(name: string, width: number, height: number, grain: number) {
  const file = join(folder, name);
  const [w, h] = [Math.ceil(width / grain), Math.ceil(height / grain)];
  await sharp(randomBytes(w * h * 3), { raw: { width: w, height: h, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .png()
    .toFile(file);
  return { file: 'content/posts/a.md', name, alt: 'Points', picture: await readPicture(file) };
}

it('one that fits is set without a word, for small and large screens', async () => {
  const { html, bytes } = await setPicture(await shown('plain.png', 1000, 600, 200), 'near');
  expect(bytes).toBeLessThanOrEqual(18_000);
  expect(html).toMatch(
    /^<picture><source type="image\/avif" srcset="\S+ 400w, \S+ 800w, \S+ 1000w" sizes="[^"]* 60vw"><img src="\S+\.jpg" width="800" height="480" alt="Points" loading="lazy" decoding="async"><\/picture>$/,
  );
  expect(lines()).toEqual([]);
});

it('one that is too heavy is set at a lower quality, and that is said once', async () => {
  const heavy = await shown('heavy.png', 1000, 600, 7);
  const { bytes } = await heavy.picture.make({ width: 800, format: 'avif', quality: 45 });
  for (let i = 0; i < 2; i++) expect((await setPicture(heavy, 'near', bytes - 1)).bytes).toBeLessThan(bytes);
  expect(lines()).toEqual([
    `content/posts/a.md: the picture ‘heavy.png’ is set at quality 38, to fit ${Math.ceil((bytes - 1) / 1000)} kB on a phone.`,
  ]);
});

it('one that is too heavy at any quality is narrower on a phone, which is told of it', async () => {
  const heavy = await shown('heavier.png', 1000, 600, 7);
  const { bytes } = await heavy.picture.make({ width: 480, format: 'avif', quality: 24 });
  const { html } = await setPicture(heavy, 'cover', bytes);
  expect(html).toMatch(/srcset="\S+ 400w, \S+ 480w, \S+ 1000w" sizes="[^"]* 36vw"/);
  expect(html).not.toContain('lazy');
  expect(lines()).toEqual([
    expect.stringContaining('‘heavier.png’ is set at quality 24 and 480 pixels wide, to fit '),
  ]);
});

it('one that is too heavy however it is set stops the build with a sentence', async () => {
  const heavy = await shown('heaviest.png', 390, 3000, 1);
  await expect(setPicture(heavy, 'near')).rejects.toThrow(Mistake);
  await expect(setPicture(heavy, 'near')).rejects.toThrow(
    /^content\/posts\/a\.md: the picture ‘heaviest\.png’ takes \d+ kB on a phone, \d+ kB more than the beginning of an article may; wanted: a simpler or smaller one, or a place further down\.$/,
  );
});

it('one that is narrower than a phone has a single form', async () => {
  const { html } = await setPicture(await shown('small.png', 120, 60, 20), 'other');
  expect(html).toMatch(/srcset="\S+\.avif"><img src="\S+" width="120" height="60" /);
});
