import { editPaths, type Match, type Shown } from '../protocol.ts';
import { ask } from './ask.ts';
import { errorBeside, h } from './h.ts';
import type { Surface } from './surface.ts';

/** From the words to what is said of them: their frame is between. */
const GAP = 14;

/** What is said of the words under the pointer or the focus, beside them. */
export function createHint() {
  const about = h('p');
  const counted = h('span', { className: 'edit-count' });
  const used = h('span');
  const file = h('span');
  const error = errorBeside();
  const facts = h('p', { className: 'edit-facts' }, counted, used, file);
  const element = h('div', { id: 'edit-hint', className: 'edit-hint', hidden: true }, about, facts, error);

  function place(target: Element): void {
    element.hidden = false;
    const { left, bottom, top } = target.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const isBelow = bottom + height + 2 * GAP < innerHeight;
    element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    element.style.top = `${isBelow ? bottom + GAP : Math.max(8, top - height - GAP)}px`;
  }

  function fill(words: string, from = ''): void {
    about.textContent = words;
    file.textContent = from;
    for (const part of [counted, used, error]) part.textContent = '';
  }

  return {
    element,
    hide() {
      element.hidden = true;
    },
    wrong(sentence: string): void {
      error.textContent = sentence;
    },
    forMark(target: Element, match: Match | undefined): void {
      const [first] = match?.exact ?? [];
      if (first && match?.isSure) fill(first.description, first.file);
      else if (first) fill('These words stand in several places: press to choose one.');
      else if (match?.madeOf.length)
        fill(`Made of: ${match.madeOf.map(({ name, file }) => `${name} (${file})`).join(', ')}`);
      else fill('The site makes these words itself.');
      place(target);
    },
    forEditing(target: Element, { description, file, least = 0, most }: Shown, surface: Surface): void {
      fill(description, file);
      const count = () => {
        const { length } = surface.said();
        counted.textContent = most === undefined ? `${length}` : `${length} of ${most}`;
        counted.classList.toggle('edit-wrong', length > (most ?? length) || length < least);
      };
      count();
      surface.element.addEventListener('input', count);
      place(target);
      new ResizeObserver(() => surface.element.isConnected && place(surface.element)).observe(
        surface.element,
      );
      ask<{ pages: number; of: number }>(editPaths.used, { text: surface.said() }).then(
        ({ pages, of }) => {
          if (pages > 1) used.textContent = pages === of ? 'used on every page' : `used on ${pages} pages`;
        },
        () => {},
      );
    },
  };
}
