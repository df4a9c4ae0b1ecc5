import { h } from './h.ts';

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
    const title = h('h2', { id: 'edit-dialog-heading', className: 'display text-h3' }, heading);
    const dialog = h('dialog', { className: 'edit-dialog', 'aria-labelledby': title.id, 'data-editor': '' });
    const leave = h(
      'button',
      { type: 'button', className: 'btn btn-secondary', onclick: () => done() },
      'Close',
    );
    dialog.append(title, ...content(done), h('div', { className: 'edit-dialog-foot' }, leave));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      done();
    });
    document.getElementById('editor')?.append(dialog);
    dialog.showModal();
  });
}

/** Nobody's words are lost: both are shown, and one is chosen. */
export function chooseOne(theirs: string, mine: string): Promise<'mine' | 'theirs' | undefined> {
  return askInDialog('Somebody else changed this meanwhile', (close) => {
    const side = (heading: string, words: string, button: HTMLButtonElement) =>
      h('section', {}, h('h3', {}, heading), h('p', { className: 'edit-side' }, words), button);
    const press = (words: string, answer: 'mine' | 'theirs', kind: string) =>
      h('button', { type: 'button', className: `btn btn-${kind}`, onclick: () => close(answer) }, words);
    return [
      h(
        'div',
        { className: 'edit-both' },
        side('In the file', theirs, press('Keep what is in the file', 'theirs', 'secondary')),
        side('Yours', mine, press('Use yours', 'mine', 'primary')),
      ),
    ];
  });
}
