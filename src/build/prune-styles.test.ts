import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pruneStyles } from './prune-styles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prune-'));
  mkdirSync(join(folder, '_astro'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SHEET = '/_astro/page.Ab12.css';
const page = (body: string) => `<link rel="stylesheet" href="${SHEET}"><body>${body}</body>`;
/** The styles of the first page, as they are among all. */
function styles(css: string, ...bodies: string[]): string {
  writeFileSync(folder + SHEET, css);
  const { note, inline } = pruneStyles(folder);
  for (const body of bodies) note(page(body));
  const html = inline(page(bodies[0] ?? ''));
  expect(html).toContain(`<body>${bodies[0]}</body>`);
  return /^<style>(.*)<\/style>/.exec(html)?.[1] ?? '';
}

it('leaves out rules for classes that are nowhere, unless they are for something else as well', () => {
  const css = '.here{top:0}.gone,.here .gone:hover{top:1px}.gone,p{top:2px}';
  expect(styles(css, '<i class="x here"></i>')).toBe('.here{top:0}.gone,p{top:2px}');
});

it('knows classes by the names that Tailwind gives them', () => {
  const css = String.raw`@media (width>=40rem){.sm\:mt-1\.5{top:0}.sm\:mt-2{top:1px}}.w-1\/2{top:2px}`;
  expect(styles(css, '<i class="sm:mt-1.5 w-1/2"></i>')).toBe(
    css.replace(String.raw`.sm\:mt-2{top:1px}`, ''),
  );
});

it('keeps what another page with the same styles has, so that they stay the same', () => {
  expect(styles('.a{top:0}.b{top:1px}.c{top:2px}', '<i class="a"></i>', '<i class="b"></i>')).toBe(
    '.a{top:0}.b{top:1px}',
  );
});

it('keeps what a script may set', () => {
  writeFileSync(join(folder, '_astro/island.js'), 'e("p",{className:"late shown"})');
  const css = '.late{top:0}.inline{top:1px}.never{top:2px}';
  expect(styles(css, '<script>x.add("inline")</script>')).toBe('.late{top:0}.inline{top:1px}');
});

it('does not take the words for search engines for classes', () => {
  const data = '<script type="application/ld+json">{"text":"words of prose"}</script>';
  expect(styles('.here{top:0}.prose{top:1px}', `<i class="here"></i>${data}`)).toBe('.here{top:0}');
});

it('keeps animations and whatever is no class', () => {
  const css =
    '@keyframes turn{to{rotate:1turn}}p{animation:turn 1s}[hidden]{top:.5rem}.turn{top:0}#id{top:1px}';
  const kept = styles(css, '<p></p>');
  expect(kept).toContain('@keyframes turn');
  expect(kept).toContain('p{animation:1s turn}[hidden]{top:.5rem}');
  expect(kept).toContain('#id{top:1px}');
});

it('makes one style of all sheets of a page, in their order, and finishes it once for all pages of a kind', () => {
  writeFileSync(join(folder, '_astro/a.css'), '.a{top:0}.b{top:0}');
  writeFileSync(join(folder, '_astro/b.css'), '.a{top:1px}');
  const html =
    '<link rel="stylesheet" href="/_astro/a.css"><link rel="stylesheet" href="/_astro/b.css"><i class="a">';
  const { note, inline } = pruneStyles(folder);
  note(html);
  const finished: string[] = [];
  const finish = (css: string) => {
    finished.push(css);
    return `${css}/* done */`;
  };
  for (let i = 0; i < 2; i++)
    expect(inline(html, finish)).toBe('<style>.a{top:1px}/* done */</style><i class="a">');
  expect(finished).toHaveLength(1);
});
