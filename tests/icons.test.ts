import sharp from 'sharp';
import { expect, it } from 'vitest';
import { icons } from '../src/build/icons.ts';
import {
  faviconIcoPath,
  faviconPath,
  iconPath,
  manifestPath,
  routes,
  sharePicturePath,
} from '../src/routes.ts';
import { articles, everyRoute, site, url } from './support/other-firm.ts';

const get = (path: string) => fetch(url + path);
const sizeOf = async (path: string) => sharp(Buffer.from(await (await get(path)).arrayBuffer())).metadata();

it.each(Object.entries(icons))('%s has its size', async (name, { size }) => {
  const { width, height, format } = await sizeOf(iconPath(name));
  expect([format, width, height]).toEqual(['png', size, size]);
});

it('has a favicon for light and dark', async () => {
  const response = await get(faviconPath);
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(await response.text()).toContain('prefers-color-scheme:dark');
});

it('has a small favicon where browsers and crawlers look for one, whatever the head says', async () => {
  const response = await get(faviconIcoPath);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  expect(response.headers.get('cache-control')).toContain('max-age=0');
  const file = Buffer.from(await response.arrayBuffer());
  expect(file.length).toBeLessThan(4000);
  const [reserved, kind, count] = [file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)];
  expect([reserved, kind, count]).toEqual([0, 1, 1]);
  const [length, start] = [file.readUInt32LE(14), file.readUInt32LE(18)];
  expect(start + length).toBe(file.length);
  const { format, width, height } = await sharp(file.subarray(start)).metadata();
  expect([format, width, height]).toEqual(['png', file[6], file[7]]);
});

it('names the firm and its icons in the manifest', async () => {
  const manifest = (await (await get(manifestPath)).json()) as {
    name: string;
    theme_color: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest.name).toBe(site.name);
  expect(manifest.theme_color).toBe('#8B5CF6');
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sizeOf(src);
    expect(`${width}x${height}`).toBe(sizes);
  }
});

it('draws a share picture for every article without a cover and for the case studies', async () => {
  const drawn = articles().filter(({ data }) => !data.cover);
  const studies = everyRoute().includes(routes.caseStudies) ? ['case-studies'] : [];
  const ids = [...drawn.map(({ id }) => id), ...studies];
  const bytes = new Set<string>();
  for (const id of ids) {
    const { width, height } = await sizeOf(sharePicturePath(id));
    expect([width, height]).toEqual([1200, 630]);
    bytes.add(Buffer.from(await (await get(sharePicturePath(id))).arrayBuffer()).toString('base64'));
  }
  expect(bytes.size).toBe(ids.length);
});
