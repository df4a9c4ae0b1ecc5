import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { HASHED } from '../server/http/files.ts';
import { once } from './once.ts';
import { NOT_ON_PAGES, rangeOf, WRITTEN_BY_ANYBODY, without } from './unicode-range.ts';

/** Those that browsers apply unasked, and the one that our styles ask for (`tabular-nums`). */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];

/**
 * Halves what a first visit has to wait for: beside each face of these styles, the folder gets a file of those
 * characters alone. The whole file stays for what a visitor types, and is asked for when they do. Answers with what a
 * page or its styles have to become to use both.
 */
export async function subsetFonts(
  folder: string,
  styles: string[],
  written: ReadonlySet<number>,
): Promise<(text: string) => string> {
  const used = new Set([...WRITTEN_BY_ANYBODY, ...written]);
  const rules = new Set(styles.flatMap((css) => css.match(FACE) ?? []));
  const faces = await Promise.all([...rules].map((rule) => subsetFace(folder, rule, used)));
  return (text) => faces.reduce(useSubset, text);
}

/** A rule of the styles for a face that is a file of ours. */
const FACE = /@font-face\{[^}]*url\((\/[^)]*\.woff2)\)[^}]*\}/g;

interface Face {
  /** As it was written, and what takes its place. */
  rule: string;
  rules: string;
  whole: string;
  subset: string;
}

async function subsetFace(folder: string, rule: string, used: ReadonlySet<number>): Promise<Face> {
  const whole = rule.replace(FACE, '$1');
  const subset = await subsetFile(folder, rule, whole, used);
  const within = (range: ReadonlySet<number>) => rule.replace(/\}$/, `;unicode-range:${rangeOf(range)}}`);
  // A character that comes while somebody types moves nothing, and would otherwise never get its face.
  const rest = within(without(NOT_ON_PAGES, used)).replace('font-display:optional', 'font-display:swap');
  return { rule, rules: rest + within(used).replace(whole, subset), whole, subset };
}

const useSubset = (text: string, { rule, rules, whole, subset }: Face): string =>
  text
    .split(rule)
    .map((part) => part.replaceAll(whole, subset))
    .join(rules);

/** Answers with the address of the smaller file, which is named after what is in it, as the whole one is. */
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
    // They are for large pixels and small letters; the face that has any is for large ones.
    noHinting: true,
    variationAxes: axesOf(rule),
  } as const;
  const source = JSON.stringify([sha256(font), text, options]);
  const file = await once(source, () => subsetFont(font, text, options));
  const subset = `${HASHED}${nameOf(rule)}.${sha256(file).slice(0, 8)}.woff2`;
  writeFileSync(folder + subset, file);
  return subset;
}

/** After the family, which is shorter than the file's own name: a page says it three times. */
const nameOf = (rule: string) =>
  (/font-family:([^;]+)/.exec(rule)?.[1] ?? '').replaceAll('"', '').replaceAll(' ', '-').toLowerCase();

/** As wide as the styles say that it is used. */
function axesOf(rule: string): Record<string, { min: number; max: number }> | undefined {
  const [, min, max] = /font-weight:(\d+) (\d+)/.exec(rule) ?? [];
  return max === undefined ? undefined : { wght: { min: Number(min), max: Number(max) } };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');
