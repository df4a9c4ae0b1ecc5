import { type EnquiryField, enquiryFields } from '../../lib/enquiry.ts';
import type { Figures, Row, Whole } from '../../lib/inbox.ts';
import { mailto } from '../../lib/mailto.ts';
import { workingHours } from '../../lib/working-time.ts';
import type { WithHistory } from '../enquiries/owner/actions.ts';
import { labelOf, visible } from '../enquiries/owner/print.ts';
import { type StoredEnquiry, stateOf } from '../enquiries/store/enquiries.ts';
import type { Answered } from '../enquiries/store/handling.ts';
import type { Week } from '../enquiries/store/store.ts';

/** Two working days, as the site promises. */
const PROMISED = 48;
/** As much of a message as a line of the list can show. */
const EXCERPT = 200;

/** What a stranger wrote, without what would steer a terminal or turn a line round: nobody meant it as text. */
const line = (text: string) => visible(text.replace(/\s+/g, ' ')).trim();

export function rowOf(enquiry: StoredEnquiry, now: Date): Row {
  const {
    reference,
    receivedAt,
    firstName,
    lastName,
    email,
    company,
    message,
    handling,
    spam,
    doubt,
    notes,
  } = enquiry;
  const isWaiting = spam === null && (handling === 'new' || handling === 'open');
  return {
    reference,
    receivedAt: receivedAt.toISOString(),
    name: line(`${firstName} ${lastName}`),
    email: line(email),
    company: line(company),
    excerpt: line([...message].slice(0, EXCERPT).join('')),
    handling,
    spam: spam && line(spam),
    doubt: doubt && line(doubt),
    delivery: stateOf(enquiry.deliveries),
    notes,
    isLate: isWaiting && workingHours(receivedAt, now) > PROMISED,
  };
}

/** What stands in the head of an enquiry, and what was written. */
const AT_THE_TOP: readonly EnquiryField[] = ['firstName', 'lastName', 'email', 'company', 'message'];

export const wholeOf = ({ enquiry, history, notes }: WithHistory, firm: string, now: Date): Whole => ({
  ...rowOf(enquiry, now),
  fields: enquiryFields
    .filter((field) => !AT_THE_TOP.includes(field) && enquiry[field] !== '')
    .map((field) => ({ label: labelOf(field), value: visible(enquiry[field], 'lines') })),
  message: visible(enquiry.message, 'lines'),
  history: history.map(({ at, text, isTrouble }) => ({ at: at.toISOString(), text, isTrouble })),
  noteList: notes.map(({ id, at, by, text }) => ({
    id,
    at: at.toISOString(),
    by: line(by),
    text: visible(text, 'lines'),
  })),
  reply: replyTo(enquiry, firm),
});

/** Mail programs cut an address that is much longer than this, or refuse it. */
const QUOTED = 1200;

function replyTo({ email, reference, message }: StoredEnquiry, firm: string): string {
  const words = [...visible(message, 'lines')];
  const quoted = words.length > QUOTED ? `${words.slice(0, QUOTED).join('')} …` : words.join('');
  return mailto(
    // A question mark in an address would begin headers of its own.
    email.split('@').map(encodeURIComponent).join('@'),
    {
      subject: `Your enquiry to ${firm} [${reference}]`,
      body: `\n\n${quoted.replace(/^/gm, '> ')}\n`,
    },
  );
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** The weeks from a Monday on, and how fast the firm answered in them. */
export function figuresOf(
  weekly: readonly Week[],
  answers: readonly Answered[],
  monday: Date,
  now: Date,
): Figures {
  const count = Math.max(1, Math.ceil((now.getTime() - monday.getTime()) / WEEK));
  const weeks = Array.from({ length: count }, (_, i) => ({
    monday: new Date(monday.getTime() + i * WEEK).toISOString().slice(0, 10),
    count: 0,
    spam: 0,
  }));
  for (const { week, isSpam, count } of weekly) {
    const found = weeks[week];
    if (found) found[isSpam ? 'spam' : 'count'] += count;
  }
  const times = answers
    .flatMap(({ receivedAt, answeredAt }) => (answeredAt ? workingHours(receivedAt, answeredAt) : []))
    .sort((a, b) => a - b);
  const overdue = answers.filter(
    ({ receivedAt, handling }) =>
      (handling === 'new' || handling === 'open') && workingHours(receivedAt, now) > PROMISED,
  );
  return {
    weeks,
    answers: {
      answered: times.length,
      median: medianOf(times),
      worst: times.at(-1) ?? null,
      late: times.filter((hours) => hours > PROMISED).length,
      overdue: overdue.length,
    },
    promised: PROMISED,
  };
}

function medianOf(sorted: number[]): number | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
