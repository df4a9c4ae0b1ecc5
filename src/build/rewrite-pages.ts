import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pruneStyles } from './prune-styles.ts';
import { subsetFonts } from './subset-fonts.ts';
import { withoutComments } from './without-comments.ts';
import { withoutIslandIds } from './without-island-ids.ts';

/** What can only be done to a page when all of them are there. In one go: thousands of pages take their time to write. */
export const rewritePages = (): AstroIntegration => ({
  name: 'rewrite-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .map((name) => `${folder}/${name}`);
      // What the server says to visitors stands on no page until it is said.
      const texts = [...pages, fileURLToPath(new URL('../site.json', dir))];
      const withSubsets = await subsetFonts(folder, texts);
      const withoutUnused = pruneStyles(folder, pages);
      for (const page of pages) {
        const html = readFileSync(page, 'utf8');
        writeFileSync(page, withoutComments(withoutIslandIds(withSubsets(withoutUnused(html)))));
      }
    },
  },
});
