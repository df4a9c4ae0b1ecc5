import sharp from 'sharp';
import { expect, it } from 'vitest';
import { icons } from '../src/drawing/icons.ts';
import { faviconIcoPath, faviconPath, iconPath, manifestPath, sharePicturePath } from '../src/routes.ts';
import { articles, site, url } from './support/other-firm.ts';

const get = (path: string) => fetch(url + path);
const sizeOf = async (path: string) => sharp(Buffer.from(await (await get(path)).arrayBuffer())).metadata();

it('has a favicon for light and dark, and each icon in its size', async () => {
  const response = await get(faviconPath);
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(await response.text()).toContain('prefers-color-scheme:dark');
  for (const [name, { size }] of Object.entries(icons)) {
    const { width, height, format } = await sizeOf(iconPath(name));
    expect([format, width, height], name).toEqual(['png', size, size]);
  }
});

it('has a small favicon where browsers and crawlers look for one, whatever the head says', async () => {
  const response = await get(faviconIcoPath);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  expect(response.headers.get('cache-control')).toContain('max-age=0');
  const file = Buffer.from(await response.arrayBuffer());
  expect(file.length).toBeLessThan(4000);
  // One picture, at the place that the header names.
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 1]);
  const picture = sharp(file.subarray(file.readUInt32LE(18)));
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: file[6], height: file[7] });
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

it('draws a share picture for the case studies and for every article without a cover', async () => {
  const drawn = articles().filter(({ id, data }) => !data.cover && !id.includes('generated-'));
  const bytes = new Set<string>();
  for (const id of [...drawn.map(({ id }) => id), 'case-studies']) {
    const picture = Buffer.from(await (await get(sharePicturePath(id))).arrayBuffer());
    const { width, height } = await sharp(picture).metadata();
    expect([width, height], id).toEqual([1200, 630]);
    bytes.add(picture.toString('base64'));
  }
  expect(bytes.size).toBe(drawn.length + 1);
});
