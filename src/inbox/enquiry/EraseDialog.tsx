import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Erased, type Erasure, inboxPaths } from '../../lib/inbox.ts';
import { Modal } from '../shell/Modal.tsx';
import { Waiting } from '../shell/Waiting.tsx';
import { ask, sentenceFor } from '../state/ask.ts';
import { dropEnquiries } from '../state/cache.ts';
import { setDraft } from '../state/drafts.ts';
import { erasureQuery } from '../state/queries.ts';
import { currentRoute, goTo, listHref } from '../state/route.ts';
import { sayError, sayUntilRead } from '../state/status.ts';
import { erasedSentence } from '../words.ts';
import { ErasureDone } from './ErasureDone.tsx';
import { ErasurePlan } from './ErasurePlan.tsx';

interface Props {
  email: string;
  onClose: () => void;
}

/** The right to erasure: first what would go, then what is left to do by hand. */
export function EraseDialog({ email, onClose }: Props) {
  const client = useQueryClient();
  const out = useRef<HTMLButtonElement>(null);
  const plan = useQuery(erasureQuery(email));
  const erase = useMutation({
    mutationFn: ({ email, enquiries }: Erasure) =>
      ask<Erased>(inboxPaths.erasure, { email, count: enquiries.length }),
    onSuccess: (erased, erasure) => {
      // The button that had the focus is gone.
      if (out.current) return out.current.focus();
      // Closed while it ran, which does not stop it: it is told elsewhere.
      letGo(client, erasure);
      sayUntilRead([erasedSentence(erased), ...erased.remaining].join(' '));
    },
    onError: (problem) => {
      // It may have been refused because another enquiry came since: the plan is made again.
      if (out.current) void plan.refetch();
      else sayError(sentenceFor(problem));
    },
  });
  const leave = () => {
    onClose();
    // Not by the plan: it is made again whenever the window is entered, and by then it is empty.
    if (erase.data) letGo(client, erase.variables);
  };
  const shown = erase.isPending ? erase.variables : plan.data;
  return (
    <Modal heading={erase.data ? 'Erased' : 'Erase this person'} onClose={leave}>
      {erase.data ? (
        <ErasureDone erased={erase.data} />
      ) : shown ? (
        <ErasurePlan plan={shown} problem={erase.error ? sentenceFor(erase.error) : undefined} />
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

/** Nothing of them stays: no row, no note that was begun, and not their page. */
function letGo(client: QueryClient, { enquiries }: Erasure) {
  const gone = new Set(enquiries.map(({ reference }) => reference));
  for (const reference of gone) setDraft(reference, '');
  // Whoever has gone on to somebody else stays there.
  const { reference, list } = currentRoute();
  if (reference !== undefined && gone.has(reference)) goTo(listHref(list));
  dropEnquiries(client, gone);
  for (const key of ['overview', 'list', 'figures']) void client.invalidateQueries({ queryKey: [key] });
}
