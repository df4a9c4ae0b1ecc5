import { type EnquiryField, enquiryFields, withoutUnseen } from '../../lib/enquiry.ts';
import type { Figures, Handling, Keeping, Row, Whole } from '../../lib/inbox.ts';
import { mailto } from '../../lib/mailto.ts';
import { visible } from '../../lib/visible.ts';
import { workingHours } from '../../lib/working-time.ts';
import { labelOf, type WithHistory } from '../admin/text.ts';
import { stateOf } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { Answered } from '../db/handling.ts';
import { type Counted, dateOf, dayOf } from '../db/visits.ts';

/** Two working days, as the site promises. */
const PROMISED_HOURS = 48;
/** What two lines of the list can show. */
const EXCERPT_CHARACTERS = 200;
/** Mail programs cut or refuse a mailto address that is much longer. */
const QUOTED_CHARACTERS = 1200;
const WEEKS = 12;

/** Not answered within the promised time. */
const isOverdue = (handling: Handling, receivedAt: Date, now: Date) =>
  (handling === 'new' || handling === 'open') && workingHours(receivedAt, now) > PROMISED_HOURS;

export const rowOf = (enquiry: StoredEnquiry, now: Date): Row => ({
  reference: enquiry.reference,
  receivedAt: enquiry.receivedAt.toISOString(),
  name: `${enquiry.firstName} ${enquiry.lastName}`.trim(),
  // As it is shown, so that it can be typed to erase it.
  email: withoutUnseen(enquiry.email),
  company: enquiry.company,
  excerpt: enquiry.message.slice(0, EXCERPT_CHARACTERS),
  handling: enquiry.handling,
  spam: enquiry.spam,
  doubt: enquiry.doubt,
  delivery: stateOf(enquiry.deliveries),
  notes: enquiry.notes,
  isLate: enquiry.spam === null && isOverdue(enquiry.handling, enquiry.receivedAt, now),
});

const AT_THE_TOP: readonly EnquiryField[] = ['firstName', 'lastName', 'email', 'company', 'message'];

export const wholeOf = ({ enquiry, history, notes }: WithHistory, firm: string, now: Date): Whole => ({
  ...rowOf(enquiry, now),
  fields: enquiryFields
    .filter((field) => !AT_THE_TOP.includes(field) && enquiry[field] !== '')
    .map((field) => ({ label: labelOf(field), value: enquiry[field] })),
  message: enquiry.message,
  history: history.map((happened) => ({ ...happened, at: happened.at.toISOString() })),
  noteList: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
  reply: replyTo(enquiry, firm),
});

function replyTo({ email, reference, message }: StoredEnquiry, firm: string): string {
  const words = visible(message, 'lines');
  const quoted = words.length > QUOTED_CHARACTERS ? `${words.slice(0, QUOTED_CHARACTERS)} …` : words;
  // A question mark in an address would add headers to the mail.
  const address = visible(email).split('@').map(encodeURIComponent).join('@');
  return mailto(address, {
    subject: `Your enquiry to ${firm} [${visible(reference)}]`,
    body: `\n\n${quoted.replace(/^/gm, '> ')}\n`,
  });
}

/** The Monday on which the figures begin. Day 0, the first of 1970, was a Thursday. */
export function firstDayOf(now: Date): number {
  const today = dayOf(now.getTime());
  return today - ((today + 3) % 7) - 7 * (WEEKS - 1);
}

/** What came in each of the last weeks, how fast the firm answered, and how often pages were opened where that is counted. */
export function figuresOf(
  received: Answered[],
  visits: Counted['days'] | undefined,
  keeping: Keeping,
  now: Date,
): Figures {
  const wanted = received.filter(({ spam }) => spam === null);
  const times = wanted
    .flatMap(({ receivedAt, answeredAt }) =>
      answeredAt ? workingHours(new Date(receivedAt), new Date(answeredAt)) : [],
    )
    .sort((a, b) => a - b);
  return {
    weeks: Array.from({ length: WEEKS }, (_, i) => {
      const monday = firstDayOf(now) + 7 * i;
      const isThen = (day: number) => day >= monday && day < monday + 7;
      const views = visits?.filter(({ day }) => isThen(day));
      const came = received.filter(({ receivedAt }) => isThen(dayOf(receivedAt)));
      const count = came.filter(({ spam }) => spam === null).length;
      return {
        monday: dateOf(monday),
        count,
        spam: came.length - count,
        ...(views && { visits: views.reduce((sum, { views }) => sum + Number(views), 0) }),
      };
    }),
    answers: {
      answered: times.length,
      median: medianOf(times),
      worst: times.at(-1) ?? null,
      late: times.filter((hours) => hours > PROMISED_HOURS).length,
      overdue: wanted.filter((one) => isOverdue(one.handling, new Date(one.receivedAt), now)).length,
    },
    promised: PROMISED_HOURS,
    keeping,
  };
}

function medianOf(sorted: number[]): number | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
