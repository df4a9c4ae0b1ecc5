import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { site } from '../config/site.ts';
import { checkedContent } from '../content/check.ts';
import { htmlFile } from '../content/html.ts';
import { comingMoments } from '../lib/publication.ts';
import { pruneStyles } from './prune-styles.ts';
import { subsetFonts } from './subset-fonts.ts';
import { tidyMarkup } from './tidy-markup.ts';
import { charactersOf } from './unicode-range.ts';

/** The address of one that the build has made or copied. */
const PICTURE = /\/_astro\/[\w.-]+\.(?:avif|jpe?g|png|webp)\b/g;

/** What can only be done to a page when all of them are there. In one go: thousands of pages take their time to write. */
export const rewritePages = (): AstroIntegration => {
  let root: string;
  return {
    name: 'rewrite-pages',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.html'))
          .map((name) => `${folder}/${name}`);
        const made = readdirSync(`${folder}/_astro`).map((name) => `/_astro/${name}`);
        const sheets = made.filter((name) => name.endsWith('.css'));
        const css = sheets.map((sheet) => readFileSync(folder + sheet, 'utf8'));
        // What the server says to visitors stands on no page until it is said.
        const said = readFileSync(new URL('../site.json', dir), 'utf8');

        const styles = pruneStyles(folder);
        const written = charactersOf([...css, said, ...waiting(root)].join(''));
        const shown = new Set<string>();
        // One at a time: thousands would fill the memory.
        for (const page of pages) {
          const html = readFileSync(page, 'utf8');
          styles.note(html);
          for (const point of charactersOf(html)) written.add(point);
          for (const [picture] of html.matchAll(PICTURE)) shown.add(picture);
        }
        const withSubsets = await subsetFonts(folder, css, written);
        for (const page of pages) {
          const html = withSubsets(tidyMarkup(readFileSync(page, 'utf8')));
          writeFileSync(page, styles.inline(html, withSubsets));
        }
        // An author's picture as it was taken is many times larger, and may say where.
        const originals = made.filter((name) => name.match(PICTURE) && !shown.has(name));
        for (const name of [...sheets, ...originals]) rmSync(folder + name);
      },
    },
  };
};

/** Texts to come are counted in, or all pages would get other fonts with the next one. */
const waiting = (root: string): string[] =>
  checkedContent(root, site)
    .posts()
    .filter(({ data }) => comingMoments([data], Date.now()).length > 0)
    .flatMap(({ id, file }) => [file, htmlFile('posts', id)])
    .map((file) => readFileSync(join(root, file), 'utf8'));
