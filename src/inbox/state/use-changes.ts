import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Handling, inboxPaths, type Note, type Row, type Whole } from '../../lib/inbox.ts';
import { ask, sentenceFor } from './ask.ts';
import { asChange, knownEnquiry, patchEnquiry, readAgain, storeWhole } from './cache.ts';
import { keepRow } from './kept.ts';
import { say, sayError } from './status.ts';

interface Change {
  reference: string;
  path: string;
  body: object;
  /** What is shown before the server has answered. */
  patch?: Partial<Row>;
  /** What is said once it is done; nothing where it happens by itself. */
  done?: string;
  undo?: () => void;
}

/** What the owner can do with an enquiry. It is shown at once, and taken back where the server refuses. */
export function useChanges() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...asChange,
    mutationFn: ({ path, body }: Change) => ask<Whole>(path, body),
    onMutate: async ({ reference, patch = {} }) => {
      keepRow(reference);
      // An answer from before the change would take it back for a moment.
      await Promise.all([
        client.cancelQueries({ queryKey: ['list'] }),
        client.cancelQueries({ queryKey: ['enquiry', reference] }),
      ]);
      const before = knownEnquiry(client, reference);
      patchEnquiry(client, reference, patch);
      return before && pick(before, patch);
    },
    onSuccess: (whole, { done, undo }) => {
      storeWhole(client, whole);
      if (done) say(done, undo);
    },
    onError: (error, { reference }, before) => {
      if (before) patchEnquiry(client, reference, before);
      sayError(sentenceFor(error));
    },
    onSettled: () => readAgain(client),
  });

  return useMemo(() => {
    const handle = (row: Row, handling: Handling) => {
      const before = row.handling;
      mutate({
        ...handlingOf(row.reference, handling),
        done: doneWords[handling],
        undo: () => mutate({ ...handlingOf(row.reference, before), done: doneWords[before] }),
      });
    };
    const setSpam = (row: Row, isSpam: boolean) =>
      mutate({
        ...spamOf(row, isSpam),
        undo: () => mutate(spamOf(row, !isSpam)),
      });
    return {
      handle,
      setSpam,
      /** As mail programs do it: whoever opens a new one has read it. */
      markAsRead: (reference: string) => mutate(handlingOf(reference, 'open')),
      resend: ({ reference }: Row) =>
        mutate({
          reference,
          path: inboxPaths.resend(reference),
          body: {},
          done: 'The mail is being sent again',
        }),
      removeNote: ({ reference }: Row, { id, text }: Note) =>
        mutate({
          reference,
          path: inboxPaths.notes(reference),
          body: { remove: id },
          done: 'Note removed',
          undo: () =>
            mutate({
              reference,
              path: inboxPaths.notes(reference),
              body: { text },
              done: 'Note added again',
            }),
        }),
    };
  }, [mutate]);
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
  // Whatever is answered or closed is no longer late; of the rest the server knows better.
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

/** What the patch is about to replace. */
const pick = (row: Row, patch: Partial<Row>): Partial<Row> =>
  Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof Row]]));
