import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesBelow } from '../src/lib/files-below.ts';
import { articlePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles } from './support/content.ts';
import { photograph } from './support/photograph.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { type RunningSite, startSite } from './support/server.ts';

const browser = browserForTests();
const [first] = articles();
const withThree = articlePath('with-three-photographs');
const words = 'Words that stand between two pictures, and say what is seen. '.repeat(45);

let project: ProjectCopy;
let site: RunningSite;
let built: { status: number | null; output: string };
const client = (path: string) => join(project.root, 'dist/client', path);
const pageOf = (path: string) => readFileSync(client(`${path}.html`), 'utf8');
const inFolder = (name: string) => join(project.root, 'content', name);

beforeAll(async () => {
  project = copyProject();
  await photograph(inFolder('posts/IMG 2041 (1).JPG'));
  await photograph(inFolder('posts/upright.jpg'), { seed: 5, turned: true });
  await photograph(inFolder('posts/third.jpg'), { seed: 9 });
  await photograph(inFolder('people/portrait.jpg'), { seed: 17 });
  const [person = ''] = readdirSync(inFolder('people')).filter((name) => name.endsWith('.yaml'));
  project.edit(`content/people/${person}`, (text) => `${text}\nportrait: portrait.jpg\n`);
  writeFileSync(
    inFolder('posts/with-three-photographs.md'),
    [
      '---',
      'title: An article with three photographs',
      'excerpt: As a phone takes them.',
      'description: An article with three photographs, as a phone takes them, and words between them.',
      `category: ${first?.data.category}`,
      'date: 2026-01-10',
      '---',
      '![The first](<IMG 2041 (1).JPG>)\n',
      `${words.slice(0, 400)}\n`,
      '![The second](upright.jpg "Upright")\n',
      `${words}\n`,
      '![The third](third.jpg)',
    ].join('\n'),
  );
  built = project.build();
  if (built.status === 0) site = await startSite(project.root);
});
afterAll(async () => {
  await site?.stop();
  project.remove();
});

it('photographs are built as they come, and a line says what was lowered', () => {
  expect(built.status, built.output).toBe(0);
  const lines = built.output.trim().split('\n');
  for (const name of ['IMG 2041 (1).JPG', 'upright.jpg'])
    expect(lines.filter((line) => line.includes(`the picture ‘${name}’`))).toEqual([
      expect.stringMatching(
        /^content\/posts\/with-three-photographs\.md: the picture ‘[^’]+’ is set at quality \d+( and \d+ pixels wide)?, to fit \d+ kB on a phone\.$/,
      ),
    ]);
});

it('what a phone takes is within what the place allows', async () => {
  const page = await browser.newPage({ viewport: { width: 440, height: 900 }, deviceScaleFactor: 3 });
  await page.goto(site.url + withThree);
  const images = page.locator('.prose img');
  const taken: number[] = [];
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeTruthy();
    const src = await image.evaluate((img: HTMLImageElement) => img.currentSrc);
    taken.push(statSync(client(new URL(src).pathname)).size);
  }
  const [first = 0, second = 0, third = 0, ...more] = taken;
  expect(more).toEqual([]);
  expect(first + second).toBeLessThanOrEqual(18_000);
  expect(third).toBeLessThanOrEqual(60_000);
});

it('one that was taken upright stands upright', async () => {
  const [, width, height] = /width="(\d+)" height="(\d+)" alt="The second"/.exec(pageOf(withThree)) ?? [];
  expect([width, height]).toEqual(['800', '1067']);
  for (const name of made('upright')) {
    const read = await sharp(client(`_astro/${name}`)).metadata();
    expect(read.height / read.width).toBeCloseTo(4 / 3, 1);
  }
});

it('every picture that is published is shown somewhere, and says nothing of where it was taken', async () => {
  const texts = filesBelow(client(''))
    .filter((name) => /\.(html|xml|json)$/.test(name))
    .map((name) => readFileSync(client(name), 'utf8'))
    .join('');
  const names = made('');
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    expect(texts).toContain(`/_astro/${name}`);
    const { exif, xmp, iptc, orientation } = await sharp(client(`_astro/${name}`)).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  }
});

it('a picture that is none, or that nobody here can read, stops a check with a sentence', () => {
  writeFileSync(inFolder('posts/third.jpg'), readFileSync(inFolder('posts/third.jpg')).subarray(0, 90_000));
  writeFileSync(inFolder('people/portrait.jpg'), 'words');
  const { status, output } = project.run('node_modules/.bin/astro', 'sync', '--silent');
  expect(status).not.toBe(0);
  expect(output.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^content\/people\/portrait\.jpg: it is empty, cut short or no picture; wanted: /),
    expect.stringMatching(/^content\/posts\/third\.jpg: it is empty, cut short or no picture; wanted: /),
  ]);
});

const made = (name: string) =>
  readdirSync(client('_astro')).filter(
    (file) => file.startsWith(name) && /\.(avif|jpg|png|webp)$/.test(file),
  );
