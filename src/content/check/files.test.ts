import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { unreadablePictures, unreadFiles } from './files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'files-'));
});
function put(file: string, bytes: string | Buffer = '') {
  const path = join(root, 'content', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

it('reports a file that nothing reads, and no other', () => {
  for (const file of [
    'posts/a.md',
    'posts/IMG_2041 (1).JPG',
    'posts/IMG_2042.HEIC',
    'posts/写真.avif',
    'people/1-a.yaml',
  ])
    put(file);
  expect(unreadFiles(root)).toEqual([]);
  for (const file of ['posts/b.MD', 'services/1-growth.yml', 'people/1-ada.YAML']) put(file);
  const unread = 'nothing reads a file of that name; wanted: a file that ends in';
  expect(unreadFiles(root)).toEqual([
    expect.stringContaining(`content/posts/b.MD: ${unread} .md, `),
    expect.stringMatching(new RegExp(`1-growth.yml: ${unread} .yaml.$`)),
    expect.stringContaining(`1-ada.YAML: ${unread} .yaml, `),
  ]);
});

it('reports an unreadable picture, and how to export HEIC', async () => {
  const red = { width: 400, height: 300, channels: 3, background: 'red' } as const;
  const whole = await sharp({ create: red }).jpeg().toBuffer();
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
  put('posts/whole.jpg', whole);
  put('posts/cut.jpg', whole.subarray(0, -400));
  put('posts/empty.png');
  put('people/words.webp', 'These are words.');
  put('people/IMG_1.HEIC', heic);
  put('posts/named-otherwise.jpg', heic);
  const none =
    'it is empty, cut short or not a picture; wanted: a new copy of the picture, as JPEG, PNG, WebP or AVIF.';
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
