import Slugger from 'github-slugger';
import { type Features, markdownToMdast } from 'satteri';
import { UNFINISHED } from '../plain-text.ts';
import { judgeHtml } from './allowed-html.ts';
import { isLedger, mistakesInLedger } from './ledger.ts';

/** The extensions of Markdown that texts may use. markup.ts sets the words of footnotes. */
export const features = {
  definitionList: true,
  gfm: { footnotes: { clobberPrefix: '', backLabel: '{reference}' } },
  // HTML that an author wrote becomes elements, which plugins can change.
  rawHtml: true,
} satisfies Features;

interface Place {
  line: number;
}

/** Links, pictures, headings and mistakes of a text, each with its line. */
export interface Outline {
  links: (Place & { url: string })[];
  pictures: (Place & { url: string; alt: string })[];
  headings: (Place & { depth: number; text: string })[];
  /** What no text may hold. */
  refused: (Place & { found: string; wanted: string })[];
  /** Placeholders for text to be written later; a draft may contain them. */
  unfinished: (Place & { found: string })[];
  /** Mistakes in its ledgers, as sentences that begin with the line. */
  ledgers: string[];
  /** The ids of its headings, which a link may name. */
  anchors: string[];
}

export function outlineOf(markdown: string, firstLine = 1): Outline {
  const outline: Outline = {
    links: [],
    pictures: [],
    headings: [],
    refused: [],
    unfinished: [],
    ledgers: [],
    anchors: [],
  };
  const slugger = new Slugger();
  const open: (Place & { name: string })[] = [];
  const notes: (Place & { name: string })[] = [];
  const noted = new Set<string>();
  const walk = (node: Node): void => {
    const place = { line: firstLine + (node.position?.start.line ?? 1) - 1 };
    if (node.type === 'link' || node.type === 'definition')
      outline.links.push({ url: node.url ?? '', ...place });
    if (node.type === 'image')
      outline.pictures.push({ url: node.url ?? '', alt: node.alt?.trim() ?? '', ...place });
    if (node.type === 'imageReference')
      outline.refused.push({
        found: `the picture ‘${node.alt}’ is named by a reference`,
        wanted: `![${node.alt}](its file)`,
        ...place,
      });
    if (node.type === 'html') {
      const { value: html = '' } = node;
      const { refused, links, tags } = judgeHtml(html);
      const lineOf = (at: number) => place.line + html.slice(0, at).split('\n').length - 1;
      for (const { at, found, wanted } of refused)
        outline.refused.push({ found: `HTML holds ‘${found}’`, wanted, line: lineOf(at) });
      for (const { at, url } of links) outline.links.push({ url, line: lineOf(at) });
      for (const { at, name, closes } of tags) {
        if (!closes) open.push({ name, line: lineOf(at) });
        else if (open.at(-1)?.name === name) open.pop();
        else
          outline.refused.push({
            found: `</${name}> closes nothing`,
            wanted: `<${name}> before it, or neither`,
            line: lineOf(at),
          });
      }
    }
    if (node.type === 'footnoteReference') noted.add(node.identifier ?? '');
    if (node.type === 'footnoteDefinition') notes.push({ name: node.identifier ?? '', ...place });
    if (node.type === 'code' && isLedger(node)) {
      const { meta, value = '' } = node;
      const isClosed = !isUnclosed(node, markdown);
      outline.ledgers.push(...mistakesInLedger({ meta, value }, place.line, isClosed));
    }
    if (node.type === 'code' && isUnclosed(node, markdown))
      outline.refused.push({
        found: 'the code that begins here has no end, so the rest of the text is code',
        wanted: 'a line of ``` below its last line',
        ...place,
      });
    if (node.type === 'text') {
      const { value = '' } = node;
      const lineOf = (at: number) => place.line + value.slice(0, at).split('\n').length - 1;
      for (const { 0: found, index } of value.matchAll(/\[\^[^\]\s]+\]/g))
        outline.refused.push({
          found: `the note ${found} has no text`,
          wanted: `a line that begins with ${found}: below the text`,
          line: lineOf(index),
        });
      const unfinished = UNFINISHED.exec(value);
      if (unfinished) outline.unfinished.push({ found: unfinished[0], line: lineOf(unfinished.index) });
    }
    if (node.type === 'heading') {
      const text = textOf(node);
      outline.headings.push({ depth: node.depth ?? 0, text, ...place });
      outline.anchors.push(slugger.slug(text));
    }
    node.children?.forEach(walk);
  };
  walk(markdownToMdast(markdown, { features }) as Node);
  for (const { name, line } of open)
    outline.refused.push({ found: `<${name}> is never closed`, wanted: `</${name}> where it ends`, line });
  for (const { name, line } of notes)
    if (!noted.has(name))
      outline.refused.push({
        found: `nothing in the text refers to the note [^${name}]`,
        wanted: `[^${name}] where it belongs`,
        line,
      });
  return outline;
}

/** Whether a fenced block of code has no closing fence. */
function isUnclosed({ position }: Node, markdown: string): boolean {
  if (!position) return false;
  const lines = markdown.slice(position.start.offset, position.end.offset).trimEnd().split('\n');
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1];
  return fence !== undefined && (lines.length === 1 || !lines.at(-1)?.trimEnd().endsWith(fence));
}

/** The ranges of code in a text. A ledger is written like code, but is none. */
export function codeIn(markdown: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const walk = (node: Node): void => {
    const isCode = node.type === 'inlineCode' || (node.type === 'code' && !isLedger(node));
    if (isCode && node.position)
      found.push({ start: node.position.start.offset, end: node.position.end.offset });
    node.children?.forEach(walk);
  };
  walk(markdownToMdast(markdown, { features }) as Node);
  return found;
}

/** The parts of a syntax node that are used here. */
interface Node {
  type: string;
  position?: { start: { line: number; offset: number }; end: { offset: number } };
  children?: Node[];
  value?: string;
  url?: string;
  alt?: string;
  identifier?: string;
  depth?: number;
  lang?: string | null;
  meta?: string | null;
}

const textOf = (node: Node): string => node.value ?? node.children?.map(textOf).join('') ?? '';
