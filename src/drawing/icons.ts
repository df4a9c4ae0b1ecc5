import sharp from 'sharp';
import { logoPaths } from './logo.ts';
import { tokenColor } from './palette.ts';

const BRAND = tokenColor('brand');

/** Every icon is the mark. The maskable one has ground around it, for systems that cut icons to a shape. */
export const icons = {
  'icon-64': { size: 64, inset: 0, ground: undefined },
  'icon-180': { size: 180, inset: 4, ground: tokenColor('paper') },
  'icon-192': { size: 192, inset: 0, ground: undefined },
  'icon-512': { size: 512, inset: 0, ground: undefined },
  'icon-maskable-512': { size: 512, inset: 7, ground: tokenColor('paper') },
} as const;

export type IconFile = keyof typeof icons;

/** The favicon follows the visitor's scheme: the brand violet is a shade too dark on a black tab. */
export const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:${BRAND}}@media (prefers-color-scheme:dark){path{fill:#a78bfa}}</style><path d="${logoPaths.form}"/><path d="${logoPaths.reflection}" opacity=".6"/></svg>`;

export const iconPng = (name: IconFile): Promise<Buffer> => draw(icons[name]);

const ICO_SIZE = 48;
const ICO_HEAD_BYTES = 22;

/** Browsers and crawlers ask for /favicon.ico whatever a page names: one PNG behind the head of an .ico. */
export async function faviconIco(): Promise<Buffer> {
  const picture = await draw({ size: ICO_SIZE, inset: 0, ground: undefined }, false);
  const head = Buffer.alloc(ICO_HEAD_BYTES);
  // An icon, and how many pictures it has.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  // Width, height, planes, bits for each pixel.
  head.writeUInt8(ICO_SIZE, 6);
  head.writeUInt8(ICO_SIZE, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(ICO_HEAD_BYTES, 18);
  return Buffer.concat([head, picture]);
}

interface Drawing {
  size: number;
  inset: number;
  ground: string | undefined;
}

/** A PNG in an .ico must have no palette: older Windows programs read none. */
function draw({ size, inset, ground }: Drawing, palette = true): Promise<Buffer> {
  const box = `${-inset} ${-inset} ${32 + 2 * inset} ${32 + 2 * inset}`;
  const paint = ground ? `<rect x="-16" y="-16" width="64" height="64" fill="${ground}"/>` : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}">${paint}<g fill="${BRAND}"><path d="${logoPaths.form}"/><path d="${logoPaths.reflection}" opacity=".6"/></g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette, compressionLevel: 9 }).toBuffer();
}
