import { readdirSync, readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { PART } from '../lib/prose.ts';
import { withoutData } from './without-data.ts';

const STYLE = /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/g;
const CLASS_IN_STYLES = /\.((?:[a-z_-]|\\.)(?:[\w-]|\\.)*)/gi;
const CLASS_OR_SCRIPT = /\bclass="([^"]*)"|<script\b[^>]*>([\s\S]*?)<\/script>/g;
const PART_OF_A_TEXT = new RegExp(`\\b${PART}[\\w-]+`, 'g');
const KEYFRAMES = /@keyframes ([\w-]+)/g;

/**
 * Takes rules for classes out of a page's styles that no page of its kind has: Tailwind and the parts that pages share
 * know of all pages. A class counts as there if an element has it, or if a script holds its name. Pages are of one kind
 * if they had the same styles and their texts hold the same parts: they keep one style, and share its hash.
 */
export function pruneStyles(folder: string, pages: string[]): (html: string) => string {
  const scripts = readdirSync(`${folder}/_astro`).filter((name) => name.endsWith('.js'));
  const named = new Set(scripts.flatMap((name) => namesIn(readFileSync(`${folder}/_astro/${name}`, 'utf8'))));
  const used = new Map<string, Set<string>>();
  for (const page of pages) {
    const html = readFileSync(page, 'utf8');
    const names = [...withoutData(html).matchAll(CLASS_OR_SCRIPT)].flatMap(([, classes, script = '']) =>
      namesIn(classes ?? script),
    );
    for (const [, , css = ''] of html.matchAll(STYLE)) {
      const kind = kindOf(css, html);
      const known = used.get(kind) ?? new Set(named);
      for (const name of names) known.add(name);
      used.set(kind, known);
    }
  }
  const pruned = new Map<string, string>();
  return (html) =>
    html.replace(STYLE, (_, start: string, css: string, end: string) => {
      const kind = kindOf(css, html);
      const styles = pruned.get(kind) ?? prune(css, used.get(kind) ?? named);
      pruned.set(kind, styles);
      return start + styles + end;
    });
}

function kindOf(css: string, html: string): string {
  const [text = ''] = /class="prose [^"]*"/.exec(html) ?? [];
  return [css, ...(text.match(PART_OF_A_TEXT) ?? [])].join('\n');
}

/** Whatever may be the name of a class. */
const namesIn = (text: string) => text.match(/[^\s"'`<>=;,]+/g) ?? [];

function prune(css: string, used: ReadonlySet<string>): string {
  const moving = new Set([...css.matchAll(KEYFRAMES)].map(([, name = '']) => name));
  const classes = new Set(
    [...css.matchAll(CLASS_IN_STYLES)].map(([, name = '']) => name.replaceAll('\\', '')),
  );
  const unusedSymbols = [...classes].filter((name) => !used.has(name) && !moving.has(name));
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), minify: true, unusedSymbols });
  return code.toString();
}
