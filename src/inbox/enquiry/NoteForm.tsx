import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { inboxPaths, type Whole } from '../../lib/inbox.ts';
import { ask, sentenceFor } from '../state/ask.ts';
import { asChange, readAgain, storeWhole } from '../state/cache.ts';
import { draftStore, setDraft } from '../state/drafts.ts';
import { goToPlace, places } from '../state/places.ts';
import { say } from '../state/status.ts';
import { useStore } from '../state/store.ts';

/** A note is in the field until the server has it: what is refused can be sent again. */
export function NoteForm({ reference }: Pick<Whole, 'reference'>) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const text = useStore(draftStore).get(reference) ?? '';
  const add = useMutation({
    ...asChange,
    mutationFn: (note: string) => ask<Whole>(inboxPaths.notes(reference), { text: note }),
    onSuccess: (whole, note) => {
      storeWhole(client, whole);
      // Not what was typed in the meantime.
      if (draftStore.get().get(reference)?.trim() === note) setDraft(reference, '');
      say('Note added');
      // The button goes with the text.
      if (form.current?.contains(document.activeElement)) goToPlace(places.note);
    },
    onSettled: () => readAgain(client),
  });
  const send = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate(text.trim());
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    goToPlace(places.reading);
  };
  return (
    <form
      ref={form}
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="sr-only" htmlFor={places.note}>
        New private note
      </label>
      <textarea
        id={places.note}
        rows={text.includes('\n') || text.length > 60 ? 4 : 2}
        dir="auto"
        placeholder="Add a note. Only whoever opens this inbox reads it."
        aria-keyshortcuts="n"
        aria-invalid={add.isError || undefined}
        aria-describedby={add.isError ? 'note-error' : undefined}
        value={text}
        onChange={(event) => setDraft(reference, event.currentTarget.value)}
        onKeyDown={keys}
      />
      {add.isError && (
        <p id="note-error" role="alert" className="note-error">
          {sentenceFor(add.error)} Your note is still here.
        </p>
      )}
      {text.trim() !== '' && (
        <button type="submit" className="btn btn-secondary" aria-disabled={add.isPending || undefined}>
          Add note
        </button>
      )}
    </form>
  );
}
