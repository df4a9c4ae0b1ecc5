import { Modal } from './Modal.tsx';
import type { Letters } from './use-letters.ts';

const groups: { heading: string; keys: [keys: string, what: string][] }[] = [
  {
    heading: 'Move',
    keys: [
      ['j ↓', 'Next enquiry; at the end, older ones'],
      ['k ↑', 'Previous enquiry'],
      ['Enter', 'Open it'],
      ['u Esc', 'Back to the list'],
      ['/', 'Search; Esc clears it'],
    ],
  },
  {
    heading: 'Handle',
    keys: [
      ['r', 'Reply in your mail program'],
      ['a', 'Mark as answered'],
      ['e', 'Close: nothing left to do'],
      ['o', 'Open again'],
      ['s', 'Spam, or not spam'],
      ['n', 'Write a private note'],
      ['z', 'Undo the last change'],
      ['?', 'Show these keys'],
    ],
  },
];

export function KeysDialog({ letters, onClose }: { letters: Letters; onClose: () => void }) {
  return (
    <Modal heading="Keys" onClose={onClose}>
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 flex-none accent-brand"
          checked={letters.areOn}
          onChange={({ target }) => letters.set(target.checked)}
        />
        Single letters do something. Without them, Esc and the arrows still do.
      </label>
      <div className="mt-6 grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {groups.map(({ heading, keys }) => (
          <section key={heading}>
            <h3 className="eyebrow">{heading}</h3>
            <dl className="mt-3 grid grid-cols-[max-content_1fr] gap-x-4">
              {keys.map(([names, what]) => (
                <div
                  key={what}
                  className="col-span-full grid grid-cols-subgrid items-baseline py-1.5 text-sm"
                >
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
        They rest while you type in a field. They act on the row or the enquiry that has the focus.
      </p>
      <form method="dialog" className="modal-foot">
        <button type="submit" className="btn btn-secondary">
          Done
        </button>
      </form>
    </Modal>
  );
}
