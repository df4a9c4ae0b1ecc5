import { type Asked, editPaths, type Match, plain } from '../protocol.ts';
import { ask } from './ask.ts';

/** What stands among the words and is no part of them. */
const NO_WORDS =
  '.sr-only, svg, script, style, template, noscript, sup, mark, [data-editor], astro-dev-toolbar';
const LONGEST = 3000;

const marks = new WeakMap<Element, { match: Match; words: string }>();
/** What is known of the words of an element, unless they are others by now. */
export function matchOf(element: Element): Match | undefined {
  const known = marks.get(element);
  return known?.words === plain(wordsOf(element)) ? known.match : undefined;
}
export const markedAt = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null) ?? undefined;

/** In the order of the page, as far as they can be seen. */
export const allMarked = () =>
  [...document.querySelectorAll<HTMLElement>('[data-edit="value"]')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );

/** What stands in a line of its own is no part of the words before it. */
export const isInLine = (element: Element) => /^(inline|contents)/.test(getComputedStyle(element).display);
const isSaid = (node: Node) => node instanceof Text && node.data.trim() !== '';

/** The words of an element as a visitor reads them. */
function wordsOf(element: Element): string {
  let words = '';
  const hasOwn = [...element.childNodes].some(isSaid);
  for (const node of element.childNodes) {
    if (node instanceof Text) words += node.data;
    else if (node instanceof HTMLBRElement) words += ' ';
    else if (node instanceof Element && !node.matches(NO_WORDS) && (!hasOwn || isInLine(node)))
      words += wordsOf(node);
  }
  return words;
}

/** Of the last question: an answer to an earlier one knows less than the page. */
let asked = 0;

/** Asks which value says what, for every word on the page, and marks the elements that show one. */
export async function markAll(): Promise<void> {
  asked += 1;
  const question = asked;
  const elements = candidates();
  const texts: Asked['texts'] = elements.map((element) => ({
    text: plain(wordsOf(element)),
    isFrame: element.closest('body > header, body > footer, .site-header, .site-footer') !== null,
  }));
  const matches = await ask<Match[]>(editPaths.match, { path: location.pathname, texts });
  if (question !== asked) return;
  const answered = new Map(elements.map((element, i) => [element, matches[i] as Match]));
  const chosen = new Map<Element, 'value' | 'made'>();
  const isWithin = (element: Element | null): boolean =>
    element !== null && (chosen.has(element) || isWithin(element.parentElement));
  const exact = elements.filter((element) => (answered.get(element)?.exact.length ?? 0) > 0);
  for (const element of exact) {
    const words = plain(wordsOf(element));
    const isInner = (one: Element) =>
      one !== element && element.contains(one) && plain(wordsOf(one)) === words;
    if (!exact.some(isInner) && !isWithin(element.parentElement)) chosen.set(element, 'value');
  }
  for (const element of elements) {
    const isOwn = [...element.childNodes].some(isSaid);
    const holds = [...chosen.keys()].some((other) => element.contains(other));
    if (isOwn && !holds && !isWithin(element)) chosen.set(element, 'made');
  }
  // What stays marked keeps the focus.
  for (const old of document.querySelectorAll('[data-edit]')) if (!chosen.has(old)) unmark(old);
  for (const [element, kind] of chosen) mark(element, answered.get(element) as Match, kind);
}

function mark(element: Element, match: Match, kind: 'value' | 'made'): void {
  marks.set(element, { match, words: plain(wordsOf(element)) });
  element.setAttribute('data-edit', kind);
  // Within a button, the button has the focus; what is hidden from a screen reader has none.
  const focused = element.closest('button, summary, [aria-hidden="true"]');
  if (!focused && !element.matches('a[href]') && !element.hasAttribute('tabindex'))
    element.setAttribute('tabindex', '0');
}

function unmark(element: Element): void {
  element.removeAttribute('data-edit');
  if (element.getAttribute('tabindex') === '0') element.removeAttribute('tabindex');
}

/** Every element with words of its own, and what stands around it in the same line or says the same. */
function candidates(): Element[] {
  const found = new Set<Element>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.nodeValue?.trim() || parent.closest(NO_WORDS)) continue;
    if (!parent.closest('summary') && !parent.checkVisibility({ visibilityProperty: true })) continue;
    let element: Element | null = parent;
    while (element && element !== document.body && wordsOf(element).length <= LONGEST) {
      found.add(element);
      if (!getComputedStyle(element).display.startsWith('inline')) break;
      element = element.parentElement;
    }
  }
  return [...found].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}
