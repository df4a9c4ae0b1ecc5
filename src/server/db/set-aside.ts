import type { Database } from './database.ts';
import { DAY_MS } from './visits.ts';

/** Shorter than the hour after which it is looked for again. */
const TRY_AGAIN_AFTER_MS = 50 * 60 * 1000;

/** What a mail to the owner says of the messages that were set aside as spam. */
export interface SetAside {
  count: number;
  since: Date;
  until: Date;
}

/** The daily mail about what was set aside. One row remembers it for all processes: until when, and who is sending it. */
export function createSetAside(database: Database, now: () => number) {
  return {
    /**
     * What the owner is to be told, for one process alone, which has to settle it. Undefined where nothing was set aside,
     * where a mail went out within the last day, and where one is being sent or failed a moment ago.
     */
    claimSetAside: (): Promise<SetAside | undefined> =>
      database.write(async (tx) => {
        const until = now();
        const [row] = await tx.query<{ since: number; due: number }>(
          'SELECT told_until AS since, due_at AS due FROM set_aside_mail',
        );
        // The first look, or the clock was moved back.
        if (!row || row.since > until) {
          await tx.query(
            `INSERT INTO set_aside_mail (id, told_until, due_at) VALUES (1, $1, 0)
             ON CONFLICT (id) DO UPDATE SET told_until = $1, due_at = 0`,
            until,
          );
          return undefined;
        }
        const { since, due } = row;
        const isInHand = due > until && due <= until + TRY_AGAIN_AFTER_MS;
        if (until - since < DAY_MS || isInHand) return undefined;
        // Whatever somebody set aside by hand has been seen.
        const [found] = await tx.query<{ count: number }>(
          `SELECT count(*) AS count FROM enquiries WHERE spam IS NOT NULL AND received_at >= $1 AND received_at < $2 AND NOT EXISTS
             (SELECT 1 FROM changes WHERE changes.reference = enquiries.reference AND deed = 'spam')`,
          since,
          until,
        );
        const count = Number(found?.count ?? 0);
        const taken = await tx.query(
          'UPDATE set_aside_mail SET told_until = $1, due_at = $2 WHERE told_until = $3 AND due_at = $4 RETURNING id',
          ...[count > 0 ? since : until, until + TRY_AGAIN_AFTER_MS, since, due],
        );
        if (count === 0 || taken.length === 0) return undefined;
        return { count, since: new Date(since), until: new Date(until) };
      }),

    /** It was mailed. */
    settleSetAside: ({ since, until }: SetAside) =>
      database.write((tx) =>
        tx.query(
          'UPDATE set_aside_mail SET told_until = $1, due_at = 0 WHERE told_until = $2',
          until.getTime(),
          since.getTime(),
        ),
      ),
  };
}
