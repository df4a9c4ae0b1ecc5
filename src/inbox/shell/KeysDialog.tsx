import { setSingleKeys, singleKeys } from '../state/single-keys.ts';
import { useStore } from '../state/store.ts';
import { Modal } from './Modal.tsx';

const groups: { heading: string; keys: [keys: string[], what: string][] }[] = [
  {
    heading: 'Move',
    keys: [
      [['j', '↓'], 'Next enquiry; at the end, older ones'],
      [['k', '↑'], 'Previous enquiry'],
      [['Enter'], 'Open it'],
      [['u', 'Esc'], 'Back to the list'],
      [['/'], 'Search; Esc clears it'],
    ],
  },
  {
    heading: 'Handle',
    keys: [
      [['r'], 'Reply in your mail program'],
      [['a'], 'Mark as answered'],
      [['e'], 'Close: nothing left to do'],
      [['o'], 'Open again'],
      [['s'], 'Spam, or not spam'],
      [['n'], 'Write a private note'],
      [['z'], 'Undo the last change'],
      [['?'], 'Show these keys'],
    ],
  },
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const areOn = useStore(singleKeys);
  return (
    <Modal heading="Keys" onClose={onClose}>
      <label className="keys-switch">
        <input type="checkbox" checked={areOn} onChange={({ target }) => setSingleKeys(target.checked)} />
        Single letters do something. Without them, Esc and the arrows still do.
      </label>
      <div className="keys mt-6">
        {groups.map(({ heading, keys }) => (
          <section key={heading}>
            <h3 className="eyebrow">{heading}</h3>
            <dl className="mt-3">
              {keys.map(([names, what]) => (
                <div key={what}>
                  <dt>
                    {names.map((name) => (
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
