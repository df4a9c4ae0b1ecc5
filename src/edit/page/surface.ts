import { plain, type Shown } from '../protocol.ts';
import { h } from './h.ts';
import { isInLine } from './marks.ts';

export interface Surface {
  element: HTMLElement;
  /** As it is to be written, with its tokens. */
  written(): string;
  /** As a visitor reads it. */
  said(): string;
  /** Takes the surface away; with words, these are what the element says from now on. */
  close(words?: string): void;
}

/** Puts what is written into the place of what is read: plain text, in which tokens are one piece each. */
export function openSurface(target: HTMLElement, shown: Shown, label: string): Surface {
  const kept = [...target.childNodes];
  const element = h('span', {
    className: 'edit-surface',
    role: 'textbox',
    'aria-label': label,
    'aria-multiline': 'false',
    'aria-describedby': 'edit-hint',
    contentEditable: 'plaintext-only',
    spellcheck: true,
  });
  element.append(...partsOf(shown));
  // Within a link or a question, no key of the text is a key of theirs.
  element.addEventListener('keyup', (event) => event.key === ' ' && event.preventDefault());
  target.closest('a')?.setAttribute('draggable', 'false');
  target.replaceChildren(element);
  element.focus({ preventScroll: true });
  getSelection()?.selectAllChildren(element);
  getSelection()?.collapseToEnd();
  return {
    element,
    written: () => textOf(element, (chip) => chip.dataset.token ?? ''),
    said: () => plain(textOf(element, (chip) => chip.textContent ?? '')),
    close(words) {
      target.replaceChildren(...kept);
      if (words !== undefined) say(target, words);
    },
  };
}

/** Says other words in an element: pictures and what only a screen reader hears stay. */
export function say(target: Element, words: string): void {
  const spoken = [...target.childNodes].filter(
    (node) => !(node instanceof Element && (node.matches('svg, .sr-only, sup, mark') || !isInLine(node))),
  );
  const [first, ...others] = spoken;
  if (first instanceof Text) first.data = words;
  else if (first) first.replaceWith(words);
  else target.prepend(words);
  for (const node of others) if (!(node instanceof Text) || node.data.trim() !== '') node.remove();
}

function partsOf({ written, tokens, start }: Shown): (Node | string)[] {
  // A paragraph of Markdown may stand on several lines; to who reads it, it is one.
  const text = start === undefined ? written : written.replace(/\s*\n[>\s]*/g, ' ');
  return text
    .split(/(\{[\w.-]+\})/)
    .map((part) =>
      part in tokens
        ? h(
            'span',
            { className: 'edit-chip', contentEditable: 'false', title: part, 'data-token': part },
            tokens[part] || part,
          )
        : part,
    );
}

function textOf(element: Element, ofChip: (chip: HTMLElement) => string): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof HTMLElement && node.dataset.token) text += ofChip(node);
    else if (node instanceof Element) text += ` ${textOf(node, ofChip)}`;
  }
  return text.replace(/\s+/g, ' ').trim();
}
