import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressFolder } from './compress.ts';

const page = '<p>The same words, again and again.</p>'.repeat(50);
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'compress-'));
  mkdirSync(join(folder, 'blog'));
  writeFileSync(join(folder, 'blog/first.html'), page);
  writeFileSync(join(folder, 'tiny.txt'), 'x');
  writeFileSync(join(folder, 'picture.png'), page);
  writeFileSync(join(folder, '_headers'), page);
  await compressFolder(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('lays every coding of a text beside it', () => {
  const encoded = (ending: string) => readFileSync(join(folder, `blog/first.html${ending}`));
  expect(brotliDecompressSync(encoded('.br')).toString()).toBe(page);
  expect(gunzipSync(encoded('.gz')).toString()).toBe(page);
});

it('leaves alone what would not gain and what is no text', () => {
  expect(readdirSync(folder).sort()).toEqual(['_headers', 'blog', 'picture.png', 'tiny.txt']);
});
