/** What the owner can do with enquiries. The command line and the inbox call these, so that both mean the same. */
import { userInfo } from 'node:os';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { ENQUIRIES } from '../built.ts';
import type { EnquiryStore } from '../db/store.ts';
import { historyOf } from './text.ts';

export async function find(store: EnquiryStore, reference: string) {
  const found = await store.find(reference);
  if (!found) throw new Mistake(`There is no enquiry ${reference}. See ${ENQUIRIES} list.`);
  return found;
}

export async function look(store: EnquiryStore, reference: string) {
  const enquiry = await find(store, reference);
  const [changes, notes] = await Promise.all([store.changes(reference), store.notes(reference)]);
  return { enquiry, history: historyOf(enquiry, changes), notes };
}

/** Mails it to the firm again, and repeats whatever was refused. */
export async function resend(store: EnquiryStore, reference: string, by: string) {
  const { spam } = await find(store, reference);
  if (spam)
    throw new Mistake(`${reference} is set aside as spam (${onOneLine(spam)}); mark it as not spam first.`);
  return store.resend(reference, by);
}

const MOST_NOTE_CHARACTERS = 5000;

export async function addNote(store: EnquiryStore, reference: string, written: string, by: string) {
  // PostgreSQL refuses NUL, and returns another character in place of a lone surrogate.
  if (written.includes('\0') || !written.isWellFormed())
    throw new Mistake(
      'The note contains a character that cannot be stored. Type it again without that character.',
    );
  const text = written.trim();
  if (text === '') throw new Mistake('The note is empty. Write a note first.');
  if ([...text].length > MOST_NOTE_CHARACTERS)
    throw new Mistake(`The note is longer than ${MOST_NOTE_CHARACTERS} characters. Split it into two notes.`);
  await store.addNote(reference, text, by);
}

export async function tracesOf(store: EnquiryStore, email: string) {
  const found = await Promise.all((await store.from(email)).map((reference) => store.find(reference)));
  const enquiries = found.filter((enquiry) => enquiry !== undefined);
  return { enquiries, notes: enquiries.reduce((sum, { notes }) => sum + notes, 0) };
}

/** Deletes enquiries with all that belongs to them, also from the files of the store. */
export async function removeForGood(store: EnquiryStore, references: string[]) {
  const gone = await store.remove(references);
  // Also with nothing to delete: so a repetition finishes what another program was in the way of.
  return { gone, isScrubbed: await store.scrub() };
}

export const BEYOND_REACH = 'Remember to delete the copies in backups, exports and mails.';

export const notScrubbed = ({ place }: EnquiryStore) =>
  `Another program is still reading the store, so the deleted text stays in ${onOneLine(place)}-wal until it stops.`;

export const whoAmI = (): string => userInfo().username;
