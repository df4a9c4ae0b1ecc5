/** Enquiries and page views in words: for the terminal, and some of it for the inbox. */
import { minute } from '../../lib/dates.ts';
import { type EnquiryField, enquiryFields, fieldRules } from '../../lib/enquiry.ts';
import { onOneLine, visible } from '../../lib/visible.ts';
import { type Delivery, type Kind, stateOf } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { Change, Deed, StoredNote } from '../db/handling.ts';
import { type Counted, dateOf, OTHERS } from '../db/visits.ts';

export const inWords = (count: number, what = ['enquiry', 'enquiries']) =>
  `${count} ${what[count === 1 ? 0 : 1]}`;

export function listText(enquiries: StoredEnquiry[]): string {
  const rows = enquiries.map((enquiry) => {
    const { reference, receivedAt, firstName, lastName, email, company, message } = enquiry;
    const remark = enquiry.spam ?? enquiry.doubt;
    return [
      onOneLine(reference),
      minute(receivedAt),
      onOneLine(standing(enquiry)),
      cut(`${firstName} ${lastName}`.trim() || email, 24),
      cut(company, 20),
      cut(remark ? `(${remark}) ${message}` : message, 48),
    ];
  });
  return table([['REFERENCE', 'RECEIVED (UTC)', 'STATE', 'FROM', 'COMPANY', 'MESSAGE'], ...rows]);
}

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cut(text: string, most: number): string {
  const characters = [...onOneLine(text)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** ‘First name’ for firstName. Not the form’s own labels: a mistake in content/ must not keep mail from its owner. */
export const labelOf = (field: EnquiryField) =>
  fieldRules[field].kind === 'email'
    ? 'E-mail'
    : field
        .replace(/^./, (letter) => letter.toUpperCase())
        .replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Whether it was set aside, or else how far its mail has come. */
export const standing = ({ spam, deliveries }: StoredEnquiry) => (spam ? 'spam' : stateOf(deliveries));

export const wholeText = ({ enquiry, history, notes }: WithHistory): string =>
  [
    `Reference: ${onOneLine(enquiry.reference)}`,
    `Received: ${minute(enquiry.receivedAt)} UTC`,
    `State: ${onOneLine(enquiry.handling)}`,
    `Spam: ${onOneLine(enquiry.spam ?? 'no')}`,
    `Doubt: ${onOneLine(enquiry.doubt ?? 'no')}`,
    ...enquiryFields.map((field) =>
      fieldRules[field].kind === 'text'
        ? `\n${labelOf(field)}:\n${visible(enquiry[field], 'lines')}`
        : `${labelOf(field)}: ${onOneLine(enquiry[field])}`,
    ),
    '',
    'What happened (UTC):',
    ...history.map(({ at, text }) => `${minute(at)}  ${text}`),
    ...notes.flatMap(({ at, by, text }) => [
      '',
      `Note by ${onOneLine(by)}, ${minute(at)} UTC:`,
      visible(text, 'lines'),
    ]),
  ].join('\n');

export interface Happened {
  at: Date;
  text: string;
  /** Wants the owner's attention. */
  isTrouble: boolean;
}

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
    ...deliveries.map((delivery) => happenedTo(delivery, receivedAt)),
    ...changes.map(({ at, by, deed }) => ({
      at,
      text: `${DONE[deed]} by ${onOneLine(by)}.`,
      isTrouble: false,
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

const DONE: Record<Deed, string> = {
  new: 'Marked as new',
  open: 'Opened',
  answered: 'Marked as answered',
  closed: 'Closed',
  spam: 'Set aside as spam',
  'not spam': 'Marked as not spam',
  resend: 'Sent again',
};

function happenedTo(delivery: Delivery, receivedAt: Date): Happened {
  const { kind, recipient, state, tries, dueAt, acceptedBy } = delivery;
  const [name, done] = lettersTo(onOneLine(recipient) || 'the firm')[kind];
  const error = onOneLine(delivery.error ?? '');
  const why = error && `: ${error}`;
  if (state === 'sent') {
    const by = acceptedBy ? `, accepted by ${onOneLine(acceptedBy)}` : '';
    return { at: dueAt, text: `${done}${by}. ${error}`.trim(), isTrouble: error !== '' };
  }
  if (state === 'parked')
    return { at: dueAt, text: `${name} was refused and will not be tried again${why}`, isTrouble: true };
  if (state === 'held') return { at: receivedAt, text: `${name} is held back${why}.`, isTrouble: false };
  if (tries === 0) return { at: receivedAt, text: `${name} waits to be sent.`, isTrouble: false };
  const times = tries === 1 ? 'once' : `${tries} times`;
  const text = `${name} failed ${times} and will be tried again at ${minute(dueAt)} UTC${why}`;
  return { at: receivedAt, text, isTrouble: true };
}

const lettersTo = (recipient: string): Record<Kind, [name: string, done: string]> => ({
  mail: [`The mail to ${recipient}`, `Mailed to ${recipient}`],
  acknowledgement: ['The acknowledgement to the visitor', 'Acknowledged to the visitor'],
  webhook: ['The message to the other program', 'Sent to the other program'],
});

/** Page views of some days, for a program. */
export const visitsOf = ({ days, pages, referrers }: Counted, first: number, last: number) => ({
  first: dateOf(first),
  last: dateOf(last),
  views: days.reduce((sum, { views }) => sum + views, 0),
  days: days.map(({ day, views }) => ({ day: dateOf(day), views })),
  pages,
  referrers: referrers.map(({ referrer, views }) => ({ host: referrer, views })),
});

/** So many pages and hosts fit on a screen. */
const MOST_SHOWN = 10;

export function visitsText(visits: ReturnType<typeof visitsOf>): string {
  const pages = visits.pages.map(({ path, views }) => [visible(path), String(views)]);
  const hosts = visits.referrers.map(({ host, views }) => [visible(HOSTS[host] ?? host), String(views)]);
  const most = (title: string, rows: string[][]) =>
    table([[title, 'Views'], ...rows.slice(0, MOST_SHOWN)]) +
    (rows.length > MOST_SHOWN ? `\nand ${rows.length - MOST_SHOWN} more: --json has them all` : '');
  return [
    table([['Day (UTC)', 'Views'], ...visits.days.map(({ day, views }) => [day, String(views)])]),
    most('Page', pages),
    most('From', hosts),
    `${inWords(visits.views, ['page view', 'page views'])} from ${visits.first} to ${visits.last}.
Not counted: robots, visitors who object to tracking, and pages that a browser loads before a click. Chrome does that
for most links within the site, so the counts show how visitors arrive rather than what they read next.`,
  ].join('\n\n');
}
const HOSTS: Record<string, string> = { '': 'none, or our own pages', [OTHERS]: 'other hosts' };
