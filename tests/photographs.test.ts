import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow } from '../src/lib/files-below.ts';
import { articlePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles } from './support/content.ts';
import { recordRequests } from './support/network.ts';
import { photograph } from './support/photograph.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { type RunningSite, startSite } from './support/server.ts';
import { readShifts, watchShifts } from './support/shifts.ts';

const browser = browserForTests();
const bytesOf = (html: string) => brotliCompressSync(html).length;
/** Of those that are there: its page has the least to spare. */
const [heaviest] = articles()
  .map((article) => ({
    ...article,
    bytes: bytesOf(readFileSync(`dist/client${articlePath(article.id)}.html`, 'utf8')),
  }))
  .sort((a, b) => b.bytes - a.bytes);
const withCover = articlePath(heaviest?.id ?? '');
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
  await photograph(inFolder('posts/cover.jpg'), { seed: 13 });
  await photograph(inFolder('people/portrait.jpg'), { seed: 17 });
  const [person = ''] = readdirSync(inFolder('people')).filter((name) => name.endsWith('.yaml'));
  project.edit(`content/people/${person}`, (text) => `${text}\nportrait: portrait.jpg\n`);
  project.edit(heaviest?.file ?? '', (text) =>
    text.replace('\n---\n', '\ncover: cover.jpg\ncoverAlt: Boxes under a wide sky\n---\n'),
  );
  writeFileSync(
    inFolder('posts/with-three-photographs.md'),
    [
      '---',
      'title: An article with three photographs',
      'excerpt: As a phone takes them.',
      'description: An article with three photographs, as a phone takes them, and words between them.',
      `category: ${heaviest?.data.category}`,
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
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    expect(texts).toContain(`/_astro/${name}`);
    const { exif, xmp, iptc, orientation } = await sharp(client(`_astro/${name}`)).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  }
});

describe('a cover', () => {
  it('is the article’s own picture, for readers, share cards and search engines', async () => {
    const html = pageOf(withCover);
    const [cover = ''] = /<picture>.*?<\/picture>/.exec(html) ?? [];
    expect(cover).toContain('width="800" height="600" alt="Boxes under a wide sky"');
    expect(cover).not.toContain('lazy');
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain('<meta property="og:image:alt" content="Boxes under a wide sky">');
    expect(html).toContain(`"image":"${image}"`);
    const file = client(new URL(image).pathname);
    const { width, height, format } = await sharp(file).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
    expect(statSync(file).size).toBeLessThan(300_000);
  });

  it('leaves the first view of a phone as light as any other, and lets nothing move', async () => {
    expect(bytesOf(pageOf(withCover))).toBeLessThanOrEqual(14_600);
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
    const requests = await recordRequests(page);
    await page.addInitScript(watchShifts);
    await page.goto(site.url + withCover, { waitUntil: 'networkidle' });
    await expect.poll(() => requests.filter(({ bytes }) => bytes === 0)).toEqual([]);
    expect(requests.filter(({ url }) => url.endsWith('.avif'))).toHaveLength(1);
    expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(44_000);
    const shifts = await page.evaluate(readShifts);
    expect(shifts.reduce((sum, { value }) => sum + value, 0).toFixed(2)).toBe('0.00');
  });

  it('adds nothing to the styles of articles that have none', () => {
    for (const { id } of articles().filter(({ id }) => id !== heaviest?.id))
      expect(pageOf(articlePath(id)).includes('article-cover'), id).toBe(false);
  });
});

it('a picture that is none, or that nobody here can read, stops a check with a sentence', () => {
  writeFileSync(inFolder('posts/third.jpg'), readFileSync(inFolder('posts/third.jpg')).subarray(0, 90_000));
  writeFileSync(inFolder('people/portrait.jpg'), 'words');
  project.edit(heaviest?.file ?? '', (text) => text.replace('cover: cover.jpg', 'cover: covver.jpg'));
  const { status, output } = project.run('node_modules/.bin/astro', 'sync', '--silent');
  expect(status).not.toBe(0);
  expect(output.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^content\/people\/portrait\.jpg: it is empty, cut short or no picture; wanted: /),
    expect.stringContaining('`cover` is ‘covver.jpg’; wanted: the name of one in content/posts ('),
    expect.stringMatching(/^content\/posts\/third\.jpg: it is empty, cut short or no picture; wanted: /),
  ]);
});

const made = (name: string) =>
  readdirSync(client('_astro')).filter(
    (file) => file.startsWith(name) && /\.(avif|jpg|png|webp)$/.test(file),
  );
