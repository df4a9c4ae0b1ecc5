import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { inboxPaths, type Whole } from '../../lib/inbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ask, sentenceFor } from '../state/ask.ts';
import { useBegun } from '../state/begun.ts';
import { asChange, readAgain, showChanged } from '../state/queries.ts';
import { goToPlace } from '../state/route.ts';
import { useStatus } from '../state/status.ts';
import type { Changes } from '../state/use-changes.ts';
import { stamp } from '../times.ts';
import { Part, Time } from './parts.tsx';

/** What the firm notes for itself. */
export function Notes({ whole, changes }: { whole: Whole; changes: Changes }) {
  return (
    <Part id="notes" heading="Private notes">
      {whole.noteList.length > 0 && (
        <ul className="notes">
          {whole.noteList.map((note) => (
            <li key={note.id}>
              <p className="said" dir="auto">
                {note.text}
              </p>
              <p className="flex flex-wrap gap-x-3 text-xs text-soft">
                <bdi>{note.by}</bdi>
                <Time at={note.at} />
              </p>
              <button
                type="button"
                className="round"
                aria-label={`Remove the note of ${note.by}, ${stamp(note.at)}`}
                onClick={() => changes.removeNote(whole, note)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <NoteForm reference={whole.reference} />
    </Part>
  );
}

/** A note stays in the field until the server has it, so one that is refused can be sent again. */
function NoteForm({ reference }: Pick<Whole, 'reference'>) {
  const client = useQueryClient();
  const { notes, setNote } = useBegun();
  const { say } = useStatus();
  const form = useRef<HTMLFormElement>(null);
  const text = notes.get(reference) ?? '';
  const add = useMutation({
    ...asChange,
    mutationFn: (note: string) => ask<Whole>(inboxPaths.notes(reference), { text: note }),
    onSuccess: (whole, note) => {
      showChanged(client, whole);
      // What was typed in the meantime stays.
      setNote(reference, (now) => (now.trim() === note ? '' : now));
      say('Note added');
      // The button goes with the text.
      if (form.current?.contains(document.activeElement)) goToPlace('note');
    },
    onSettled: () => readAgain(client),
  });
  const send = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    goToPlace('reading');
  };
  return (
    <form
      ref={form}
      className="note-form grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="sr-only" htmlFor="note">
        New private note
      </label>
      <textarea
        id="note"
        className="field px-3.5 py-2.5"
        rows={text.includes('\n') || text.length > 60 ? 4 : 2}
        dir="auto"
        placeholder="Add a note. Only people who open this inbox read it."
        aria-keyshortcuts="n"
        aria-invalid={add.isError || undefined}
        aria-describedby={add.isError ? 'note-error' : undefined}
        value={text}
        onChange={({ currentTarget: { value } }) => setNote(reference, () => value)}
        onKeyDown={onKeyDown}
      />
      {add.isError && (
        <p id="note-error" role="alert" className="font-semibold text-error text-sm">
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
