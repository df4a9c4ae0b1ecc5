import Slugger from 'github-slugger';
import { type Features, markdownToMdast } from 'satteri';
import { judgeHtml } from './allowed-html.ts';

/** What Markdown may hold beside the usual. The words of footnotes are set where the site's words are known. */
export const features = {
  definitionList: true,
  gfm: { footnotes: { clobberPrefix: '', backLabel: '{reference}' } },
} satisfies Features;

interface Place {
  line: number;
}

/** What a text refers to and is made of, each with its line. */
export interface Outline {
  links: (Place & { url: string })[];
  pictures: (Place & { url: string; alt: string })[];
  headings: (Place & { depth: number; text: string })[];
  /** What no text may hold. */
  refused: (Place & { found: string; wanted: string })[];
  /** The ids of its headings, which a link may name. */
  anchors: string[];
}

export function outlineOf(markdown: string, firstLine = 1): Outline {
  const outline: Outline = { links: [], pictures: [], headings: [], refused: [], anchors: [] };
  const slugger = new Slugger();
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
      const { refused, links } = judgeHtml(html);
      const lineOf = (at: number) => place.line + html.slice(0, at).split('\n').length - 1;
      for (const { at, found, wanted } of refused)
        outline.refused.push({ found: `HTML holds ‘${found}’`, wanted, line: lineOf(at) });
      for (const { at, url } of links) outline.links.push({ url, line: lineOf(at) });
    }
    if (node.type === 'heading') {
      const text = textOf(node);
      outline.headings.push({ depth: node.depth ?? 0, text, ...place });
      outline.anchors.push(slugger.slug(text));
    }
    node.children?.forEach(walk);
  };
  walk(markdownToMdast(markdown, { features }) as Node);
  return outline;
}

/** From where to where code stands in a text. A ledger is only written like it. */
export function codeIn(markdown: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const walk = (node: Node): void => {
    const isCode = node.type === 'inlineCode' || (node.type === 'code' && node.lang !== 'ledger');
    if (isCode && node.position)
      found.push({ start: node.position.start.offset, end: node.position.end.offset });
    node.children?.forEach(walk);
  };
  walk(markdownToMdast(markdown, { features }) as Node);
  return found;
}

/** As much of a node of the tree as is looked at here. */
interface Node {
  type: string;
  position?: { start: { line: number; offset: number }; end: { offset: number } };
  children?: Node[];
  value?: string;
  url?: string;
  alt?: string;
  depth?: number;
  lang?: string | null;
}

const textOf = (node: Node): string => node.value ?? node.children?.map(textOf).join('') ?? '';
