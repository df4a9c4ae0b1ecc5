import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { markdownToMdast } from 'satteri';
import type { Site } from '../config/site-schema.ts';
import { features } from '../content/markdown/outline.ts';
import { type Memory, remembered } from '../content/memory.ts';
import { sitePages } from '../content/site-pages.ts';
import { fillIn, type Vocabulary, vocabularyOf } from '../content/vocabulary.ts';
import { articlePath, legalPaths, routes } from '../routes.ts';
import { fieldName } from '../schemas/explain.ts';
import { partsOf } from './apply.ts';
import { allFiles, filesIn } from './disk.ts';
import { fieldsFor } from './fields.ts';
import { type Asked, type Match, plain, type Shown, type Value } from './protocol.ts';
import { leavesOf, valueAt } from './yaml-text.ts';

/** What visitors never read: names of things, addresses, and what only the tab or a search engine shows. */
const UNSEEN = /^(head|id|icon|color|study|practice|status|from|to|portrait|cover|drawn|linkedInUrl|basis)$/;
const SHARED = 'content/pages/shared.yaml';
/** Shorter words stand in any text. */
const LEAST_LENGTH = 3;

/** A value with the words that a visitor reads. */
type Found = Pick<Shown, 'file' | 'path' | 'name' | 'written' | 'start'> & { said?: string };

/** Finds for the words of a page the values that say them. Each file is read again only when it has changed. */
export function valuesIn(root: string, site: Site) {
  const kept = new Map<string, { stamp: string; value: Value; values: Found[] }>();
  const spoken: Memory = new Map();

  const textOf = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
  const read = (file: string) => {
    const { mtimeMs, size, ino } = statSync(join(root, file));
    const stamp = `${mtimeMs} ${size} ${ino}`;
    const before = kept.get(file);
    if (before?.stamp === stamp) return before;
    const value = valueAt(partsOf(file, textOf(file)).front, []) ?? null;
    const values: Found[] = leavesOf(value)
      .filter(({ path }) => !path.some((key) => UNSEEN.test(String(key))))
      .map((leaf) => ({ file, ...leaf, name: fieldName(leaf.path, value) }));
    const now = { stamp, value, values };
    kept.set(file, now);
    return now;
  };

  const words = (): Vocabulary => {
    const claims = (read('content/claims.yaml').value ?? []) as { id: string; wording: string }[];
    const counts = {
      people: filesIn(root, 'content/people').length,
      services: filesIn(root, 'content/services').length,
      studies: filesIn(root, 'content/case-studies').length,
    };
    return vocabularyOf(site, claims, counts);
  };

  const fields = () => {
    const claims = (read('content/claims.yaml').value ?? []) as { id: string }[];
    const blog = read('content/pages/blog.yaml').value as { categories: string[] };
    return fieldsFor(
      claims.map(({ id }) => id),
      blog.categories,
    );
  };

  /** As a visitor reads it. */
  const saying = () => {
    const vocabulary = words();
    const key = JSON.stringify([...vocabulary]);
    return (text: string) => remembered(spoken, text, key, () => plain(fillIn(text, vocabulary, () => {})));
  };

  function match({ path, texts }: Asked): Match[] {
    const said = saying();
    const { fieldAt } = fields();
    const own = ownFileOf(path);
    const values: Found[] = [
      ...allFiles(root).flatMap((file) => read(file).values),
      ...(own.endsWith('.md') && existsSync(join(root, own)) ? blocksOf(own, textOf(own)) : []),
    ];
    const bySaying = Map.groupBy(values, (value) => said(value.said ?? value.written));
    const shown = ({ said: _, ...found }: Found): Shown => ({
      ...found,
      ...(found.start === undefined
        ? fieldAt(found.file, found.path)
        : { description: 'Markdown: **bold**, *italic*, [a link](/faq)', isTyped: true }),
      tokens: Object.fromEntries(
        [...found.written.matchAll(/\{[\w.-]+\}/g)].map(([token]) => [token, said(token)]),
      ),
    });
    return texts.map(({ text, isFrame }) => {
      const rank = ranking(own, path, isFrame);
      const exact = (bySaying.get(text) ?? []).toSorted((a, b) => rank(a.file) - rank(b.file));
      const [first, second] = exact;
      return {
        exact: exact.map(shown),
        isSure: first !== undefined && (second === undefined || rank(first.file) < rank(second.file)),
        madeOf: first ? [] : sources(text, values, said, rank).map(shown),
      };
    });
  }
  return { match, read, fields, saying, textOf };
}

/** Of words that no value says alone: a template of theirs, or the values that they hold. */
function sources(
  text: string,
  values: Found[],
  said: (written: string) => string,
  rank: (file: string) => number,
): Found[] {
  const isTemplate = ({ written }: Found) =>
    /\{\w+\}/.test(written) &&
    new RegExp(
      `^${said(written)
        .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replace(/\{\w+\}/g, '.+')}$`,
    ).test(text);
  const templates = values.filter(isTemplate);
  if (templates.length > 0) return templates.slice(0, 3);
  return values
    .filter(
      ({ written, file }) => written.length >= LEAST_LENGTH && rank(file) < 3 && text.includes(said(written)),
    )
    .toSorted((a, b) => rank(a.file) - rank(b.file) || b.written.length - a.written.length)
    .slice(0, 3);
}

/** The file whose words the page is there for. */
export function ownFileOf(path: string): string {
  const page = Object.entries(sitePages).find(([, { path: other }]) => other === path)?.[0];
  if (page) return `content/pages/${page}.yaml`;
  if (legalPaths.some((other) => other === path)) return `content/legal${path}.md`;
  if (path.startsWith(articlePath('')) && !/^\/blog\/(page|category)\//.test(path))
    return `content/posts${path.slice(routes.blog.length)}.md`;
  return path.startsWith(routes.blog) ? 'content/pages/blog.yaml' : 'content/pages/not-found.yaml';
}

/** The page's own file first, then what the page is made of; header and footer are of the file that all pages share. */
function ranking(own: string, path: string, isFrame: boolean): (file: string) => number {
  const madeOf = Object.values(sitePages).find((page) => page.path === path)?.madeOf ?? [
    'content/pages/blog.yaml',
    'content/people',
  ];
  const order = isFrame ? [SHARED, ...madeOf] : [own, ...madeOf];
  return (file) => {
    if (file === order[0]) return 0;
    if (order.some((place) => file === place || file.startsWith(`${place}/`))) return 1;
    return file === SHARED ? 2 : 3;
  };
}

/** As much of a node of Markdown's tree as is looked at here. */
interface Node {
  type: string;
  position?: { start: { offset: number }; end: { offset: number } };
  children?: Node[];
  value?: string;
}

const BLOCKS = /^(paragraph|heading|tableCell|descriptionTerm)$/;

/** Each paragraph, heading and cell of a text, as it is written. */
export function blocksOf(file: string, text: string): Found[] {
  const { body } = partsOf(file, text);
  const found: Found[] = [];
  const walk = (node: Node): void => {
    const [first, last] = [node.children?.[0]?.position, node.children?.at(-1)?.position];
    if (BLOCKS.test(node.type) && first && last) {
      const start = body + first.start.offset;
      const written = text.slice(start, body + last.end.offset);
      found.push({ file, path: [], start, written, name: node.type, said: sayOf(node) });
    } else node.children?.forEach(walk);
  };
  walk(markdownToMdast(text.slice(body), { features }) as Node);
  return found;
}

const sayOf = (node: Node): string => node.value ?? node.children?.map(sayOf).join('') ?? '';
