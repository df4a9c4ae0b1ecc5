import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { site } from '../config/site.ts';
import { checkedContent } from '../content/check.ts';
import { Mistake } from '../lib/mistake.ts';
import { articlePath } from '../routes.ts';
import { afterBuild } from './after-build.ts';

/**
 * What a phone takes of an article's pictures, in bytes. Browsers fetch a lazy picture some screens before it is seen:
 * those near the beginning belong to the first view, which has 60 kB for everything.
 */
const NEAR_THE_TOP = 18_000;
const ANY_OTHER = 60_000;
/** The first screens of a phone, in characters of text. */
const FIRST_SCREENS = 3000;
/** The form that a phone chooses (src/content/pictures.ts). */
const ON_A_PHONE =
  /<picture><source type="image\/avif" srcset="(?:[^"]*?, )?(\/_astro\/([^" ]+?)\.[^" .]+\.avif)(?: 800w[^"]*)?"/g;

/** Stops a build whose pictures would make a page slow, and says by how much. */
export const pictureBudget = () =>
  afterBuild('picture-budget', (dir, root) => {
    const folder = fileURLToPath(dir);
    const sentences = checkedContent(root, site)
      .posts()
      .filter(({ id, body }) => body?.includes('![') && existsSync(pageOf(folder, id)))
      .flatMap(({ id, file }) =>
        overBudget(file, readFileSync(pageOf(folder, id), 'utf8'), (path) => statSync(folder + path).size),
      );
    if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
  });

/** A draft has none. */
const pageOf = (folder: string, id: string) => `${folder}${articlePath(id)}.html`;

export function overBudget(file: string, html: string, sizeOf: (path: string) => number): string[] {
  const text = html.slice(html.indexOf('<div class="prose'));
  let near = 0;
  return [...text.matchAll(ON_A_PHONE)].flatMap(([, path = '', name], i, all) => {
    const size = sizeOf(path);
    const before = text.slice(0, all[i]?.index).replace(/<[^>]*>/g, '').length;
    const isNear = before < FIRST_SCREENS;
    if (isNear) near += size;
    const over = isNear ? near - NEAR_THE_TOP : size - ANY_OTHER;
    if (over <= 0) return [];
    const remedy = isNear ? 'a simpler or smaller one, or a place further down' : 'a simpler or smaller one';
    return [
      `${file}: the picture ‘${name}’ takes ${kilobytes(size)} on a phone, ${kilobytes(over)} more than ${isNear ? 'the beginning of an article' : 'a picture'} may; wanted: ${remedy}.`,
    ];
  });
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`;
