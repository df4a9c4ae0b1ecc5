import type { Database } from './database.ts';
import { DAY_MS } from './visits.ts';

/** What a mail to the owner says of the messages that were set aside as spam. */
export interface SetAside {
  count: number;
  since: Date;
}

/** The daily mail about spam. One row for all processes holds the time that it has covered. */
export const createSetAside = ({ write }: Database) => ({
  /** What the mail is to say, for one process. Undefined where nothing was set aside, and within a day of the last one. */
  claimSetAside: (): Promise<SetAside | undefined> =>
    write(async (tx) => {
      const now = Date.now();
      // The first look, or the clock was moved back.
      await tx.query(
        `INSERT INTO set_aside_mail (id, told_until, due_at) VALUES (1, $1, 0)
         ON CONFLICT (id) DO UPDATE SET told_until = $1 WHERE set_aside_mail.told_until > $1`,
        now,
      );
      const [row] = await tx.query<{ since: number }>('SELECT told_until AS since FROM set_aside_mail');
      if (!row || row.since > now - DAY_MS) return undefined;
      const sql = 'UPDATE set_aside_mail SET told_until = $1 WHERE told_until = $2 RETURNING id';
      if ((await tx.query(sql, now, row.since)).length === 0) return undefined;
      // Without what was set aside by hand.
      const [found] = await tx.query<{ count: number }>(
        `SELECT count(*) AS count FROM enquiries WHERE spam IS NOT NULL AND received_at >= $1 AND received_at < $2
         AND NOT EXISTS (SELECT 1 FROM changes WHERE changes.reference = enquiries.reference AND deed = 'spam')`,
        ...[row.since, now],
      );
      return found?.count ? { count: found.count, since: new Date(row.since) } : undefined;
    }),

  /** It could not be mailed, so the next look tries again. */
  releaseSetAside: ({ since }: SetAside) =>
    write((tx) => tx.query('UPDATE set_aside_mail SET told_until = $1', since.getTime())),
});
