import sharp from 'sharp';
import { markPaths } from '../lib/mark.ts';
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

export type IconName = keyof typeof icons;

/** The favicon follows the visitor's scheme: the brand violet is a shade too dark on a black tab. */
export const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:${BRAND}}@media (prefers-color-scheme:dark){path{fill:#a78bfa}}</style><path d="${markPaths.form}"/><path d="${markPaths.reflection}" opacity=".6"/></svg>`;

export function iconPng(name: IconName): Promise<Buffer> {
  const { size, inset, ground } = icons[name];
  const box = `${-inset} ${-inset} ${32 + 2 * inset} ${32 + 2 * inset}`;
  const paint = ground ? `<rect x="-16" y="-16" width="64" height="64" fill="${ground}"/>` : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}">${paint}<g fill="${BRAND}"><path d="${markPaths.form}"/><path d="${markPaths.reflection}" opacity=".6"/></g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}
