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

/** The name of one that the build has made or copied. */
const PICTURE = /[\w.-]+\.(?:avif|jpe?g|png|webp)\b/g;

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
        // What the server says to visitors stands on no page until it is said.
        const texts = [...pages, fileURLToPath(new URL('../site.json', dir)), ...waiting(root)];
        const withSubsets = await subsetFonts(folder, texts);
        const withoutUnused = pruneStyles(folder, pages);
        const shown = new Set<string>();
        for (const page of pages) {
          const html = tidyMarkup(withSubsets(withoutUnused(readFileSync(page, 'utf8'))));
          for (const [name] of html.matchAll(PICTURE)) shown.add(name);
          writeFileSync(page, html);
        }
        // An author's picture as it was taken is many times larger, and may say where.
        for (const name of readdirSync(`${folder}/_astro`))
          if (name.match(PICTURE) && !shown.has(name)) rmSync(`${folder}/_astro/${name}`);
      },
    },
  };
};

/** Texts to come are counted in, or all pages would get other fonts with the next one. */
const waiting = (root: string): string[] =>
  checkedContent(root, site)
    .posts()
    .filter(({ data }) => comingMoments([data], Date.now()).length > 0)
    .flatMap(({ id, file }) => [join(root, file), join(root, htmlFile('posts', id))]);
