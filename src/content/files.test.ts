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

it('says nothing of a file that is read', () => {
  for (const file of ['posts/article.md', 'posts/IMG_2041.jpg', 'people/1-ada.yaml', 'people/ada-l.webp'])
    put(file);
  checkFileNames(root);
});

function put(file: string) {
  const path = join(root, 'content', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
}
