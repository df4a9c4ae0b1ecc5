import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Erased, type Erasure, inboxPaths } from '../../lib/inbox.ts';
import { Modal } from '../shell/Modal.tsx';
import { Waiting } from '../shell/Waiting.tsx';
import { ask, sentenceFor } from '../state/ask.ts';
import { useBegun } from '../state/begun.ts';
import { erasureQuery } from '../state/queries.ts';
import { useStatus } from '../state/status.ts';
import { fullTime } from '../times.ts';
import { erasedSentence, several } from '../words.ts';

interface Props {
  email: string;
  onErased: (references: string[]) => void;
  onClose: () => void;
}

/** The right to erasure: first what would go, then what is left to do by hand. */
export function EraseDialog({ email, onErased, onClose }: Props) {
  const { setNote } = useBegun();
  const { sayUntilRead, sayError } = useStatus();
  const out = useRef<HTMLButtonElement>(null);
  const plan = useQuery(erasureQuery(email));
  const letGo = ({ enquiries }: Erasure) => {
    const references = enquiries.map(({ reference }) => reference);
    for (const reference of references) setNote(reference, () => '');
    onErased(references);
  };
  const erase = useMutation({
    mutationFn: ({ email, enquiries }: Erasure) =>
      ask<Erased>(inboxPaths.erasure, { email, count: enquiries.length }),
    onSuccess: (erased, erasure) => {
      // The button that had the focus is gone.
      if (out.current) return out.current.focus();
      // The dialog was closed meanwhile, which does not stop the erasure.
      letGo(erasure);
      sayUntilRead([erasedSentence(erased), ...erased.remaining].join(' '));
    },
    onError: (problem) => {
      // Another enquiry may have arrived since: the plan is made again.
      if (out.current) void plan.refetch();
      else sayError(sentenceFor(problem));
    },
  });
  const leave = () => {
    onClose();
    // What was erased, not the plan: that is read again whenever the window gets the focus, and is empty by now.
    if (erase.data) letGo(erase.variables);
  };
  const shown = erase.isPending ? erase.variables : plan.data;
  return (
    <Modal heading={erase.data ? 'Erased' : 'Erase this person'} onClose={leave}>
      {erase.data ? (
        <Done erased={erase.data} />
      ) : shown ? (
        <Plan plan={shown} problem={erase.error ? sentenceFor(erase.error) : undefined} />
      ) : plan.error ? (
        <p className="mt-4 text-error">{sentenceFor(plan.error)}</p>
      ) : (
        <Waiting />
      )}
      <form method="dialog" className="modal-foot">
        <button
          ref={out}
          type={erase.isPending ? 'button' : 'submit'}
          className="btn btn-secondary"
          aria-disabled={erase.isPending || undefined}
        >
          {erase.data ? 'Done' : erase.isPending ? 'Erasing…' : 'Keep'}
        </button>
        {shown && !erase.data && (
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

function Plan({ plan, problem }: { plan: Erasure; problem: string | undefined }) {
  const { email, enquiries, notes } = plan;
  return (
    <>
      <p className="mt-4">
        Under <b className="font-semibold">{email}</b> this inbox keeps {several(enquiries.length, 'enquiry')}
        {notes > 0 && ` and ${several(notes, 'note')}`}. All of it goes for good; there is no undo.
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
      {problem && (
        <p role="alert" className="mt-4 font-semibold text-error">
          {problem}
        </p>
      )}
    </>
  );
}

function Done({ erased }: { erased: Erased }) {
  return (
    <div role="status">
      <p className="mt-4">{erasedSentence(erased)}</p>
      {erased.remaining.length > 0 && (
        <>
          <h3 className="mt-6 font-semibold">Left to do by hand</h3>
          <ul className="mt-4 list-disc space-y-2 pl-4.5 text-sm">
            {erased.remaining.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
