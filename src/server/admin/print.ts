import { minute } from '../../lib/dates.ts';
import { type EnquiryField, enquiryFields, fieldRules } from '../../lib/enquiry.ts';
import { onOneLine, visible } from '../../lib/visible.ts';
import { stateOf } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
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
