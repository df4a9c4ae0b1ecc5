import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Mistake } from '../lib/mistake.ts';
import { checkFileNames } from './files.ts';

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

it.each([
  ['posts/IMG_2041.JPG', 'IMG_2041.jpg'],
  ['posts/IMG_2041 (1).jpg', 'IMG_2041-1.jpg'],
  ['posts/a picture.png', 'a-picture.png'],
  ['posts/café à Paris.webp', 'cafe-a-Paris.webp'],
  ['posts/写真.avif', 'picture.avif'],
  ['people/Ada.Jpeg', 'Ada.jpeg'],
])('a picture whose name is no plain address is told, with a name that is one: %s', (file, better) => {
  put(file);
  expect(() => checkFileNames(root)).toThrow(
    new Mistake(
      `content/${file}: the name of a picture becomes a part of its address; wanted: letters from a to z, digits, dots, - and _, and a lower-case ending, such as ${better}.`,
    ),
  );
});

it('says nothing of a file that is read', () => {
  for (const file of [
    'posts/article.md',
    'posts/IMG_2041.jpg',
    'posts/shot-10.15.png',
    'people/1-ada.yaml',
    'people/ada-l.webp',
  ])
    put(file);
  checkFileNames(root);
});

function put(file: string) {
  const path = join(root, 'content', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
}
