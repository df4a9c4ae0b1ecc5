import { useMutation, useQuery } from '@tanstack/react-query';
import { type Erased, type Erasure, inboxPaths } from '../../lib/inbox.ts';
import { Modal } from '../shell/Modal.tsx';
import { Waiting } from '../shell/Waiting.tsx';
import { ask, sentenceFor } from '../state/ask.ts';
import { useDesk } from '../state/desk.ts';
import { erasureQuery } from '../state/queries.ts';
import { fullTime } from '../times.ts';
import { several } from '../words.ts';

interface Props {
  email: string;
  onErased: (references: string[]) => void;
  onClose: () => void;
}

/** The right to erasure. It shows first what would be deleted; the status reports the result, also if this was closed. */
export function EraseDialog({ email, onErased, onClose }: Props) {
  const { drafts, status } = useDesk();
  const plan = useQuery(erasureQuery(email));
  const erase = useMutation({
    mutationFn: ({ enquiries }: Erasure) =>
      ask<Erased>(inboxPaths.erasure, { email, count: enquiries.length }),
    onSuccess: ({ enquiries, notes, remaining }, erased) => {
      const references = erased.enquiries.map(({ reference }) => reference);
      for (const reference of references) drafts.setNote(reference, () => '');
      onErased(references);
      const done = `${several(enquiries, 'enquiry')} and ${several(notes, 'note')} were erased.`;
      status.sayUntilRead([done, ...remaining].join(' '));
    },
    onError: (problem) => status.sayError(sentenceFor(problem)),
    onSettled: onClose,
  });
  // While it is being erased, this shows what the owner confirmed.
  const shown = erase.variables ?? plan.data;
  return (
    <Modal heading="Erase this person" onClose={onClose}>
      {shown && <Plan plan={shown} />}
      {!shown && (plan.error ? <p className="mt-4 text-error">{sentenceFor(plan.error)}</p> : <Waiting />)}
      <form method="dialog" className="modal-foot">
        <button
          type={erase.isPending ? 'button' : 'submit'}
          className="btn btn-secondary"
          aria-disabled={erase.isPending || undefined}
        >
          {erase.isPending ? 'Erasing…' : 'Keep'}
        </button>
        {shown && (
          <button
            type="button"
            className="btn btn-erase"
            aria-disabled={erase.isPending || undefined}
            onClick={() => !erase.isPending && erase.mutate(shown)}
          >
            Erase for good
          </button>
        )}
      </form>
    </Modal>
  );
}

const Plan = ({ plan: { email, enquiries, notes } }: { plan: Erasure }) => (
  <>
    <p className="mt-4">
      This inbox has {several(enquiries.length, 'enquiry')} from <b className="font-semibold">{email}</b>
      {notes > 0 && `, with ${several(notes, 'note')}`}. All of it will be deleted for good; this cannot be
      undone.
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, with the keyboard too */}
    <ul className="erasure mt-4 text-sm" tabIndex={0} aria-label="What will be erased">
      {enquiries.map(({ reference, receivedAt }) => (
        <li key={reference} className="flex flex-wrap gap-x-6 py-2">
          <span className="reading-reference">{reference}</span>
          <time dateTime={receivedAt}>{fullTime(receivedAt)}</time>
        </li>
      ))}
    </ul>
    <p className="mt-4 text-sm text-soft">
      This does not delete e-mails or backups. Afterwards we list what is left to do by hand.
    </p>
  </>
);
