import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { site } from '../config/site.ts';
import { checkedContent } from '../content/check.ts';
import { htmlFilesOf } from '../content/html.ts';
import { filesBelow } from '../lib/files-below.ts';
import { comingMoments } from '../lib/publication.ts';
import { afterBuild } from './after-build.ts';
import { MADE } from './pictures.ts';
import { pruneStyles } from './prune-styles.ts';
import { subsetFonts } from './subset-fonts.ts';
import { tidyMarkup } from './tidy-markup.ts';
import { charactersOf } from './unicode-range.ts';

/** The address of one that waits to be shown (pictures.ts). */
const PICTURE = /\/_astro\/([\w.-]+\.(?:avif|jpg|png|webp))\b/g;

/** All that is looked for and written here is ASCII: to decode and encode the rest would take as long as the work. */
const BYTES = 'latin1';
const NOT_ASCII = /[\x80-\xff]+/g;

/** What can only be done to a page when all of them are there. In one go: thousands of pages take their time to write. */
export const rewritePages = () =>
  afterBuild('rewrite-pages', async (dir, root) => {
    const folder = fileURLToPath(dir);
    const pages = filesBelow(folder)
      .filter((name) => name.endsWith('.html'))
      .map((name) => `${folder}/${name}`);
    const sheets = readdirSync(`${folder}/_astro`)
      .filter((name) => name.endsWith('.css'))
      .map((name) => `/_astro/${name}`);
    const css = sheets.map((sheet) => readFileSync(folder + sheet, 'utf8'));
    // What the server says to visitors stands on no page until it is said.
    const said = readFileSync(new URL('../site.json', dir), 'utf8');

    const styles = pruneStyles(folder);
    const written = new Set<string>();
    const shown = new Set<string>();
    // One at a time: thousands would fill the memory.
    for (const page of pages) {
      const html = readFileSync(page, BYTES);
      styles.note(html);
      for (const [piece] of html.matchAll(NOT_ASCII)) written.add(piece);
      for (const [, picture = ''] of html.matchAll(PICTURE)) shown.add(picture);
    }
    const onPages = Buffer.from([...written].join(''), BYTES).toString();
    const characters = charactersOf([onPages, ...css, said, ...waiting(root)].join(''));
    const withSubsets = await subsetFonts(folder, css, characters);
    const inBytes = (styles: string) => Buffer.from(withSubsets(styles)).toString(BYTES);
    for (const page of pages) {
      const html = withSubsets(tidyMarkup(readFileSync(page, BYTES)));
      writeFileSync(page, styles.inline(html, inBytes), BYTES);
    }
    for (const name of shown) copyFileSync(join(root, MADE, name), `${folder}/_astro/${name}`);
    for (const sheet of sheets) rmSync(folder + sheet);
  });

/** Texts to come are counted in, or all pages would get other fonts with the next one. */
const waiting = (root: string): string[] =>
  checkedContent(root, site)
    .posts()
    .filter(({ data }) => comingMoments([data], Date.now()).length > 0)
    .flatMap(({ id, file }) => [file, ...htmlFilesOf('posts', id)])
    .map((file) => readFileSync(join(root, file), 'utf8'));
