import { Modal } from './Modal.tsx';
import type { Letters } from './use-letters.ts';

const keys: Record<string, [names: string, what: string][]> = {
  Move: [
    ['j ↓', 'Next enquiry; at the end, older ones'],
    ['k ↑', 'Previous enquiry'],
    ['Enter', 'Open it'],
    ['u Esc', 'Back to the list'],
    ['/', 'Search; Esc clears it'],
  ],
  Handle: [
    ['r', 'Reply in your mail program'],
    ['a', 'Mark as answered'],
    ['e', 'Close'],
    ['o', 'Open again'],
    ['s', 'Spam, or not spam'],
    ['n', 'Write a private note'],
    ['z', 'Undo the last change'],
    ['?', 'Show these keys'],
  ],
};

export const KeysDialog = ({ letters, onClose }: { letters: Letters; onClose: () => void }) => (
  <Modal heading="Keys" onClose={onClose}>
    <label className="mt-4 flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 flex-none accent-brand"
        checked={letters.areOn}
        onChange={({ target }) => letters.set(target.checked)}
      />
      Single letters are commands. Esc and the arrows always work.
    </label>
    <div className="mt-6 grid gap-x-10 gap-y-7 sm:grid-cols-2">
      {Object.entries(keys).map(([heading, rows]) => (
        <section key={heading}>
          <h3 className="eyebrow">{heading}</h3>
          <dl className="mt-3 grid grid-cols-[max-content_1fr] gap-x-4">
            {rows.map(([names, what]) => (
              <div key={what} className="col-span-full grid grid-cols-subgrid items-baseline py-1.5 text-sm">
                <dt>
                  {names.split(' ').map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <p className="mt-6 text-sm text-soft">
      Keys act on the row or the enquiry that has the focus. They do nothing while you type in a field.
    </p>
    <form method="dialog" className="modal-foot">
      <button type="submit" className="btn btn-secondary">
        Done
      </button>
    </form>
  </Modal>
);
