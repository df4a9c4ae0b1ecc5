import type { Changed, History } from '../protocol.ts';
import { h } from './h.ts';
import { askInDialog } from './say.ts';

interface Options {
  turn(how: 'undo' | 'redo' | 'back', id?: number): Promise<History | undefined>;
  /** Whether words are edited from now on; otherwise links and buttons do what they do for a visitor. */
  toggleEditing(): boolean;
  togglePanel(): void;
}

/** The editor's own row of buttons. */
export function createBar({ turn, toggleEditing, togglePanel }: Options) {
  let history: History = { changes: [], canUndo: false, canRedo: false };
  const button = (words: string, onclick: () => void, more = {}) =>
    h('button', { type: 'button', className: 'edit-bar-button', onclick, ...more }, words);
  const mode = button('Editing', () => mode.setAttribute('aria-pressed', String(toggleEditing())), {
    'aria-pressed': 'true',
  });
  const undo = button('Undo', () => turn('undo'));
  const redo = button('Redo', () => turn('redo'));
  const changes = button('What changed', list);
  const element = h(
    'div',
    { className: 'edit-bar', role: 'toolbar', 'aria-label': 'Editor' },
    mode,
    button('Fields', togglePanel),
    changes,
    undo,
    redo,
  );

  function list(): void {
    askInDialog<number>('What changed', (close) => {
      const rows = history.changes.toReversed().map((changed) => row(changed, close));
      return [rows.length > 0 ? h('ul', { className: 'edit-changes' }, ...rows) : h('p', {}, 'Nothing yet.')];
    }).then((id) => (id === undefined ? undefined : turn('back', id)));
  }

  const row = ({ id, words, from, to, isUndone }: Changed, close: (id: number) => void) =>
    h(
      'li',
      {},
      h(
        'div',
        {},
        h('p', {}, words),
        from !== undefined && h('del', {}, from),
        to !== undefined && h('ins', {}, to),
      ),
      isUndone
        ? h('span', { className: 'edit-hint-text' }, 'Put back')
        : h(
            'button',
            { type: 'button', className: 'btn btn-secondary', onclick: () => close(id) },
            'Put back',
          ),
    );

  return {
    element,
    show(now: History): void {
      history = now;
      undo.disabled = !now.canUndo;
      redo.disabled = !now.canRedo;
      const count = now.changes.filter(({ isUndone }) => !isUndone).length;
      changes.textContent = count > 0 ? `What changed (${count})` : 'What changed';
    },
  };
}
