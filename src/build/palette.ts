import { readFileSync } from 'node:fs';
import { keptInBuild } from '../lib/kept-in-build.ts';

/**
 * The light colours of src/styles/tokens.css in sRGB, for what no stylesheet reaches: pictures, icons, the manifest, the
 * colour of a browser's frame. The tokens are the one place where a colour is typed.
 */
export const tokenColor = keptInBuild((name: string): string => {
  const declared = new RegExp(`--color-${name}: (?:light-dark\\()?(#[\\da-f]{6}|oklch\\([^)]*\\))`).exec(
    tokens(),
  );
  if (!declared?.[1]) throw new Error(`src/styles/tokens.css has no colour --color-${name}.`);
  return declared[1].startsWith('#') ? declared[1] : fromOklch(declared[1]);
});

const tokens = () => readFileSync('src/styles/tokens.css', 'utf8');

/** As CSS Color 4 defines it: by way of Oklab and linear light. */
function fromOklch(text: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  const [a, b] = [Math.cos, Math.sin].map((turn) => chroma * turn((hue * Math.PI) / 180)) as [number, number];
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((cone) => cone ** 3) as [number, number, number];
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(toByte).join('')}`;
}

function toByte(linear: number): string {
  const light = Math.min(1, Math.max(0, linear));
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
