import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { charactersIn } from '../../tests/support/font.ts';
import { subsetFonts } from './subset-fonts.ts';
import { charactersOf } from './unicode-range.ts';

const WHOLE = '/_astro/figtree-whole.Ab12.woff2';
const source = createRequire(import.meta.url).resolve(
  '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
);
const css = `@font-face{font-family:Some Face;src:url(${WHOLE})format("woff2");font-weight:400 650;font-display:optional}@font-face{font-family:Other;src:local(Arial)}`;
const page = `<link rel="preload" href="${WHOLE}"><style>${css}</style>`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subset-'));
  mkdirSync(join(folder, '_astro'));
  copyFileSync(source, folder + WHOLE);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Answers with a page as it is rewritten where these words are used, and with the files that were made. */
async function build(words: string): Promise<{ html: string; made: string[] }> {
  const known = readdirSync(join(folder, '_astro'));
  const rewrite = await subsetFonts(folder, [css, css], charactersOf(words));
  const made = readdirSync(join(folder, '_astro')).filter((name) => !known.includes(name));
  return { html: rewrite(page), made };
}

it('makes a smaller file of the characters that are used', async () => {
  const { made } = await build('Plain – words, Café');
  expect(made).toEqual([expect.stringMatching(/^some-face\.[\w-]{8}\.woff2$/)]);
  const file = readFileSync(join(folder, '_astro', made[0] ?? ''));
  expect(file.length).toBeLessThan(readFileSync(source).length * 0.6);
  const kept = await charactersIn(file);
  for (const character of '–éAa~ 09') expect(kept, character).toContain(character);
  for (const character of 'üß€') expect(kept, character).not.toContain(character);
});

it('puts it in the place of the whole one, which is left for all other characters', async () => {
  const { html, made } = await build('Café');
  const address = `/_astro/${made[0]}`;
  expect(html).toContain(`<link rel="preload" href="${address}">`);
  const [rest = '', own = '', ...others] = html.match(/@font-face\{[^}]*\.woff2[^}]*\}/g) ?? [];
  expect(others).toEqual([]);
  expect(own).toContain(address);
  expect(own).toMatch(/font-display:optional;unicode-range:U\+20-7E,U\+E9\}$/);
  expect(rest).toContain(WHOLE);
  expect(rest).toMatch(/font-display:swap;unicode-range:U\+A0-E8,U\+EA-FF,/);
  expect(html).toContain('@font-face{font-family:Other;src:local(Arial)}');
});

it('names the file after what is in it: the same characters give no new file, others do', async () => {
  expect((await build('Café')).made).toHaveLength(1);
  expect((await build('é, fac')).made).toEqual([]);
  expect((await build('Über')).made).toHaveLength(1);
});
