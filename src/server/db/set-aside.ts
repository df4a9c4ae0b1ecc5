import type { Database } from './database.ts';
import { DAY_MS } from './visits.ts';

/** Shorter than the hour between two looks. */
const TRY_AGAIN_AFTER_MS = 50 * 60 * 1000;

/** What a mail to the owner says of the messages that were set aside as spam. */
export interface SetAside {
  count: number;
  since: Date;
  until: Date;
}

/** The daily mail about spam. One row for all processes holds the time it has covered and when it may be sent again. */
export const createSetAside = ({ write }: Database) => ({
  /**
   * What the mail is to say, for one process, which has to settle it. Undefined where nothing was set aside, where a
   * mail went out within the last day, and where one is being sent or has just failed.
   */
  claimSetAside: (): Promise<SetAside | undefined> =>
    write(async (tx) => {
      const until = Date.now();
      // The first look, or the clock was moved back.
      await tx.query(
        `INSERT INTO set_aside_mail (id, told_until, due_at) VALUES (1, $1, 0)
         ON CONFLICT (id) DO UPDATE SET told_until = $1, due_at = 0 WHERE set_aside_mail.told_until > $1`,
        until,
      );
      const retryAt = until + TRY_AGAIN_AFTER_MS;
      const [taken] = await tx.query<{ since: number }>(
        `UPDATE set_aside_mail SET due_at = $1 WHERE told_until <= $2 AND due_at NOT BETWEEN $3 AND $1
         RETURNING told_until AS since`,
        ...[retryAt, until - DAY_MS, until + 1],
      );
      if (!taken) return undefined;
      // Without what was set aside by hand.
      const [found] = await tx.query<{ count: number }>(
        `SELECT count(*) AS count FROM enquiries WHERE spam IS NOT NULL AND received_at >= $1 AND received_at < $2
         AND NOT EXISTS (SELECT 1 FROM changes WHERE changes.reference = enquiries.reference AND deed = 'spam')`,
        ...[taken.since, until],
      );
      if (found?.count) return { count: found.count, since: new Date(taken.since), until: new Date(until) };
      await tx.query('UPDATE set_aside_mail SET told_until = $1', until);
      return undefined;
    }),

  /** It was mailed. */
  settleSetAside: ({ since, until }: SetAside) =>
    write((tx) =>
      tx.query(
        'UPDATE set_aside_mail SET told_until = $1, due_at = 0 WHERE told_until = $2',
        ...[until.getTime(), since.getTime()],
      ),
    ),
});
