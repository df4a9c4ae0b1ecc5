import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { pruneStyles } from './prune-styles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prune-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '_astro'));
});

/** The styles of the first page, as they are among all. */
function styles(css: string[], ...bodies: string[]): string {
  const links = css.map((text, i) => {
    writeFileSync(join(folder, `_astro/${i}.css`), text);
    return `<link rel="stylesheet" href="/_astro/${i}.css">`;
  });
  const { note, inline } = pruneStyles(folder);
  for (const body of bodies) note(links.join('') + body);
  return /^<style>(.*)<\/style>/.exec(inline(links.join('') + bodies[0]))?.[1] ?? '';
}

const SMALL = String.raw`@media (width>=40rem){.sm\:mt-1\.5{top:0}}.w-1\/2{top:2px}`;

it.each<[what: string, css: string[], bodies: string[], kept: string]>([
  ['a class that is nowhere', ['.a{top:0}.x,.a .x:hover{top:1px}'], ['<i class="b a">'], '.a{top:0}'],
  ['no rule that is for something else as well', ['.gone,p{top:2px}'], ['<p>'], 'p{top:2px}'],
  [
    'a choice that finds nothing',
    [':is(.gone,.a) p,:is(.gone) p{top:2px}'],
    ['<p class="a">'],
    '.a p{top:2px}',
  ],
  ['no name that Tailwind gives', [SMALL], ['<i class="sm:mt-1.5 w-1/2">'], SMALL],
  [
    'nothing of another page',
    ['.a{top:0}.b{top:1%}.c{top:0}'],
    ['<i class="a">', '<i class="b">'],
    '.a{top:0}.b{top:1%}',
  ],
  ['nothing that a script may set', ['.a{top:0}.x{top:2px}'], ['<script>x.add("a")</script>'], '.a{top:0}'],
  ['nothing but classes', ['[hidden]{top:.5rem}#id{top:1px}'], ['<p>'], '[hidden]{top:.5rem}#id{top:1px}'],
  ['what a later sheet overrules', ['.a{top:0}.b{top:0}', '.a{top:1px}'], ['<i class="a">'], '.a{top:1px}'],
])('a page leaves out of its styles %s', (_, css, bodies, kept) => {
  expect(styles(css, ...bodies)).toBe(kept);
});

it('what a script file sets is kept, and animations with it', () => {
  writeFileSync(join(folder, '_astro/island.js'), 'e("p",{className:"late shown"})');
  const kept = styles(['@keyframes turn{to{rotate:1turn}}.late{animation:turn 1s}'], '<p>');
  expect(kept).toContain('@keyframes turn');
  expect(kept).toContain('.late{animation:1s turn}');
});
