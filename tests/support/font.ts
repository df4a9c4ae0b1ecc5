import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';

/** Every character that a font file has a drawing for. */
export async function charactersIn(file: Buffer): Promise<Set<string>> {
  const unpacked = await subsetFont(file, undefined, { targetFormat: 'sfnt', keepAllGlyphs: true });
  const points = new Face(new Blob(unpacked)).collectUnicodes();
  return new Set(Array.from(points, (point) => String.fromCodePoint(point)));
}
