import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Erased, type Erasure, inboxPaths, type ListName } from '../../lib/inbox.ts';
import { Modal } from '../shell/Modal.tsx';
import { Waiting } from '../shell/Waiting.tsx';
import { ask, sentenceFor } from '../state/ask.ts';
import { dropEnquiries } from '../state/cache.ts';
import { setDraft } from '../state/drafts.ts';
import { erasureQuery } from '../state/queries.ts';
import { goTo, listHref } from '../state/route.ts';
import { ErasureDone } from './ErasureDone.tsx';
import { ErasurePlan } from './ErasurePlan.tsx';

interface Props {
  email: string;
  list: ListName;
  onClose: () => void;
}

/** The right to erasure: first what would go, then what is left to do by hand. */
export function EraseDialog({ email, list, onClose }: Props) {
  const client = useQueryClient();
  const out = useRef<HTMLButtonElement>(null);
  const plan = useQuery(erasureQuery(email));
  const erase = useMutation({
    mutationFn: ({ email, enquiries }: Erasure) =>
      ask<Erased>(inboxPaths.erasure, { email, count: enquiries.length }),
    // The button that had the focus is gone.
    onSuccess: () => out.current?.focus(),
    // It may have been refused because another enquiry came since: the plan is made again.
    onError: () => plan.refetch(),
  });
  const leave = () => {
    onClose();
    if (!erase.data) return;
    const gone = new Set(plan.data?.enquiries.map(({ reference }) => reference));
    for (const reference of gone) setDraft(reference, '');
    goTo(listHref(list));
    dropEnquiries(client, gone);
    for (const key of ['overview', 'list', 'figures']) void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <Modal heading={erase.data ? 'Erased' : 'Erase this person'} onClose={leave}>
      {erase.data ? (
        <ErasureDone erased={erase.data} />
      ) : plan.data ? (
        <ErasurePlan plan={plan.data} problem={erase.error ? sentenceFor(erase.error) : undefined} />
      ) : plan.error ? (
        <p className="mt-4 text-error">{sentenceFor(plan.error)}</p>
      ) : (
        <Waiting />
      )}
      <form method="dialog" className="modal-foot">
        <button ref={out} type="submit" className="btn btn-secondary">
          {erase.data ? 'Done' : 'Keep'}
        </button>
        {plan.data && !erase.data && (
          <button
            type="button"
            className="btn btn-erase"
            aria-disabled={erase.isPending || undefined}
            onClick={() => !erase.isPending && erase.mutate(plan.data)}
          >
            Erase for good
          </button>
        )}
      </form>
    </Modal>
  );
}
