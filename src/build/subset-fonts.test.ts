import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { charactersIn } from '../../tests/support/font.ts';
import { subsetFolder } from './subset-fonts.ts';

const WHOLE = '/_astro/figtree-whole.Ab12.woff2';
const source = createRequire(import.meta.url).resolve(
  '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
);
const page = (words: string) =>
  `<link rel="preload" href="${WHOLE}"><style>@font-face{font-family:Some Face;src:url(${WHOLE})format("woff2");font-weight:400 650;font-display:optional}@font-face{font-family:Other;src:local(Arial)}</style><p>${words}</p>`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subset-'));
  mkdirSync(join(folder, '_astro'));
  mkdirSync(join(folder, 'blog'));
  copyFileSync(source, folder + WHOLE);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, words: string) => writeFileSync(join(folder, name), page(words));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const subset = () => readdirSync(join(folder, '_astro')).filter((name) => !WHOLE.includes(name));
const rules = (html: string) => html.match(/@font-face\{[^}]*\.woff2[^}]*\}/g) ?? [];

it('makes a smaller file of the characters of all pages, and of the words that come later', async () => {
  write('index.html', 'Plain – words');
  write('blog/first.html', 'Café');
  await subsetFolder(folder, ['“spoken”']);
  const [name = '', ...others] = subset();
  expect(others).toEqual([]);
  expect(name).toMatch(/^some-face\.[\w-]{8}\.woff2$/);
  const file = readFileSync(join(folder, '_astro', name));
  expect(file.length).toBeLessThan(readFileSync(source).length * 0.6);
  const kept = await charactersIn(file);
  for (const character of '–é“”Aa~ 09') expect(kept, character).toContain(character);
  for (const character of 'üß€') expect(kept, character).not.toContain(character);
});

it('puts it in the place of the whole one, which is left for all other characters', async () => {
  write('index.html', 'Café');
  await subsetFolder(folder);
  const html = read('index.html');
  const address = `/_astro/${subset()[0]}`;
  expect(html).toContain(`<link rel="preload" href="${address}">`);
  const [rest = '', own = '', ...others] = rules(html);
  expect(others).toEqual([]);
  expect(own).toContain(address);
  expect(own).toMatch(/font-display:optional;unicode-range:U\+20-7E,U\+E9\}$/);
  expect(rest).toContain(WHOLE);
  expect(rest).toMatch(/font-display:swap;unicode-range:U\+A0-E8,U\+EA-FF,/);
  expect(html).toContain('@font-face{font-family:Other;src:local(Arial)}');
});

it('names the file after what is in it: the same words give the same name, others another', async () => {
  const build = async (words: string) => {
    write('index.html', words);
    for (const name of subset()) rmSync(join(folder, '_astro', name));
    await subsetFolder(folder);
    return subset();
  };
  const before = await build('Café');
  expect(await build('é, fac')).toEqual(before);
  expect(await build('Über')).not.toEqual(before);
});
