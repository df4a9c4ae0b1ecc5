/** What the owner can do with enquiries. The command line and the inbox call these, so that both mean the same. */
import { userInfo } from 'node:os';
import type { Handling } from '../../lib/inbox.ts';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { ENQUIRIES } from '../built.ts';
import type { Kind } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { historyOf, type WithHistory } from './words.ts';

export async function find(store: EnquiryStore, reference: string): Promise<StoredEnquiry> {
  const found = await store.find(reference);
  if (!found) throw unknown(reference);
  return found;
}

/** One enquiry, and what became of it. */
export async function look(store: EnquiryStore, reference: string): Promise<WithHistory> {
  const enquiry = await find(store, reference);
  const [changes, notes] = await Promise.all([store.changes(reference), store.notes(reference)]);
  return { enquiry, history: historyOf(enquiry, changes), notes };
}

/** Sets it aside, or takes it back and has it sent. */
export async function mark(store: EnquiryStore, reference: string, isSpam: boolean, by: string) {
  if (!(await store.mark(reference, isSpam ? 'marked by hand' : null, by))) throw unknown(reference);
}

/** Mails it to the firm again, and repeats whatever was refused. */
export async function resend(store: EnquiryStore, reference: string, by: string): Promise<Kind[]> {
  const { spam } = await find(store, reference);
  if (spam)
    throw new Mistake(`${reference} is set aside as spam (${onOneLine(spam)}); mark it as no spam first.`);
  return store.resend(reference, by);
}

export async function handle(store: EnquiryStore, reference: string, handling: Handling, by: string) {
  if (!(await store.handle(reference, handling, by))) throw unknown(reference);
}

const LONGEST_NOTE = 5000;

export async function addNote(store: EnquiryStore, reference: string, written: string, by: string) {
  const text = storable(written).trim();
  if (text === '') throw new Mistake('The note is empty. Write what is worth keeping.');
  if ([...text].length > LONGEST_NOTE)
    throw new Mistake(`The note is longer than ${LONGEST_NOTE} characters. Make two of it.`);
  if (!(await store.addNote(reference, text, by))) throw unknown(reference);
}

export const removeNote = (store: EnquiryStore, reference: string, id: string) =>
  store.removeNote(reference, storable(id));

/** PostgreSQL refuses NUL, and half a character comes back as another one. */
function storable(text: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw new Mistake('The note has a character in it that cannot be stored. Type it again without that.');
  return text;
}

/** Everything that is kept about whoever writes from one address. */
export interface Traces {
  enquiries: Pick<StoredEnquiry, 'reference' | 'receivedAt'>[];
  notes: number;
}

export async function tracesOf(store: EnquiryStore, email: string): Promise<Traces> {
  const enquiries = await store.findAll(await store.from(email));
  return {
    enquiries: enquiries.map(({ reference, receivedAt }) => ({ reference, receivedAt })),
    notes: enquiries.reduce((sum, { notes }) => sum + notes, 0),
  };
}

/** Deletes enquiries with all that belongs to them, also from the files of the store. */
export async function removeForGood(
  store: EnquiryStore,
  references: string[],
): Promise<{ gone: number; isScrubbed: boolean }> {
  const gone = await store.remove(references);
  // Also with nothing to delete: so a repetition finishes what another program was in the way of.
  return { gone, isScrubbed: await store.scrub() };
}

/** What no command reaches. */
export const BEYOND_REACH = 'Remember to delete the copies in backups, exports and mails.';

export const notScrubbed = ({ place }: EnquiryStore) =>
  `Another program is still reading the store, so the deleted text stays in ${onOneLine(place)}-wal until it stops.`;

/** Under which name changes are kept, unless another one is given. */
export const whoAmI = (): string => userInfo().username;

function unknown(reference: string) {
  return new Mistake(`There is no enquiry ${reference}. See ${ENQUIRIES} list.`);
}
