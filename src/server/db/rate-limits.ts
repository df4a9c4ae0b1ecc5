import { type Database, deleteInLots, placeholders } from './database.ts';

export interface Limit {
  /** Names who is counted; nobody can tell from it who that is. */
  key: string;
  most: number;
}

/** Counts for all machines that share a database. */
export function createRateLimits(database: Database, windowMs: number) {
  return {
    /** Counts one more for each, unless one of them has reached its limit: then the seconds until it may again. */
    take: (limits: Limit[], now: number): Promise<number> =>
      database.write(async (tx) => {
        // In one order on every machine, or two of them could wait for one another.
        const keys = limits.map(({ key }) => key).sort();
        // What ends after a window from now was written by a machine whose clock is ahead: it is begun anew.
        const rows = await tx.query<{ key: string; points: number; expire: number }>(
          `SELECT key, points, expire FROM rate_limits
           WHERE expire > $1 AND expire <= $2 AND key IN (${placeholders(keys.length, 3)})`,
          now,
          now + windowMs,
          ...keys,
        );
        const spent = rows.find(
          (row) => row.points >= (limits.find(({ key }) => key === row.key)?.most ?? 0),
        );
        if (spent) return Math.ceil((spent.expire - now) / 1000);
        for (const key of keys)
          await tx.query(
            `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, $2)
             ON CONFLICT (key) DO UPDATE SET
               points = CASE WHEN rate_limits.expire > $3 AND rate_limits.expire <= $2 THEN rate_limits.points + 1 ELSE 1 END,
               expire = CASE WHEN rate_limits.expire > $3 AND rate_limits.expire <= $2 THEN rate_limits.expire ELSE $2 END`,
            key,
            now + windowMs,
            now,
          );
        return 0;
      }),

    giveBack: (keys: string[]) =>
      database.write((tx) =>
        tx.query(
          `UPDATE rate_limits SET points = points - 1 WHERE points > 0 AND key IN (${placeholders(keys.length)})`,
          ...keys.toSorted(),
        ),
      ),
  };
}

/** Deletes counts that are over, and what a clock that was ahead has left. */
export async function forgetLimits(database: Database, windowMs: number, now: number): Promise<void> {
  await deleteInLots(database, 'rate_limits', 'key', 'expire < $1', now);
  await deleteInLots(database, 'rate_limits', 'key', 'expire > $1', now + windowMs);
}
