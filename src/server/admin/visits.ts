import { visible } from '../../lib/visible.ts';
import { VISITS } from '../built.ts';
import { type Counted, dateOf, OTHERS } from '../db/visits.ts';

export interface Span {
  /** Days from 1970 on. */
  first: number;
  last: number;
}

/** So many of each list fit on a screen; --json has them all. */
const SHOWN = 10;
const NOBODY = 'none, or our own pages';
const REST = 'other hosts';

/** What was counted, for people. */
export function visitsTable({ days, pages, referrers }: Counted, { first, last }: Span): string {
  const views = new Map(days.map(({ day, views }) => [day, views]));
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const most = Math.max(...views.values());
  const total = days.reduce((sum, { views }) => sum + views, 0);
  return [
    heading('Day (UTC)', 10),
    ...all.map((day) => line(dateOf(day), 10, views.get(day) ?? 0, most)),
    ...list(
      'Page',
      pages.map(({ path, views }) => ({ name: visible(path), views })),
    ),
    ...list(
      'From',
      referrers.map(({ referrer, views }) => ({ name: nameOf(referrer), views })),
    ),
    '',
    `${total === 1 ? '1 page view' : `${total} page views`} from ${dateOf(first)} to ${dateOf(last)}.`,
    'Not counted: robots, visitors who ask not to be, and pages that a browser loads before a click. Chrome does that',
    'for most links within the site, so the count says more about arrivals than about what was read next.',
  ].join('\n');
}

/** The same for a program, and whole. */
export const visitsJson = ({ days, pages, referrers }: Counted, { first, last }: Span, isOn: boolean) =>
  JSON.stringify(
    {
      isCounting: isOn,
      first: dateOf(first),
      last: dateOf(last),
      views: days.reduce((sum, { views }) => sum + views, 0),
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
  `No page view was counted in the last ${days === 1 ? 'day' : `${days} days`}. Only pages that the site’s own program sends are counted, not those that nginx, Caddy or a CDN serves from its files. For an earlier time: ${VISITS}${VISITS.startsWith('npm') ? ' --' : ''} --days 365`;

const nameOf = (referrer: string) =>
  referrer === '' ? NOBODY : referrer === OTHERS ? REST : visible(referrer);
const inWords = (views: number) => (views === 1 ? '1 view' : `${views} views`);

interface Named {
  name: string;
  views: number;
}

function list(title: string, all: Named[]): string[] {
  const shown = all.slice(0, SHOWN);
  const most = Math.max(...shown.map(({ views }) => views));
  const width = Math.max(title.length, ...shown.map(({ name }) => name.length));
  const rest = all.slice(SHOWN).reduce((sum, { views }) => sum + views, 0);
  return [
    '',
    heading(title, width),
    ...shown.map(({ name, views }) => line(name, width, views, most)),
    ...(rest > 0 ? [`and ${all.length - SHOWN} more with ${inWords(rest)}`] : []),
  ];
}

const heading = (title: string, width: number) => `${title.padEnd(width)}  Views`;
const line = (name: string, width: number, views: number, most: number) =>
  `${name.padEnd(width)} ${String(views).padStart(6)}  ${bar(views, most)}`.trimEnd();

const WIDEST = 50;
/** Each one has its own block, as long as there is room for the most. */
const bar = (count: number, most: number) =>
  '█'.repeat(Math.round((count / Math.max(WIDEST, most)) * WIDEST));
