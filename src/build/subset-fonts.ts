import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import subsetFont from 'subset-font';
import { HASHED } from '../server/http/files.ts';
import { once } from './once.ts';
import { charactersOf, NOT_ON_PAGES, rangeOf, WRITTEN_BY_ANYBODY, without } from './unicode-range.ts';

/**
 * Halves what a first visit has to wait for: each face becomes a file of the characters that the site uses. The whole
 * file stays for what a visitor types, and is asked for when they do.
 */
export const subsetFonts = (): AstroIntegration => ({
  name: 'subset-fonts',
  hooks: {
    'astro:build:done': ({ dir }) =>
      subsetFolder(fileURLToPath(dir), [readFileSync(new URL('../site.json', dir), 'utf8')]),
  },
});

/** Those that browsers apply unasked, and the one that our styles ask for (`tabular-nums`). */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];

/** `spoken`: words of the server's own, which stand on no page until somebody is answered. */
export async function subsetFolder(folder: string, spoken: string[] = []): Promise<void> {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}/${name}`);
  const used = new Set(WRITTEN_BY_ANYBODY);
  const rules = new Set<string>();
  const read = (text: string) => {
    for (const character of charactersOf(text)) used.add(character);
  };
  spoken.forEach(read);
  // One page at a time, twice: thousands would fill the memory.
  for (const page of pages) {
    const html = readFileSync(page, 'utf8');
    read(html);
    for (const [rule] of html.matchAll(FACE)) rules.add(rule);
  }
  const faces = await Promise.all([...rules].map((rule) => subsetFace(folder, rule, used)));
  for (const page of pages) {
    const html = readFileSync(page, 'utf8');
    writeFileSync(page, faces.reduce(useSubset, html));
  }
}

/** A rule of the styles for a face that is a file of ours. */
const FACE = /@font-face\{[^}]*url\((\/[^)]*\.woff2)\)[^}]*\}/g;

interface Face {
  rule: string;
  rules: string;
  whole: string;
  subset: string;
}

async function subsetFace(folder: string, rule: string, used: ReadonlySet<number>): Promise<Face> {
  const whole = rule.replace(FACE, '$1');
  const subset = await subsetFile(folder, nameOf(rule), whole, used, axesOf(rule));
  const ranged = (characters: ReadonlySet<number>) =>
    rule.replace(/\}$/, `;unicode-range:${rangeOf(characters)}}`);
  // A character that comes while somebody types moves nothing, and would else never get its face.
  const rest = ranged(without(NOT_ON_PAGES, used)).replace('font-display:optional', 'font-display:swap');
  return { rule, rules: rest + ranged(used).replace(whole, subset), whole, subset };
}

const useSubset = (html: string, { rule, rules, whole, subset }: Face) => {
  const [before = '', ...after] = html.split(rule).map((part) => part.replaceAll(whole, subset));
  return [before, ...after].join(rules);
};

/** Answers with the address of the smaller file, which is named after what is in it, as the whole one is. */
async function subsetFile(
  folder: string,
  name: string,
  whole: string,
  used: ReadonlySet<number>,
  variationAxes: ReturnType<typeof axesOf>,
): Promise<string> {
  const font = readFileSync(folder + whole);
  const text = String.fromCodePoint(...[...used].sort((a, b) => a - b));
  // Hints are for large pixels; the face that has any is for large sizes.
  const options = { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true, variationAxes } as const;
  const source = JSON.stringify([sha256(font), text, options]);
  const file = await once(source, () => subsetFont(font, text, options));
  const subset = `${HASHED}${name}.${sha256(file).slice(0, 8)}.woff2`;
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
