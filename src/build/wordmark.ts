import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Buffer, Face, Font, type GlyphInfo, type GlyphPosition, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { Outline } from '../ui/Wordmark.tsx';

/** Steps to an em: finer than the pixels of any screen at the size of the header. */
const EM = 160;
/** In ems: a longer name would be too small to read on a phone. */
const LONGEST = 10;

const drawn = new Map<string, Promise<Outline | undefined>>();

/**
 * The firm's name in its own face, on the first page too, whether or not the face has come. Nothing where the name is
 * long or the face lacks a character of it: such a name is set as text.
 */
export function wordmark(name: string): Promise<Outline | undefined> {
  const outline = drawn.get(name) ?? draw(name);
  drawn.set(name, outline);
  return outline;
}

async function draw(name: string): Promise<Outline | undefined> {
  const font = await serifFor(name);
  const text = new Buffer();
  text.addText(name);
  text.guessSegmentProperties();
  shape(font, text);
  const glyphs = text.getGlyphInfosAndPositions();
  const width = glyphs.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
  if (width > LONGEST * EM || glyphs.some(({ codepoint }) => codepoint === 0)) return undefined;
  const { ascender, descender } = font.hExtents();
  return { path: pathOf(font, glyphs), width, em: EM, middle: -(ascender + descender) / 2 };
}

/** HarfBuzz reads no compressed file; what makes the subsets unpacks them too. */
async function serifFor(name: string): Promise<Font> {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  );
  const font = new Font(
    new Face(new Blob(await subsetFont(readFileSync(file), name, { targetFormat: 'sfnt' }))),
  );
  font.setScale(EM, EM);
  return font;
}

/** In steps from point to point: these are short, and the same wherever a letter stands. */
function pathOf(font: Font, glyphs: (GlyphInfo & Partial<GlyphPosition>)[]): string {
  let path = '';
  let at = [0, 0];
  let start = at;
  let left = 0;
  for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs) {
    for (const { type, values } of font.glyphToJson(codepoint)) {
      const points = values.map((value, i) => Math.round(i % 2 ? -value - yOffset : value + left + xOffset));
      path += type.toLowerCase() + points.map((value, i) => value - (at[i % 2] ?? 0)).join(' ');
      at = type === 'Z' ? start : points.slice(-2);
      if (type === 'M') start = at;
    }
    left += xAdvance;
  }
  return path.replaceAll(' -', '-');
}
