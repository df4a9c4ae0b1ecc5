import { type EnquiryField, enquiryFields, withoutUnseen } from '../../lib/enquiry.ts';
import type { Figures, Keeping, Row, Whole } from '../../lib/inbox.ts';
import { mailto } from '../../lib/mailto.ts';
import { onOneLine, visible } from '../../lib/visible.ts';
import { workingHours } from '../../lib/working-time.ts';
import { labelOf, type WithHistory } from '../admin/words.ts';
import { stateOf } from '../db/deliveries.ts';
import type { StoredEnquiry, Week } from '../db/enquiries.ts';
import type { Answered } from '../db/handling.ts';
import { type Counted, dayOf } from '../db/visits.ts';

/** Two working days, as the site promises. */
const PROMISED_HOURS = 48;
/** As much of a message as a line of the list can show. */
const EXCERPT_LENGTH = 200;

/** What a stranger wrote, without characters that steer a terminal or change the direction of a line. */
export const line = (text: string) => onOneLine(text).trim();

/** Nobody has answered it in the time that was promised. */
const isOverdue = ({ handling, receivedAt }: Pick<StoredEnquiry, 'handling' | 'receivedAt'>, now: Date) =>
  (handling === 'new' || handling === 'open') && workingHours(receivedAt, now) > PROMISED_HOURS;

export const rowOf = (enquiry: StoredEnquiry, now: Date): Row => ({
  reference: line(enquiry.reference),
  receivedAt: enquiry.receivedAt.toISOString(),
  name: line(`${enquiry.firstName} ${enquiry.lastName}`),
  // By what it shows, it can be erased.
  email: line(withoutUnseen(enquiry.email)),
  company: line(enquiry.company),
  excerpt: line([...enquiry.message].slice(0, EXCERPT_LENGTH).join('')),
  handling: enquiry.handling,
  spam: enquiry.spam && line(enquiry.spam),
  doubt: enquiry.doubt && line(enquiry.doubt),
  delivery: stateOf(enquiry.deliveries),
  notes: enquiry.notes,
  isLate: enquiry.spam === null && isOverdue(enquiry, now),
});

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
const QUOTED_LENGTH = 1200;

function replyTo({ email, reference, message }: StoredEnquiry, firm: string): string {
  const words = [...visible(message, 'lines')];
  const quoted =
    words.length > QUOTED_LENGTH ? `${words.slice(0, QUOTED_LENGTH).join('')} …` : words.join('');
  return mailto(
    // A question mark in an address would begin headers of its own.
    line(email).split('@').map(encodeURIComponent).join('@'),
    {
      subject: `Your enquiry to ${firm} [${line(reference)}]`,
      body: `\n\n${quoted.replace(/^/gm, '> ')}\n`,
    },
  );
}

interface Counts {
  weekly: readonly Week[];
  answers: readonly Answered[];
  /** Undefined where they are not counted. */
  visits: Counted['days'] | undefined;
  keeping: Keeping;
}

/** The weeks from a Monday on, and how fast the firm answered in them. */
export function figuresOf({ weekly, answers, visits, keeping }: Counts, monday: Date, now: Date): Figures {
  const times = answers
    .flatMap(({ receivedAt, answeredAt }) => (answeredAt ? workingHours(receivedAt, answeredAt) : []))
    .sort((a, b) => a - b);
  const first = dayOf(monday.getTime());
  const visitsOf = (week: number) =>
    visits
      ?.filter(({ day }) => Math.floor((day - first) / 7) === week)
      .reduce((sum, { views }) => sum + Number(views), 0);
  return {
    weeks: weeksFrom(monday, weekly, now).map((week, i) =>
      visits ? { ...week, visits: visitsOf(i) ?? 0 } : week,
    ),
    answers: {
      answered: times.length,
      median: medianOf(times),
      worst: times.at(-1) ?? null,
      late: times.filter((hours) => hours > PROMISED_HOURS).length,
      overdue: answers.filter((one) => isOverdue(one, now)).length,
    },
    promised: PROMISED_HOURS,
    keeping,
  };
}

function medianOf(sorted: number[]): number | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Each week from a Monday on until now, also those without any. */
function weeksFrom(monday: Date, counted: readonly Week[], now: Date) {
  const first = monday.getTime();
  const weeks = Array.from(
    { length: Math.max(1, Math.ceil((now.getTime() - first + 1) / WEEK_MS)) },
    (_, i) => ({
      monday: new Date(first + i * WEEK_MS).toISOString().slice(0, 10),
      count: 0,
      spam: 0,
    }),
  );
  for (const { week, isSpam, count } of counted) {
    const found = weeks[week];
    if (found) found[isSpam ? 'spam' : 'count'] += count;
  }
  return weeks;
}

export function mondayOf(time: Date): Date {
  const day = new Date(time.toISOString().slice(0, 10));
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * (WEEK_MS / 7));
}
