import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { cached, digestOf } from '../drawing/cache.ts';
import { HASHED } from '../server/http/files.ts';

/** The features that browsers apply by default, and the one that our styles ask for (`tabular-nums`). */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];

const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Printable ASCII, which visitors type as well. */
const ASCII = between(0x20, 0x7e);

/** The other characters of a latin font file. */
const REST_OF_LATIN = [
  ...between(0xa0, 0xff),
  0x131,
  ...between(0x152, 0x153),
  ...between(0x2000, 0x206f),
  0x20ac,
  0x2122,
];

/**
 * Halves the fonts of a first visit: for each face of these styles, writes a file with only the characters of these texts.
 * The whole file stays; browsers fetch it when a visitor types another character. Returns the function that makes a page use
 * both.
 */
export async function subsetFonts(
  folder: string,
  styles: string[],
  texts: Iterable<string>,
): Promise<(html: string) => string> {
  const used = new Set(ASCII);
  for (const text of texts) for (const point of beyondAscii(text)) used.add(point);
  const rules = new Set(styles.flatMap((css) => css.match(FACE) ?? []));
  const faces = await Promise.all([...rules].map((rule) => subsetFace(folder, rule, used)));
  return (html) => faces.reduce(useSubset, html);
}

/** Tags and entities are ASCII, so HTML need not be parsed. Private-use characters mark the server's slots. */
function* beyondAscii(text: string): Generator<number> {
  // Pieces first: looking at every character as such takes ten times as long.
  for (const piece of text.match(/[^\0-\x9f]+/g) ?? [])
    for (const character of piece) if (!/\p{Co}/u.test(character)) yield character.codePointAt(0) ?? 0;
}

/** A rule of the styles for a face that is a file of ours. */
const FACE = /@font-face\{[^}]*url\((\/[^)]*\.woff2)\)[^}]*\}/g;

interface Face {
  /** The original rule, and the rules that replace it. */
  rule: string;
  rules: string;
  whole: string;
  subset: string;
}

async function subsetFace(folder: string, rule: string, used: ReadonlySet<number>): Promise<Face> {
  const whole = rule.replace(FACE, '$1');
  const subset = await subsetFile(folder, rule, whole, used);
  const within = (range: Iterable<number>) => rule.replace(/\}$/, `;unicode-range:${rangeOf(range)}}`);
  // With `optional`, a character that is typed later would never get its font; with `swap` nothing moves.
  const rest = within(new Set(REST_OF_LATIN).difference(used)).replace(
    'font-display:optional',
    'font-display:swap',
  );
  return { rule, rules: rest + within(used).replace(whole, subset), whole, subset };
}

const useSubset = (html: string, { rule, rules, whole, subset }: Face): string =>
  html
    .split(rule)
    .map((part) => part.replaceAll(whole, subset))
    .join(rules);

/** Returns the address of the smaller file, which is named after what is in it, as the whole one is. */
async function subsetFile(
  folder: string,
  rule: string,
  whole: string,
  used: ReadonlySet<number>,
): Promise<string> {
  const font = readFileSync(folder + whole);
  const text = String.fromCodePoint(...[...used].sort((a, b) => a - b));
  const options = {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    // Hints help small letters on coarse screens; the only face with hints is used large.
    noHinting: true,
    variationAxes: axesOf(rule),
  } as const;
  const name = digestOf(JSON.stringify([digestOf(font), text, options]));
  const file = await cached(name, () => subsetFont(font, text, options));
  const subset = `${HASHED}${nameOf(rule)}.${sha256(file).slice(0, 8)}.woff2`;
  writeFileSync(folder + subset, file);
  return subset;
}

/** Named after its family, which is short: each page holds the name three times. */
const nameOf = (rule: string) =>
  (/font-family:([^;]+)/.exec(rule)?.[1] ?? '').replaceAll('"', '').replaceAll(' ', '-').toLowerCase();

/** The range of weights that the styles use. */
function axesOf(rule: string): Record<string, { min: number; max: number }> | undefined {
  const [, min, max] = /font-weight:(\d+) (\d+)/.exec(rule) ?? [];
  return max === undefined ? undefined : { wght: { min: Number(min), max: Number(max) } };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');

/** Code points as `unicode-range` wants them: `U+20-7E,U+A9`. */
function rangeOf(points: Iterable<number>): string {
  const runs: [number, number][] = [];
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else runs.push([point, point]);
  }
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join();
}

const hex = (point: number) => point.toString(16).toUpperCase();
