import { enquiryFields } from '../../lib/enquiry.ts';
import { type StoredEnquiry, stateOf } from './store.ts';

const minute = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');
const nameOf = ({ firstName, lastName }: StoredEnquiry) => `${firstName} ${lastName}`.trim();
const standing = ({ spam, deliveries }: StoredEnquiry) => (spam ? 'spam' : stateOf(deliveries));

export function table(enquiries: StoredEnquiry[]): string {
  const rows = enquiries.map((enquiry) => [
    enquiry.reference,
    minute(enquiry.receivedAt),
    standing(enquiry),
    cut(nameOf(enquiry) || enquiry.email, 24),
    cut(enquiry.company, 20),
    cut(enquiry.spam ? `(${enquiry.spam}) ${enquiry.message}` : enquiry.message, 48),
  ]);
  const head = ['REFERENCE', 'RECEIVED (UTC)', 'STATE', 'FROM', 'COMPANY', 'MESSAGE'];
  const widths = head.map((title, i) =>
    Math.max(...[head, ...rows].map((row) => [...(row[i] ?? title)].length)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line).join('\n');
}

function cut(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** Everything about one. */
export function whole(enquiry: StoredEnquiry): string {
  const deliveries = enquiry.deliveries.map(({ kind, state, tries, dueAt, error }) =>
    [
      `${kind}: ${state}`,
      tries > 0 && `tries: ${tries}`,
      state === 'waiting' && tries > 0 && `next: ${minute(dueAt)} UTC`,
      error,
    ]
      .filter(Boolean)
      .join(', '),
  );
  return [
    `Reference: ${enquiry.reference}`,
    `Received: ${minute(enquiry.receivedAt)} UTC`,
    `Spam: ${enquiry.spam ?? 'no'}`,
    ...deliveries,
    `Name: ${nameOf(enquiry)}`,
    `E-mail: ${enquiry.email}`,
    `Company: ${enquiry.company}`,
    '',
    enquiry.message,
  ].join('\n');
}

/** One row of an export. */
export const flat = (enquiry: StoredEnquiry) => ({
  reference: enquiry.reference,
  receivedAt: enquiry.receivedAt.toISOString(),
  state: standing(enquiry),
  spam: enquiry.spam ?? '',
  ...Object.fromEntries(enquiryFields.map((field) => [field, enquiry[field]])),
});

const WEEK = 7 * 24 * 60 * 60 * 1000;
const WIDEST = 50;

/** A bar for each week, also for those without any. */
export function plot(enquiries: StoredEnquiry[], since: Date): string {
  const first = mondayOf(since);
  const weeks = Array.from({ length: Math.ceil((Date.now() - first + 1) / WEEK) }, (_, i) => {
    const inWeek = enquiries.filter(
      ({ receivedAt }) => Math.floor((receivedAt.getTime() - first) / WEEK) === i,
    );
    const spam = inWeek.filter((enquiry) => enquiry.spam).length;
    return { monday: new Date(first + i * WEEK), count: inWeek.length - spam, spam };
  });
  const most = Math.max(WIDEST, ...weeks.map(({ count, spam }) => count + spam));
  const bar = (count: number, sign: string) => sign.repeat(Math.round((count / most) * WIDEST));
  const lines = weeks.map(
    ({ monday, count, spam }) =>
      `${monday.toISOString().slice(0, 10)} ${String(count).padStart(5)}  ${bar(count, '█')}${bar(spam, '░')}`,
  );
  const sum = (pick: (week: { count: number; spam: number }) => number) =>
    weeks.reduce((n, week) => n + pick(week), 0);
  return [
    'Week of    Count',
    ...lines,
    `${sum(({ count }) => count)} enquiries (█), ${sum(({ spam }) => spam)} set aside as spam (░)`,
  ].join('\n');
}

function mondayOf(time: Date): number {
  const day = new Date(time.toISOString().slice(0, 10));
  return day.getTime() - ((day.getUTCDay() + 6) % 7) * (WEEK / 7);
}
