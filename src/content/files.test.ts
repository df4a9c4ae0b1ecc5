import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Mistake } from '../lib/mistake.ts';
import { checkFileNames, unreadablePictures } from './files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it.each([
  ['posts/Article.MD', '.md, '],
  ['legal/terms.Md', '.md.'],
  ['services/1-growth.YAML', '.yaml.'],
  ['services/1-growth.yml', '.yaml.'],
  ['people/1-ada.YAML', '.yaml, '],
])('a file that nothing reads is told: %s', (file, ending) => {
  put(file);
  expect(() => checkFileNames(root)).toThrow(Mistake);
  expect(() => checkFileNames(root)).toThrow(
    `content/${file}: nothing reads a file of that name; wanted: a file that ends in ${ending}`,
  );
});

it('says nothing of a file that is read', () => {
  const pictures = ['posts/IMG_2041 (1).JPG', 'posts/IMG_2042.HEIC', 'posts/写真.avif', 'people/ada-l.webp'];
  for (const file of ['posts/article.md', 'people/1-ada.yaml', ...pictures]) put(file);
  checkFileNames(root);
});

it('tells of a picture that is none, and how one that this machine cannot read is exported', async () => {
  const whole = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  put('posts/whole.jpg', whole);
  put('posts/cut.jpg', whole.subarray(0, -400));
  put('posts/empty.png');
  put('people/words.webp', Buffer.from('These are words.'));
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
  put('people/IMG_1.HEIC', heic);
  put('posts/named-otherwise.jpg', heic);
  const none =
    'it is empty, cut short or no picture; wanted: the picture once more from where it was, as JPEG, PNG, WebP or AVIF.';
  const foreign =
    'this machine cannot read HEIC; wanted: a JPEG. On an iPhone: Settings, Camera, Formats, Most Compatible; or open it in Preview and export it as JPEG.';
  expect((await unreadablePictures(root)).sort()).toEqual([
    `content/people/IMG_1.HEIC: ${foreign}`,
    `content/people/words.webp: ${none}`,
    `content/posts/cut.jpg: ${none}`,
    `content/posts/empty.png: ${none}`,
    `content/posts/named-otherwise.jpg: ${foreign}`,
  ]);
});

function put(file: string, bytes: string | Buffer = '') {
  const path = join(root, 'content', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}
