import type { Whole } from '../../lib/inbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Changes } from '../state/use-changes.ts';
import { fullTime, stamp } from '../times.ts';
import { NoteForm } from './NoteForm.tsx';

interface Props {
  whole: Whole;
  changes: Changes;
}

/** What the firm notes for itself. */
export function Notes({ whole, changes }: Props) {
  return (
    <section className="part" aria-labelledby="notes">
      <h3 id="notes" className="part-heading">
        Private notes
      </h3>
      {whole.noteList.length > 0 && (
        <ul className="notes">
          {whole.noteList.map((note) => (
            <li key={note.id}>
              <p className="said" dir="auto">
                {note.text}
              </p>
              <p className="notes-by">
                <bdi>{note.by}</bdi>
                <time dateTime={note.at} title={fullTime(note.at)}>
                  {stamp(note.at)}
                </time>
              </p>
              <button
                type="button"
                className="notes-remove"
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
    </section>
  );
}
