import { retention } from '../../lib/retention.ts';
import type { Database, Transaction } from './database.ts';

/** How often a page was opened on a day through links at a host; days count from 1970, in UTC. */
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

export const DAY_MS = 24 * 60 * 60 * 1000;
export const dayOf = (time: number) => Math.floor(time / DAY_MS);
export const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

export type Visits = ReturnType<typeof createVisits>;

export function createVisits({ read, write }: Database) {
  const sums = <Row>(column: 'day' | 'path' | 'referrer', order: string, days: [number, number]) =>
    read<Row>(
      `SELECT ${column}, CAST(sum(views) AS BIGINT) AS views FROM visits WHERE day BETWEEN $1 AND $2
       GROUP BY ${column} ORDER BY ${order}`,
      days,
    );
  return {
    add: (counted: Views[]): Promise<void> =>
      write(async (tx) => {
        // In one order, against deadlocks on PostgreSQL.
        for (const { day, path, referrer, views } of counted.toSorted((a, b) =>
          keyOf(a) < keyOf(b) ? -1 : 1,
        ))
          await tx.query(
            `INSERT INTO visits (day, path, referrer, views) VALUES ($1, $2, $3, $4)
             ON CONFLICT (day, path, referrer) DO UPDATE SET views = visits.views + excluded.views`,
            ...[day, path, referrer, views],
          );
      }),

    between: async (first: number, last: number): Promise<Counted> => ({
      days: await sums('day', '1', [first, last]),
      pages: await sums('path', '2 DESC, 1', [first, last]),
      referrers: await sums('referrer', '2 DESC, 1', [first, last]),
    }),
  };
}

/** Deletes what is older than the privacy policy says. */
export const forgetVisits = (tx: Transaction) =>
  tx.query('DELETE FROM visits WHERE day < $1', dayOf(Date.now()) - retention.countDays);

export const keyOf = ({ day, path, referrer }: Omit<Views, 'views'>) => `${day} ${path} ${referrer}`;
