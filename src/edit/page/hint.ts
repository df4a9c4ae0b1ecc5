import { editPaths, type Match, type Shown } from '../protocol.ts';
import { ask } from './ask.ts';
import { h } from './h.ts';
import type { Surface } from './surface.ts';

/** What is said of the words under the pointer or the focus, beside them. */
export function createHint() {
  const about = h('p', {});
  const counted = h('p', { className: 'edit-count' });
  const used = h('p', {});
  const error = h('p', { className: 'edit-error', role: 'alert' });
  const element = h(
    'div',
    { id: 'edit-hint', className: 'edit-hint', hidden: true },
    about,
    counted,
    used,
    error,
  );

  function place(target: Element): void {
    element.hidden = false;
    const { left, bottom, top } = target.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const isBelow = bottom + height + 16 < innerHeight;
    element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    element.style.top = `${isBelow ? bottom + 8 : Math.max(8, top - height - 8)}px`;
  }

  function fill(words: string, file = ''): void {
    about.replaceChildren(words, file && h('small', {}, ` ${file}`));
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
    forEditing(target: Element, shown: Shown, surface: Surface): void {
      fill(shown.description, shown.file);
      const count = () => {
        const { length } = surface.said();
        counted.textContent = shown.most ? `${length} of ${shown.most}` : `${length}`;
        counted.classList.toggle(
          'edit-wrong',
          length > (shown.most ?? length) || length < (shown.least ?? 0),
        );
      };
      count();
      surface.element.addEventListener('input', count);
      place(target);
      new ResizeObserver(() => surface.element.isConnected && place(surface.element)).observe(
        surface.element,
      );
      ask<{ pages: number; of: number }>(editPaths.used, { text: surface.said() }).then(
        ({ pages, of }) => {
          if (pages > 1) used.textContent = pages === of ? 'Used on every page.' : `Used on ${pages} pages.`;
        },
        () => {},
      );
    },
  };
}
