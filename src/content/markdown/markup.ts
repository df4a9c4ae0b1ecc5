import { defineHastPlugin, type HastNode, type HastVisitorContext } from 'satteri';
import { breakableParts, HOLD } from '../../lib/no-break.ts';
import type { Page } from '../../schemas/pages.ts';

/** The site's own words within a text. */
export type MarkupWords = Pick<Page<'shared'>, 'newTab'> & Page<'shared'>['markup'];

/** Plugins that set a text as our pages show it. The words are read for each text, because they change in development. */
export const markup = (words: () => MarkupWords) => [quotations, () => elements(words()), unbrokenWords];

type Element = Extract<HastNode, { type: 'element' }>;
type Child = Element['children'][number];

/** The last paragraph of a quotation is its source if it begins with a dash. Runs first: it moves what others change. */
const quotations = defineHastPlugin({
  name: 'quotations',
  element: {
    filter: ['blockquote'],
    visit(quotation, context) {
      const at = quotation.children.findLastIndex(({ type }) => type === 'element');
      const source = quotation.children[at];
      const isInner = below(quotation, 'blockquote').length === 0;
      if (source?.type !== 'element' || source.tagName !== 'p' || !isInner) return;
      const [dash, ...others] = source.children;
      if (dash?.type !== 'text' || !DASH.test(dash.value)) return;
      const caption = make('figcaption', {}, [text(dash.value.replace(DASH, '')), ...others]);
      context.wrapNode(quotation, make('figure', { className: ['quotation'] }, [caption]));
      // With the line breaks around it.
      for (const node of quotation.children.slice(at - 1)) context.removeNode(node);
    },
  },
});
const DASH = /^[—–] ?/;

const elements = ({ newTab, code, notes, backToText }: MarkupWords) =>
  defineHastPlugin({
    name: 'elements',
    element: [
      on('a', (link, context) => {
        const { href, ariaLabel, dataFootnoteBackref } = link.properties;
        context.setProperty(link, 'dataFootnoteRef', null);
        if (dataFootnoteBackref !== undefined) {
          context.setProperty(link, 'dataFootnoteBackref', null);
          context.setProperty(link, 'className', null);
          context.setProperty(link, 'ariaLabel', `${backToText} ${ariaLabel}`);
        } else if (/^https?:/.test(String(href))) {
          context.setProperty(link, 'target', '_blank');
          context.setProperty(link, 'rel', ['noopener']);
          context.appendChild(link, make('span', { className: ['sr-only'] }, [text(` (${newTab})`)]));
        }
      }),
      on('table', (table, context) => {
        const names = below(table, 'th').map((cell) => context.textContent(cell).trim());
        if (!hasClass(table, 'ledger'))
          context.wrapNode(table, scrolling('table', names.filter(Boolean).join(', ')));
      }),
      on('th', align),
      on('td', align),
      on('pre', (block, context) => {
        context.setProperty(block, 'className', null);
        context.setProperty(block, 'dataLanguage', null);
        context.wrapNode(block, scrolling('code', code));
      }),
      // A picture with a paragraph to itself is a figure; its title is the caption below it.
      on('p', (paragraph, context) => {
        const [picture, ...others] = paragraph.children;
        if (picture?.type !== 'element' || picture.tagName !== 'img' || others.length > 0) return;
        const { title } = picture.properties;
        const caption = title ? [make('figcaption', {}, [text(String(title))])] : [];
        context.replaceNode(paragraph, make('figure', {}, [picture, ...caption]));
      }),
      // The check boxes of task lists become characters.
      on('input', (box, context) => context.replaceNode(box, text(box.properties.checked ? '☑' : '☐'))),
      on('ul', (list, context) => {
        if (hasClass(list, 'contains-task-list')) context.setProperty(list, 'className', ['tasks']);
      }),
      on('li', (item, context) => {
        if (hasClass(item, 'task-list-item')) context.setProperty(item, 'className', null);
      }),
      on('section', (section, context) => {
        const [heading] = section.children;
        if (section.properties.dataFootnotes === undefined || !heading) return;
        context.setProperty(section, 'dataFootnotes', null);
        context.setProperty(section, 'className', ['notes']);
        context.replaceNode(heading, make('h2', { id: 'footnote-label' }, [text(notes)]));
      }),
    ],
  });

/** Keeps words with a hyphen on one line. Runs last, because it splits texts. */
const unbrokenWords = defineHastPlugin({
  name: 'unbroken-words',
  text(node, context) {
    const parts = breakableParts(node.value);
    if (!parts.some(({ held }) => held)) return;
    context.replaceNode(
      node,
      parts.map((part) =>
        part.held ? make('span', { className: [HOLD] }, [text(part.text)]) : text(part.text),
      ),
    );
  },
});

const on = (tagName: string, set: (element: Readonly<Element>, context: HastVisitorContext) => void) => ({
  filter: [tagName],
  visit: set,
});

/** By a class: the Content-Security-Policy refuses the style attributes of Markdown. */
function align(cell: Readonly<Element>, context: HastVisitorContext): void {
  const [, side = ''] = /^text-align: ?(\w+);?$/.exec(String(cell.properties.style)) ?? [];
  context.setProperty(cell, 'style', null);
  if (sides[side]) context.setProperty(cell, 'className', [sides[side]]);
}
const sides: Record<string, string> = { right: 'to-right', center: 'to-centre' };

/** A named region that scrolls by itself, with the keyboard too. */
const scrolling = (kind: string, ariaLabel: string) =>
  make('section', { className: [kind], tabIndex: 0, ariaLabel }, []);

const text = (value: string): Child => ({ type: 'text', value });
const make = (tagName: string, properties: Element['properties'], children: Child[]): Element => ({
  type: 'element',
  ...{ tagName, properties, children },
});

const hasClass = ({ properties: { className } }: Readonly<Element>, name: string) =>
  Array.isArray(className) && className.includes(name);

const below = ({ children }: Readonly<Element>, tagName: string): Element[] =>
  children.flatMap((child) =>
    child.type === 'element' ? [...(child.tagName === tagName ? [child] : []), ...below(child, tagName)] : [],
  );
