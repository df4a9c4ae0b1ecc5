/** An enquiry in words and as a row: for the terminal, the inbox and exports. */
import { minute } from '../../lib/dates.ts';
import { type EnquiryField, enquiryFields, fieldRules } from '../../lib/enquiry.ts';
import { onOneLine } from '../../lib/visible.ts';
import type { Change, Deed } from '../db/changes.ts';
import { type Delivery, type Kind, stateOf } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { StoredNote } from '../db/handling.ts';

/** ‘First name’ for firstName. Not the form’s own labels: a mistake in content/ must not keep mail from its owner. */
export const labelOf = (field: EnquiryField) =>
  fieldRules[field].kind === 'email'
    ? 'E-mail'
    : field
        .replace(/^./, (letter) => letter.toUpperCase())
        .replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Whether it was set aside, or else how far its mail has come. */
export const standing = ({ spam, deliveries }: StoredEnquiry) => (spam ? 'spam' : stateOf(deliveries));

/** One row of an export. */
export const flat = (enquiry: StoredEnquiry): Record<string, string> => ({
  reference: enquiry.reference,
  receivedAt: enquiry.receivedAt.toISOString(),
  state: standing(enquiry),
  handling: enquiry.handling,
  spam: enquiry.spam ?? '',
  doubt: enquiry.doubt ?? '',
  ...Object.fromEntries(enquiryFields.map((field) => [field, enquiry[field]])),
});

/** Something that happened to an enquiry, as a sentence. */
export interface Happened {
  at: Date;
  text: string;
  /** Wants the owner's attention. */
  isTrouble: boolean;
}

/** One enquiry, and what became of it. */
export interface WithHistory {
  enquiry: StoredEnquiry;
  history: Happened[];
  notes: StoredNote[];
}

/** What happened to an enquiry, the oldest first: to its mails, and by the hands of the firm. */
export function historyOf(enquiry: StoredEnquiry, changes: readonly Change[]): Happened[] {
  const { receivedAt, spam, doubt, deliveries } = enquiry;
  const wasMarked = changes.some(({ deed }) => deed === 'spam' || deed === 'not spam');
  const came = [
    'Came in through the contact form.',
    doubt && `Doubtful: ${onOneLine(doubt)}.`,
    spam && !wasMarked && `Set aside as spam: ${onOneLine(spam)}.`,
  ];
  return [
    { at: receivedAt, text: came.filter(Boolean).join(' '), isTrouble: false },
    ...deliveries.map((delivery) => told(delivery, receivedAt)),
    ...changes.map(({ at, by, deed }) => ({
      at,
      text: `${done[deed]} by ${onOneLine(by)}.`,
      isTrouble: false,
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

const done: Record<Deed, string> = {
  new: 'Marked as new',
  open: 'Opened',
  answered: 'Marked as answered',
  closed: 'Closed',
  spam: 'Set aside as spam',
  'not spam': 'Marked as no spam',
  resend: 'Sent again',
};

const lettersTo = (recipient: string): Record<Kind, { sent: string; name: string }> => ({
  mail: { sent: `Mailed to ${recipient}`, name: `The mail to ${recipient}` },
  acknowledgement: { sent: 'Acknowledged to the visitor', name: 'The acknowledgement to the visitor' },
  webhook: { sent: 'Told to the other program', name: 'The message to the other program' },
});

function told(
  { kind, recipient, state, tries, dueAt, error, acceptedBy }: Delivery,
  receivedAt: Date,
): Happened {
  const { sent, name } = lettersTo(onOneLine(recipient) || 'the firm')[kind];
  const why = error ? `: ${onOneLine(error)}` : '';
  if (state === 'sent')
    return {
      at: dueAt,
      text: `${sent}${acceptedBy ? `, accepted by ${onOneLine(acceptedBy)}` : ''}.${error ? ` ${onOneLine(error)}` : ''}`,
      isTrouble: error !== null,
    };
  if (state === 'parked')
    return { at: dueAt, text: `${name} was refused, and is not tried again${why}`, isTrouble: true };
  if (state === 'held') return { at: receivedAt, text: `${name} is held back${why}.`, isTrouble: false };
  if (tries === 0) return { at: receivedAt, text: `${name} waits to be sent.`, isTrouble: false };
  return {
    at: receivedAt,
    text: `${name} failed ${tries === 1 ? 'once' : `${tries} times`}, and is tried again at ${minute(dueAt)} UTC${why}`,
    isTrouble: true,
  };
}
