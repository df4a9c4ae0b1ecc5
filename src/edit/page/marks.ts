import { type Asked, editPaths, type Match, plain } from '../protocol.ts';
import { ask } from './ask.ts';

/** What stands among the words and is no part of them. */
const NO_WORDS =
  '.sr-only, svg, script, style, template, noscript, sup, mark, [data-editor], astro-dev-toolbar';
const LONGEST = 3000;

const marks = new WeakMap<Element, Match>();
/** What is known of the words of an element; of an element within it as well. */
export const matchOf = (element: Element) => marks.get(element);
export const markedAt = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null) ?? undefined;

/** In the order of the page, as far as they can be seen. */
export const allMarked = () =>
  [...document.querySelectorAll<HTMLElement>('[data-edit="value"]')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );

/** The words of an element as a visitor reads them. */
function wordsOf(element: Element): string {
  let words = '';
  for (const node of element.childNodes) {
    if (node instanceof Text) words += node.data;
    else if (node instanceof HTMLBRElement) words += ' ';
    else if (node instanceof Element && !node.matches(NO_WORDS)) words += wordsOf(node);
  }
  return words;
}

/** Asks which value says what, for every word on the page, and marks the elements that show one. */
export async function markAll(): Promise<void> {
  const elements = candidates();
  const texts: Asked['texts'] = elements.map((element) => ({
    text: plain(wordsOf(element)),
    isFrame: element.closest('body > header, body > footer, .site-header, .site-footer') !== null,
  }));
  const matches = await ask<Match[]>(editPaths.match, { path: location.pathname, texts });
  for (const old of document.querySelectorAll('[data-edit]')) unmark(old);
  const found = new Map(elements.map((element, i) => [element, matches[i] as Match]));
  const exact = elements.filter((element) => (found.get(element)?.exact.length ?? 0) > 0);
  for (const element of exact) {
    const words = plain(wordsOf(element));
    const inner = exact.find(
      (one) => one !== element && element.contains(one) && plain(wordsOf(one)) === words,
    );
    if (!inner && !markedAt(element.parentElement)) mark(element, found.get(element) as Match, 'value');
  }
  for (const element of elements) {
    const isOwn = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    if (!isOwn || markedAt(element) || element.querySelector('[data-edit]')) continue;
    mark(element, found.get(element) as Match, 'made');
  }
}

function mark(element: Element, match: Match, kind: 'value' | 'made'): void {
  marks.set(element, match);
  element.setAttribute('data-edit', kind);
  // Within a button, the button has the focus.
  const focused = element.closest('button, summary');
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
