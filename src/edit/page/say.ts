import { h, pill } from './h.ts';

const status = h('p', { className: 'edit-status', role: 'status', hidden: true });
/** Long enough to be read. */
const SHOWN_MS = 4000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** What became of a change; it goes away by itself, unless something is wrong. */
export function tell(words: string, isWrong = false): void {
  if (!status.isConnected) document.querySelector('#editor > section, #editor')?.append(status);
  status.textContent = words;
  status.hidden = false;
  status.classList.toggle('edit-wrong', isWrong);
  clearTimeout(timer);
  if (!isWrong) timer = setTimeout(() => status.toggleAttribute('hidden', true), SHOWN_MS);
}

export const sentenceFor = (error: unknown) => (error instanceof Error ? error.message : String(error));
export const tellWrong = (error: unknown) => tell(sentenceFor(error), true);

/** A dialog over the page; it answers with what was pressed, or nothing after Escape. */
export function askInDialog<Answer>(
  heading: string,
  content: (close: (answer: Answer) => void) => (Node | string)[],
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const done = (answer?: Answer) => {
      dialog.close();
      dialog.remove();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      resolve(answer);
    };
    const dialog = h(
      'dialog',
      { className: 'edit-dialog', 'aria-labelledby': 'edit-dialog-heading', 'data-editor': '' },
      h('h2', { id: 'edit-dialog-heading', className: 'display text-h3' }, heading),
      ...content(done),
      h(
        'div',
        { className: 'edit-dialog-foot' },
        pill('Close', () => done()),
      ),
    );
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      done();
    });
    document.getElementById('editor')?.append(dialog);
    dialog.showModal();
  });
}

/** Nobody's words are lost: both are shown, and one is chosen. */
export const chooseOne = (theirs: string, mine: string) =>
  askInDialog<'mine' | 'theirs'>('Somebody else changed this meanwhile', (close) => {
    const side = (heading: string, words: string, choice: HTMLElement) =>
      h('section', {}, h('h3', {}, heading), h('p', { className: 'edit-side' }, words), choice);
    return [
      h(
        'div',
        { className: 'edit-both' },
        side(
          'In the file',
          theirs,
          pill('Keep what is in the file', () => close('theirs')),
        ),
        side(
          'Yours',
          mine,
          pill('Use yours', () => close('mine'), 'primary'),
        ),
      ),
    ];
  });
