import { type KeyboardEvent, useRef, useState } from 'react';
import type { Whole } from '../../lib/inbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useDesk } from '../state/desk.ts';
import { goToPlace } from '../state/route.ts';
import { stamp } from '../times.ts';
import { Part, Time } from './parts.tsx';

/** What the firm notes for itself. */
export function Notes({ whole }: { whole: Whole }) {
  const { changes } = useDesk();
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

/** The text stays in the field until the server has stored it: a note that is refused can be sent again. */
function NoteForm({ reference }: Pick<Whole, 'reference'>) {
  const { drafts, changes } = useDesk();
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const text = drafts.notes.get(reference) ?? '';
  const note = text.trim();
  const send = async () => {
    if (note === '' || isSending) return;
    setIsSending(true);
    if (await changes.addNote(reference, note)) {
      // Text that was typed meanwhile stays.
      drafts.setNote(reference, (now) => (now.trim() === note ? '' : now));
      // The button is removed with the text.
      if (form.current?.contains(document.activeElement)) goToPlace('note');
    }
    setIsSending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
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
        void send();
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
        value={text}
        onChange={({ currentTarget: { value } }) => drafts.setNote(reference, () => value)}
        onKeyDown={onKeyDown}
      />
      {note !== '' && (
        <button type="submit" className="btn btn-secondary" aria-disabled={isSending || undefined}>
          Add note
        </button>
      )}
    </form>
  );
}
