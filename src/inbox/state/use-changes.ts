import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Handling, inboxPaths, type Note, type Row, type Whole } from '../../lib/inbox.ts';
import { ask, sentenceFor } from './ask.ts';
import { isLastChange, knownEnquiry, patchEnquiry, SERIAL } from './queries.ts';
import type { Status } from './use-status.ts';

interface Change {
  reference: string;
  path: string;
  body: object;
  /** Shown before the server has answered. */
  patch?: Partial<Row>;
  /** Said once it is done. */
  done?: string;
  undo?: () => void;
}

/**
 * What the owner can do with an enquiry. It is shown at once, and taken back if the server refuses it. Changes reach the
 * server one by one, in the order in which they were made.
 */
export function useChanges(inHand: Set<string>, { say, sayError }: Status) {
  const client = useQueryClient();
  const { mutate, mutateAsync } = useMutation({
    ...SERIAL,
    mutationFn: ({ path, body }: Change) => ask<Whole>(path, body),
    onMutate: async ({ reference, patch = {} }) => {
      inHand.add(reference);
      // Answers from before the change would take it back for a moment.
      await Promise.all([
        client.cancelQueries({ queryKey: ['list'] }),
        client.cancelQueries({ queryKey: ['enquiry', reference] }),
      ]);
      const before = knownEnquiry(client, reference);
      patchEnquiry(client, reference, patch);
      return before && pick(before, patch);
    },
    onSuccess: (whole, { done, undo }) => {
      // Unless the next change is on its way and shown already.
      if (isLastChange(client)) patchEnquiry(client, whole.reference, whole);
      if (done) say(done, undo);
    },
    onError: (error, { reference }, before) => {
      if (before) patchEnquiry(client, reference, before);
      sayError(sentenceFor(error));
    },
    // Not awaited: the next change need not wait for it.
    onSettled: () => isLastChange(client) && void client.invalidateQueries(),
  });

  return {
    /** Keeps it in its list until the owner leaves that. */
    keep: (reference: string) => inHand.add(reference),
    /** Takes what was erased out of the lists, and resolves when they are read again. */
    drop: (references: string[]) => {
      for (const reference of references) inHand.delete(reference);
      client.removeQueries({ queryKey: ['list'], type: 'inactive' });
      return client.invalidateQueries();
    },
    handle: (row: Row, handling: Handling) =>
      mutate({
        ...handlingOf(row.reference, handling),
        done: doneWords[handling],
        undo: () => mutate({ ...handlingOf(row.reference, row.handling), done: doneWords[row.handling] }),
      }),
    setSpam: (row: Row, isSpam: boolean) =>
      mutate({ ...spamOf(row, isSpam), undo: () => mutate(spamOf(row, !isSpam)) }),
    /** Opening a new enquiry reads it, as in a mail program. */
    markAsRead: (reference: string) => mutate(handlingOf(reference, 'open')),
    resend: ({ reference }: Row) =>
      mutate({
        reference,
        path: inboxPaths.resend(reference),
        body: {},
        done: 'The mail is being sent again',
      }),
    /** Resolves to true if it was stored. */
    addNote: (reference: string, text: string) =>
      mutateAsync({ ...noteOf(reference, { text }), done: 'Note added' }).then(
        () => true,
        () => false,
      ),
    removeNote: ({ reference }: Row, { id, text }: Note) => {
      const undo = () => mutate({ ...noteOf(reference, { text }), done: 'Note added again' });
      mutate({ ...noteOf(reference, { remove: id }), done: 'Note removed', undo });
    },
  };
}

export type Changes = ReturnType<typeof useChanges>;

const doneWords: Record<Handling, string> = {
  new: 'Marked as new',
  open: 'Open again',
  answered: 'Marked as answered',
  closed: 'Closed',
};

const handlingOf = (reference: string, handling: Handling): Change => ({
  reference,
  path: inboxPaths.handling(reference),
  body: { handling },
  // Answered or closed, it is no longer late. In the other states only the server knows.
  patch: handling === 'answered' || handling === 'closed' ? { handling, isLate: false } : { handling },
});

const spamOf = ({ reference, delivery }: Row, isSpam: boolean): Change => ({
  reference,
  path: inboxPaths.spam(reference),
  body: { isSpam },
  patch: { spam: isSpam ? 'marked by hand' : null },
  done: isSpam
    ? 'Set aside as spam'
    : delivery === 'held' || delivery === 'waiting'
      ? 'Not spam: the mail that was held back is being sent'
      : 'Not spam',
});

const noteOf = (reference: string, body: object): Change => ({
  reference,
  path: inboxPaths.notes(reference),
  body,
});

/** The values that the patch replaces. */
const pick = (row: Row, patch: Partial<Row>): Partial<Row> =>
  Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof Row]]));
