import type { Changed, History } from '../protocol.ts';
import { button, h, pill } from './h.ts';
import { askInDialog } from './say.ts';

interface Options {
  turn(how: 'undo' | 'redo' | 'back', id?: number): void;
  /** Whether words are edited from now on; otherwise links and buttons do what they do for a visitor. */
  toggleEditing(): boolean;
  togglePanel(): void;
}

/** The editor's own row of buttons. */
export function createBar({ turn, toggleEditing, togglePanel }: Options) {
  let history: History = { changes: [], canUndo: false, canRedo: false };
  const act = (words: string, onclick: () => void) =>
    button(words, onclick, { className: 'edit-bar-button' });
  const mode = act('Editing', () => mode.setAttribute('aria-pressed', String(toggleEditing())));
  mode.setAttribute('aria-pressed', 'true');
  const undo = act('Undo', () => turn('undo'));
  const redo = act('Redo', () => turn('redo'));
  const changes = act('What changed', list);
  const element = h(
    'div',
    { className: 'edit-bar', role: 'toolbar', 'aria-label': 'Editor' },
    ...[mode, act('Fields', togglePanel), changes, undo, redo],
  );

  async function list(): Promise<void> {
    const id = await askInDialog<number>('What changed', (close) => {
      const rows = history.changes.toReversed().map((changed) => row(changed, close));
      return [rows.length > 0 ? h('ul', { className: 'edit-changes' }, ...rows) : h('p', {}, 'Nothing yet.')];
    });
    if (id !== undefined) turn('back', id);
  }

  const row = ({ id, words, from, to, isUndone }: Changed, close: (id: number) => void) =>
    h(
      'li',
      {},
      h('div', {}, h('p', {}, words), from && h('del', {}, from), to && h('ins', {}, to)),
      isUndone ? h('span', { className: 'edit-hint-text' }, 'Put back') : pill('Put back', () => close(id)),
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
