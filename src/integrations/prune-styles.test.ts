import { expect, it } from 'vitest';
import { stylesInPages } from './prune-styles.ts';

/** The styles of the first page, as they are among all. */
function styles(css: string[], bodies: string[], scripts: string[] = []): string {
  const sheets = new Map(css.map((text, i) => [`/_astro/${i}.css`, text]));
  const links = [...sheets.keys()].map((address) => `<link rel="stylesheet" href="${address}">`).join('');
  const pages = bodies.map((body) => links + body);
  return /^<style>(.*)<\/style>/.exec(stylesInPages(pages, sheets, scripts)(pages[0] ?? ''))?.[1] ?? '';
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
  [
    'what hangs on something that is nowhere',
    [':root:has(.gone){top:0}p:has(.a){top:1px}'],
    ['<p class="a">'],
    'p:has(.a){top:1px}',
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
  expect(styles(css, bodies)).toBe(kept);
});

it('classes in a script file are kept, with their animations', () => {
  const script = 'e("p",{className:"late shown"})';
  const css = [
    '@keyframes turn{to{rotate:1turn}}.late{animation:turn 1s}.x{animation:other 1s}@keyframes other{to{top:0}}',
  ];
  const kept = styles(css, ['<script type="module" src="/_astro/island.js"></script>'], [script]);
  expect(kept).toContain('@keyframes turn');
  expect(kept).toContain('.late{animation:1s turn}');
  expect(kept).not.toContain('other');
  expect(styles(css, ['<p>'], [script])).toBe('');
});
