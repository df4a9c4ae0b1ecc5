import { minute } from '../../../lib/dates.ts';
import { type EnquiryField, enquiryFields, fieldRules } from '../../../lib/enquiry.ts';
import { onOneLine, visible } from '../../../lib/visible.ts';
import { type StoredEnquiry, stateOf } from '../store/enquiries.ts';
import type { Week } from '../store/store.ts';
import type { WithHistory } from './history.ts';

const nameOf = ({ firstName, lastName }: StoredEnquiry) => `${firstName} ${lastName}`.trim();
const standing = ({ spam, deliveries }: StoredEnquiry) => (spam ? 'spam' : stateOf(deliveries));

/** ‘First name’ for firstName. Not the form’s own labels: a mistake in content/ must not keep mail from its owner. */
export const labelOf = (field: EnquiryField) =>
  fieldRules[field].kind === 'email'
    ? 'E-mail'
    : field.replace(/^./, (letter) => letter.toUpperCase()).replace(/[A-Z]/g, separate);
const separate = (letter: string, at: number) => (at > 0 ? ` ${letter.toLowerCase()}` : letter);

/** What a table shows under a heading of its own, after who wrote; the longer ones last. */
const columns = (['line', 'text'] as const).flatMap((kind) =>
  enquiryFields.filter(
    (field) => fieldRules[field].kind === kind && field !== 'firstName' && field !== 'lastName',
  ),
);

export function table(enquiries: StoredEnquiry[]): string {
  const head = ['REFERENCE', 'RECEIVED (UTC)', 'STATE', 'FROM', ...columns.map(labelOf)].map((title) =>
    title.toUpperCase(),
  );
  const rows = enquiries.map((enquiry) => [
    onOneLine(enquiry.reference),
    minute(enquiry.receivedAt),
    onOneLine(standing(enquiry)),
    cut(nameOf(enquiry) || enquiry.email, 24),
    ...columns.map((field) =>
      fieldRules[field].kind === 'line' ? cut(enquiry[field], 20) : cut(noted(enquiry, enquiry[field]), 48),
    ),
  ]);
  const widths = head.map((title) => title.length);
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, lengthOf(cell));
    });
  const line = (row: string[]) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - lengthOf(cell)))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line).join('\n');
}

const lengthOf = (text: string) => [...text].length;

function noted({ spam, doubt }: StoredEnquiry, text: string): string {
  const note = spam ?? doubt;
  return note ? `(${note}) ${text}` : text;
}

function cut(text: string, most: number): string {
  const characters = [...visible(text.replace(/\s+/g, ' '))];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** Everything about one. */
export function whole({ enquiry, history, notes }: WithHistory): string {
  const isText = (field: EnquiryField) => fieldRules[field].kind === 'text';
  return [
    `Reference: ${onOneLine(enquiry.reference)}`,
    `Received: ${minute(enquiry.receivedAt)} UTC`,
    `State: ${onOneLine(enquiry.handling)}`,
    `Spam: ${onOneLine(enquiry.spam ?? 'no')}`,
    `Doubt: ${onOneLine(enquiry.doubt ?? 'no')}`,
    ...enquiryFields
      .filter((field) => !isText(field))
      .map((field) => `${labelOf(field)}: ${onOneLine(enquiry[field])}`),
    ...enquiryFields
      .filter(isText)
      .flatMap((field) => ['', `${labelOf(field)}:`, visible(enquiry[field], 'lines')]),
    '',
    'What happened (UTC):',
    ...history.map(({ at, text }) => `${minute(at)}  ${text}`),
    ...notes.flatMap(({ at, by, text }) => [
      '',
      `Note by ${onOneLine(by)}, ${minute(at)} UTC:`,
      visible(text, 'lines'),
    ]),
  ].join('\n');
}

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

const WEEK = 7 * 24 * 60 * 60 * 1000;
const WIDEST = 50;

/** Each week from a Monday on until now, also those without any. */
export function weeksFrom(monday: Date, counted: readonly Week[], now: Date) {
  const first = monday.getTime();
  const weeks = Array.from(
    { length: Math.max(1, Math.ceil((now.getTime() - first + 1) / WEEK)) },
    (_, i) => ({
      monday: new Date(first + i * WEEK).toISOString().slice(0, 10),
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

/** A bar for each week from a Monday on. */
export function plot(counted: Week[], monday: Date): string {
  const weeks = weeksFrom(monday, counted, new Date());
  const most = Math.max(...weeks.map(({ count, spam }) => count + spam));
  const lines = weeks.map(
    ({ monday, count, spam }) =>
      `${monday} ${String(count).padStart(5)}  ${bar(count, most)}${bar(spam, most, '░')}`,
  );
  const sum = (which: 'count' | 'spam') => weeks.reduce((sum, week) => sum + week[which], 0);
  return [
    'Week of    Count',
    ...lines,
    `${sum('count')} enquiries (█), ${sum('spam')} set aside as spam (░)`,
  ].join('\n');
}

/** Each one has its own block, as long as there is room for the most. */
export const bar = (count: number, most: number, sign = '█') =>
  sign.repeat(Math.round((count / Math.max(WIDEST, most)) * WIDEST));

export function mondayOf(time: Date): Date {
  const day = new Date(time.toISOString().slice(0, 10));
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * (WEEK / 7));
}
