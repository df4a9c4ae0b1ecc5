/** What the command line prints. */
import { minute } from '../../lib/dates.ts';
import { type EnquiryField, enquiryFields, fieldRules } from '../../lib/enquiry.ts';
import { onOneLine, visible } from '../../lib/visible.ts';
import { VISITS } from '../built.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { type Counted, dateOf, OTHERS } from '../db/visits.ts';
import { labelOf, standing, type WithHistory } from './words.ts';

export const inWords = (count: number) => `${count} ${count === 1 ? 'enquiry' : 'enquiries'}`;

/** What a list of enquiries shows under a heading of its own, after who wrote; the longer ones last. */
const columns = (['line', 'text'] as const).flatMap((kind) =>
  enquiryFields.filter(
    (field) => fieldRules[field].kind === kind && field !== 'firstName' && field !== 'lastName',
  ),
);

export function listText(enquiries: StoredEnquiry[]): string {
  const head = ['Reference', 'Received (UTC)', 'State', 'From', ...columns.map(labelOf)];
  const rows = enquiries.map((enquiry) => {
    const { reference, receivedAt, firstName, lastName, email, spam, doubt } = enquiry;
    const remark = spam ?? doubt;
    return [
      onOneLine(reference),
      minute(receivedAt),
      onOneLine(standing(enquiry)),
      cut(`${firstName} ${lastName}`.trim() || email, 24),
      ...columns.map((field) =>
        fieldRules[field].kind === 'line'
          ? cut(enquiry[field], 20)
          : cut(remark ? `(${remark}) ${enquiry[field]}` : enquiry[field], 48),
      ),
    ];
  });
  return table([head.map((title) => title.toUpperCase()), ...rows]);
}

function table(rows: string[][]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length));
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cut(text: string, most: number): string {
  const characters = [...onOneLine(text)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** Everything about one. */
export function wholeText({ enquiry, history, notes }: WithHistory): string {
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

/** Days from 1970 on. */
interface Span {
  first: number;
  last: number;
}

/** So many of each list fit on a screen; --json has them all. */
const MOST_SHOWN = 10;

export function visitsText({ days, pages, referrers }: Counted, { first, last }: Span): string {
  const views = new Map(days.map((one) => [one.day, one.views]));
  const every = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const total = totalOf(days);
  return [
    table([['Day (UTC)', 'Views'], ...every.map((day) => [dateOf(day), String(views.get(day) ?? 0)])]),
    most(
      'Page',
      pages.map((one) => ({ name: one.path, views: one.views })),
    ),
    most(
      'From',
      referrers.map((one) => ({ name: hosts[one.referrer] ?? one.referrer, views: one.views })),
    ),
    `${total === 1 ? '1 page view' : `${total} page views`} from ${dateOf(first)} to ${dateOf(last)}.
Not counted: robots, visitors who ask not to be, and pages that a browser loads before a click. Chrome does that
for most links within the site, so the count says more about arrivals than about what was read next.`,
  ].join('\n\n');
}

const hosts: Record<string, string> = { '': 'none, or our own pages', [OTHERS]: 'other hosts' };
const totalOf = (all: { views: number }[]) => all.reduce((sum, { views }) => sum + views, 0);

function most(title: string, all: { name: string; views: number }[]): string {
  const rest = all.slice(MOST_SHOWN);
  const lines = all.slice(0, MOST_SHOWN).map(({ name, views }) => [visible(name), String(views)]);
  const more = rest.length > 0 ? `\nand ${rest.length} more with ${totalOf(rest)}` : '';
  return table([[title, 'Views'], ...lines]) + more;
}

/** The same for a program, and whole. */
export const visitsJson = ({ days, pages, referrers }: Counted, { first, last }: Span, isCounting: boolean) =>
  JSON.stringify(
    {
      isCounting,
      first: dateOf(first),
      last: dateOf(last),
      views: totalOf(days),
      days: days.map(({ day, views }) => ({ day: dateOf(day), views })),
      pages,
      referrers: referrers.map(({ referrer, views }) => ({ host: referrer, views })),
    },
    null,
    2,
  );

export const NOT_COUNTED =
  'Page views are not counted. To count them, set countVisits to true in site.config.ts and build the site again; its privacy policy then says so.';
export const NO_LONGER_COUNTED = 'Page views are no longer counted: countVisits is false in site.config.ts.';
export const noneCounted = (days: number) =>
  `No page view was counted in the last ${days === 1 ? 'day' : `${days} days`}. What a CDN answers itself is not counted. For an earlier time: ${VISITS}${VISITS.startsWith('npm') ? ' --' : ''} --days 365`;
