import { readdirSync, readFileSync } from 'node:fs';
import { type Selector, transform } from 'lightningcss';

/** All of a page stand in a row. */
const SHEETS = /(?:<link rel="stylesheet" href="\/_astro\/[^"]+\.css">)+/g;
const ADDRESS = /\/_astro\/[^"]+/g;
const CLASS_IN_STYLES = /\.((?:[a-z_-]|\\.)(?:[\w-]|\\.)*)/gi;
/** What is said to search engines names no class. */
const CLASS_OR_SCRIPT =
  /\bclass="([^"]*)"|<script\b(?! type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g;
/** What a text holds, and whether it has a cover. */
const PARTS = /class="(?:article-cover|prose) [^"]*"/g;
const KEYFRAMES = /@keyframes ([\w-]+)/g;

/**
 * Takes rules for classes out of a page's styles that no page of its kind has: Tailwind and the parts that pages share
 * know of all pages. A class counts as there if an element has it, or if a script holds its name. Pages are of one kind
 * if they have the same styles and their texts hold the same parts: they keep one style, and share its hash. All pages
 * have to be noted before the first gets its styles.
 */
export function pruneStyles(folder: string) {
  const scripts = readdirSync(`${folder}/_astro`).filter((name) => name.endsWith('.js'));
  const named = scripts.map((name) => readFileSync(`${folder}/_astro/${name}`, 'utf8'));
  const used = new Map<string, Set<string>>();
  const pruned = new Map<string, string>();
  return {
    note(html: string): void {
      const texts = [...html.matchAll(CLASS_OR_SCRIPT)].map(([, classes, script = '']) => classes ?? script);
      for (const [sheets] of html.matchAll(SHEETS)) {
        const kind = kindOf(sheets, html);
        const known = used.get(kind) ?? new Set(named);
        for (const text of texts) known.add(text);
        used.set(kind, known);
      }
    },
    /** The page with its styles in it, which saves the visitor a request. */
    inline(html: string, finish = (css: string) => css): string {
      return html.replace(SHEETS, (sheets) => {
        const kind = kindOf(sheets, html);
        const styles =
          pruned.get(kind) ?? finish(prune(cssOf(folder, sheets), namesIn(used.get(kind) ?? new Set(named))));
        pruned.set(kind, styles);
        return `<style>${styles}</style>`;
      });
    },
  };
}

const cssOf = (folder: string, sheets: string) =>
  (sheets.match(ADDRESS) ?? []).map((address) => readFileSync(folder + address, 'utf8')).join('');

const kindOf = (sheets: string, html: string) => [sheets, ...(html.match(PARTS) ?? [])].join('\n');

/** Whatever may be the name of a class. */
const namesIn = (texts: ReadonlySet<string>) =>
  new Set([...texts].flatMap((text) => text.match(/[^\s"'`<>=;,]+/g) ?? []));

function prune(css: string, used: ReadonlySet<string>): string {
  const moving = new Set([...css.matchAll(KEYFRAMES)].map(([, name = '']) => name));
  const classes = [...css.matchAll(CLASS_IN_STYLES)].map(([, name = '']) => name.replaceAll('\\', ''));
  const unused = new Set(classes.filter((name) => !used.has(name)));
  const styled = without(
    css,
    [...unused].filter((name) => !moving.has(name)),
  );
  return withoutUnread(selecting(styled, unused));
}

/** Of rules that are for several elements, only the selectors that find one. */
function selecting(css: string, unused: ReadonlySet<string>): string {
  const finds = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === 'class') return !unused.has(part.name);
      if (part.type !== 'pseudo-class' || part.kind !== 'is') return true;
      part.selectors = part.selectors.filter(finds);
      return part.selectors.length > 0;
    });
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    // biome-ignore lint/correctness/noComponentHookFactories: the compiler calls it so; it is no component
    visitor: { Selector: (selector) => (finds(selector) ? selector : []) },
  });
  return code.toString();
}

/** A value that no rule reads any more may have been the last to read another. */
function withoutUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const unread = [...css.matchAll(/[{;](--[\w-]+):/g)].flatMap(([, name = '']) =>
    read.has(name) ? [] : name,
  );
  return unread.length === 0 ? css : withoutUnread(without(css, unread));
}

function without(css: string, unusedSymbols: string[]): string {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), minify: true, unusedSymbols });
  return code.toString();
}
