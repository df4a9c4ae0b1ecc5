/** The package brings no types; those of DefinitelyTyped know half of what it takes. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff2';
    /** OpenType features; all of them by default. */
    keepFeatures?: readonly string[];
    noHinting?: boolean;
    /** Takes the place of a text. */
    keepAllGlyphs?: boolean;
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: Options,
  ): Promise<Buffer>;
}
