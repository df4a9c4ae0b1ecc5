import { readdirSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { filesBelow } from '../src/lib/files-below.ts';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { expectStill } from './support/every-page.ts';
import { recordRequests } from './support/network.ts';
import { built, content, html } from './support/other-firm.ts';
import { watchShifts } from './support/shifts.ts';

const browser = browserForTests();
const withCover = articlePath('the-price-of-one-mug');
const withThree = articlePath('with-three-photographs');

it('photographs are built as they come, and a line says what was lowered', () => {
  const lines = inject('firms').other.output.trim().split('\n');
  for (const name of ['IMG 2041 (1).JPG', 'upright.jpg'])
    expect(lines.filter((line) => line.includes(`the picture ‘${name}’`))).toEqual([
      expect.stringMatching(
        /^content\/posts\/with-three-photographs\.md: the picture ‘[^’]+’ is set at quality \d+( and \d+ pixels wide)?, to fit \d+ kB on a phone\.$/,
      ),
    ]);
});

it('what a phone takes is within what the place allows', async () => {
  const page = await browser.newPage({ viewport: { width: 440, height: 900 }, deviceScaleFactor: 3 });
  await page.goto(withThree);
  const images = page.locator('.prose img');
  const taken: number[] = [];
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeTruthy();
    const src = await image.evaluate((img: HTMLImageElement) => img.currentSrc);
    taken.push(statSync(built(new URL(src).pathname)).size);
  }
  const [first = 0, second = 0, third = 0, ...more] = taken;
  expect(more).toEqual([]);
  expect(first + second).toBeLessThanOrEqual(18_000);
  expect(third).toBeLessThanOrEqual(60_000);
});

it('one that was taken upright stands upright', async () => {
  const [, width, height] = /width="(\d+)" height="(\d+)" alt="The second"/.exec(html(withThree)) ?? [];
  expect([width, height]).toEqual(['800', '1067']);
  for (const name of made('upright')) {
    const read = await sharp(built(`_astro/${name}`)).metadata();
    expect(read.height / read.width).toBeCloseTo(4 / 3, 1);
  }
});

it('every picture that is published is shown somewhere, and says nothing of where it was taken', async () => {
  const texts = filesBelow(built(''))
    .filter((name) => /\.(html|xml|json)$/.test(name))
    .map((name) => readFileSync(built(name), 'utf8'))
    .join('');
  const names = made('');
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    expect(texts).toContain(`/_astro/${name}`);
    const { exif, xmp, iptc, orientation } = await sharp(built(`_astro/${name}`)).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  }
});

describe('a cover', () => {
  it('is the article’s own picture, for readers, share cards and search engines', async () => {
    const page = html(withCover);
    const [cover = ''] = /<picture>.*?<\/picture>/.exec(page) ?? [];
    expect(cover).toContain('width="800" height="600" alt="Boxes under a wide sky"');
    expect(cover).not.toContain('lazy');
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
    expect(page).toContain('<meta property="og:image:alt" content="Boxes under a wide sky">');
    expect(page).toContain(`"image":"${image}"`);
    const file = built(new URL(image).pathname);
    const { width, height, format } = await sharp(file).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
    expect(statSync(file).size).toBeLessThan(300_000);
  });

  it('leaves the first view of a phone as light as any other, and lets nothing move', async () => {
    expect(brotliCompressSync(html(withCover)).length).toBeLessThanOrEqual(14_600);
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
    const requests = await recordRequests(page);
    await page.addInitScript(watchShifts);
    await page.goto(withCover, { waitUntil: 'networkidle' });
    await expect.poll(() => requests.filter(({ bytes }) => bytes === 0)).toEqual([]);
    expect(requests.filter(({ url }) => url.endsWith('.avif'))).toHaveLength(1);
    expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(44_000);
    await expectStill(page);
  });
});

it('every form of a picture is as wide as it says', async () => {
  const [, picture = ''] =
    /<picture>([\s\S]*?)<\/picture>/.exec(html(articlePath('an-article-with-everything'))) ?? [];
  expect(picture).toMatch(/<img [^>]*width="800" height="467" alt="[^"]+" loading="lazy"/);
  const forms = [...picture.matchAll(/(\/_astro\/\S+\.avif) (\d+)w/g)];
  expect(forms.map(([, , width]) => width)).toEqual(['400', '800', '1200']);
  for (const [, path = '', width] of forms)
    expect(await sharp(built(path)).metadata()).toMatchObject({
      width: Number(width),
      mediaType: 'image/avif',
    });
});

const made = (name: string) =>
  readdirSync(built('_astro')).filter((file) => file.startsWith(name) && /\.(avif|jpg|png|webp)$/.test(file));

it.each([
  [routes.about, 288, () => true],
  [routes.contact, 208, ({ answers }: { answers: boolean }) => answers],
] as const)(
  '%s shows a portrait where there is one and a drawing of their own where there is none',
  async (path, shownSide, isShown) => {
    const people = content.people.filter(({ data }) => isShown(data));
    const page = html(path);
    expect(page.match(/class="person"/g)).toHaveLength(people.length);
    const drawn = page.match(/class="portrait .+?<\/g>/g) ?? [];
    expect(drawn).toHaveLength(people.length - 1);
    expect(new Set(drawn).size).toBe(drawn.length);
    const [picture = '', ...more] = page.match(/<img [^>]+>/g) ?? [];
    expect(more).toEqual([]);
    expect(picture).toContain(`width="${shownSide}" height="${shownSide}" alt="" loading="lazy"`);
    const files = picture.match(/\/_astro\/[^" ]+/g) ?? [];
    for (const [i, side] of [shownSide, 2 * shownSide].entries()) {
      const file = built(files[i] ?? '');
      const { width, height, format } = await sharp(file).metadata();
      expect([width, height, format]).toEqual([side, side, 'webp']);
      expect(statSync(file).size).toBeLessThan(20_000);
    }
  },
);
