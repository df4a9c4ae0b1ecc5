import { kept } from '../../lib/kept.ts';
import { type Database, deleteInLots, type Transaction } from './database.ts';

/** How often a page was opened on a day by followers of links at a host; the day counts from 1970, in UTC. */
export interface Views {
  day: number;
  path: string;
  /** Empty where no other site led there: typed, bookmarked, or from a page of our own. */
  referrer: string;
  views: number;
}

/** What was counted from one day to another, each list by its own order: time, or the most first. */
export interface Counted {
  days: { day: number; views: number }[];
  pages: { path: string; views: number }[];
  referrers: { referrer: string; views: number }[];
}

/** Stands for every host that has no row of its own. No host is called so: each of ours has a dot. */
export const OTHERS = 'others';

/**
 * Anybody can invent hosts. So many rows a day name one; what comes on top is added to the page's row of others, so that
 * a day never takes more rows than this and two for each page. Several processes may be a lot over it.
 */
const NAMED_A_DAY = 1000;

export const DAY_MS = 24 * 60 * 60 * 1000;
export const dayOf = (time: number) => Math.floor(time / DAY_MS);
export const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

export type Visits = ReturnType<typeof createVisits>;

/** The count of page views, beside the enquiries and by the same engines. */
export function createVisits(database: Database, now: () => number) {
  const firstKept = () => dayOf(now()) - kept.countDays;
  const sums = <Row>(column: 'day' | 'path' | 'referrer', order: string, days: [number, number]) =>
    database.read<Row>(
      `SELECT ${column}, CAST(sum(views) AS BIGINT) AS views FROM visits WHERE day BETWEEN $1 AND $2
       GROUP BY ${column} ORDER BY ${order}`,
      days,
    );
  return {
    /** Adds to what is there, whoever counted it. At most a lot at a time. */
    add: (lot: Views[]): Promise<void> => database.write((tx) => add(tx, lot)),

    between: async (first: number, last: number): Promise<Counted> => ({
      days: await sums('day', '1', [first, last]),
      pages: await sums('path', '2 DESC, 1', [first, last]),
      referrers: await sums('referrer', '2 DESC, 1', [first, last]),
    }),

    /** The days that are older than the privacy policy says, of how many there are. */
    expired: async (): Promise<{ days: number[]; of: number }> => {
      const rows = await database.read<{ day: number }>('SELECT DISTINCT day FROM visits ORDER BY day');
      const days = rows.map(({ day }) => day).filter((day) => day < firstKept());
      return { days, of: rows.length };
    },

    /** Deletes what is older than the privacy policy says. */
    forget: () => deleteInLots(database, 'visits', 'day, path, referrer', 'day < $1', firstKept()),
  };
}

const ADD = `INSERT INTO visits (day, path, referrer, views) VALUES ($1, $2, $3, $4)
  ON CONFLICT (day, path, referrer) DO UPDATE SET views = visits.views + excluded.views`;
const ADD_TO_KNOWN = `UPDATE visits SET views = views + $4 WHERE day = $1 AND path = $2 AND referrer = $3
  RETURNING day`;
const NAMED = `SELECT count(*) AS count FROM visits WHERE day = $1 AND referrer NOT IN ('', '${OTHERS}')`;

/** In one order, the rows without a name last: transactions that lock rows in different orders block one another. */
async function add(tx: Transaction, lot: Views[]): Promise<void> {
  const room = new Map<number, number>();
  const unnamed: Views[] = [];
  for (const counted of lot.toSorted(inOrder)) {
    const { day, path, referrer, views } = counted;
    if (referrer === '' || referrer === OTHERS) {
      unnamed.push(counted);
      continue;
    }
    if ((await tx.query(ADD_TO_KNOWN, day, path, referrer, views)).length > 0) continue;
    const left = room.get(day) ?? (await roomOn(tx, day));
    room.set(day, left - 1);
    if (left > 0) await tx.query(ADD, day, path, referrer, views);
    else unnamed.push({ ...counted, referrer: OTHERS });
  }
  for (const { day, path, referrer, views } of unnamed.sort(inOrder))
    await tx.query(ADD, day, path, referrer, views);
}

const inOrder = (a: Views, b: Views) => (keyOf(a) < keyOf(b) ? -1 : 1);
const keyOf = ({ day, path, referrer }: Views) => `${day} ${path} ${referrer}`;

async function roomOn(tx: Transaction, day: number): Promise<number> {
  const [named] = await tx.query<{ count: number }>(NAMED, day);
  return NAMED_A_DAY - Number(named?.count ?? 0);
}
