import { type Selector, transform } from 'lightningcss';
import { memo } from '../lib/memo.ts';

/** The style sheets of a page are linked one after the other. */
const SHEETS = /(?:<link rel="stylesheet" href="\/_astro\/[^"]+\.css">)+/g;
const ADDRESS = /\/_astro\/[^"]+/g;
const CLASS_IN_STYLES = /\.((?:[a-z_-]|\\.)(?:[\w-]|\\.)*)/gi;
/** Without structured data, which names no class. */
const CLASS_OR_SCRIPT =
  /\bclass="([^"]*)"|<script\b(?! type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g;
/** Whether a page loads a script file; those import each other. */
const SCRIPT_FILE = /\/_astro\/[^"]+\.js"/;
/** The classes that name the parts of a text, and that of a cover. */
const PARTS = /class="(?:article-cover|prose) [^"]*"/g;
const KEYFRAMES = /@keyframes ([\w-]+)/g;

/**
 * Puts the styles of a page into it, which saves a request, without rules for classes that no page of its kind uses. A class
 * is used if an element has it, or if a script that the page loads contains its name. Pages are of one kind if they link the
 * same style sheets and their texts have the same parts: they share one style and its hash. So all pages must be known before
 * the first gets its styles.
 */
export function stylesInPages(
  pages: Iterable<string>,
  sheets: ReadonlyMap<string, string>,
  scripts: string[],
): (html: string) => string {
  const used = new Map<string, Set<string>>();
  for (const html of pages) {
    const texts = [...html.matchAll(CLASS_OR_SCRIPT)].map(([, classes, script = '']) => classes ?? script);
    for (const [links] of html.matchAll(SHEETS)) {
      const kind = kindOf(links, html);
      const known = used.get(kind) ?? new Set();
      for (const text of SCRIPT_FILE.test(html) ? [...texts, ...scripts] : texts) known.add(text);
      used.set(kind, known);
    }
  }
  const stylesOf = memo((kind: string) => {
    const css = (kind.match(ADDRESS) ?? []).map((address) => sheets.get(address)).join('');
    return prune(css, namesIn(used.get(kind) ?? new Set()));
  });
  return (html) => html.replace(SHEETS, (links) => `<style>${stylesOf(kindOf(links, html))}</style>`);
}

const kindOf = (links: string, html: string) => [links, ...(html.match(PARTS) ?? [])].join('\n');

/** Every word that may be the name of a class. */
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

/** In rules with several selectors, keeps only those that can match. */
function selecting(css: string, unused: ReadonlySet<string>): string {
  const finds = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === 'class') return !unused.has(part.name);
      if (part.type !== 'pseudo-class' || (part.kind !== 'is' && part.kind !== 'has')) return true;
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

/** Removes custom properties that no rule reads and animations that none plays, until there is none left. */
function withoutUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const unread = [...css.matchAll(/[{;](--[\w-]+):/g)].flatMap(([, name = '']) =>
    read.has(name) ? [] : name,
  );
  const played = css.replace(KEYFRAMES, '');
  const unplayed = [...css.matchAll(KEYFRAMES)].flatMap(([, name = '']) =>
    new RegExp(`animation[^;}]*[ :,]${name}[ ;,}]`).test(played) ? [] : name,
  );
  const unused = [...unread, ...unplayed];
  return unused.length === 0 ? css : withoutUnread(without(css, unused));
}

function without(css: string, unusedSymbols: string[]): string {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), minify: true, unusedSymbols });
  return code.toString();
}
