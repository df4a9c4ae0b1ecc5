import { randomUUID } from 'node:crypto';
import type { Handling } from '../../lib/inbox.ts';
import type { Database, Transaction } from './database.ts';

export type Deed = Handling | 'spam' | 'not spam' | 'resend';

export interface Change {
  at: Date;
  by: string;
  deed: Deed;
}

/** A note of somebody at the firm, for the firm alone. */
export interface StoredNote {
  id: string;
  at: Date;
  by: string;
  text: string;
}

/** When an enquiry came, and when it was marked as answered. */
export interface Answered {
  receivedAt: Date;
  answeredAt: Date | undefined;
  handling: Handling;
  isSpam: boolean;
}

export function createHandling({ read, write }: Database, now: () => number) {
  async function readDated<Row>(sql: string, reference: string) {
    const rows = await read<Row & { at: number }>(sql, [reference]);
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }

  return {
    /** The time of the first answer is kept until the enquiry is new or open again. */
    handle: (reference: string, handling: Handling, by: string): Promise<void> =>
      write(async (tx) => {
        const changed = await tx.query(
          `UPDATE enquiries SET handling = $2, answered_at =
             CASE $2 WHEN 'answered' THEN coalesce(answered_at, $3) WHEN 'closed' THEN answered_at END
           WHERE reference = $1 RETURNING reference`,
          ...[reference, handling, now()],
        );
        if (changed.length > 0) await recordChange(tx, reference, handling, by, now());
      }),

    /** Deliveries are held while it is spam. */
    mark: (reference: string, spam: string | null, by: string): Promise<void> =>
      write(async (tx) => {
        const marked = await tx.query(
          'UPDATE enquiries SET spam = $2 WHERE reference = $1 RETURNING reference',
          ...[reference, spam],
        );
        if (marked.length === 0) return;
        const [from, to, deed] =
          spam === null ? (['held', 'waiting', 'not spam'] as const) : (['waiting', 'held', 'spam'] as const);
        const held = 'UPDATE deliveries SET state = $3 WHERE reference = $1 AND state = $2';
        await tx.query(held, reference, from, to);
        await recordChange(tx, reference, deed, by, now());
      }),

    /** Who did what with an enquiry, the oldest first. */
    changes: (reference: string): Promise<Change[]> =>
      readDated<Omit<Change, 'at'>>(
        'SELECT at, author AS "by", deed FROM changes WHERE reference = $1 ORDER BY at, id',
        reference,
      ),

    /** The oldest first. */
    notes: (reference: string): Promise<StoredNote[]> =>
      readDated<Omit<StoredNote, 'at'>>(
        'SELECT id, at, author AS "by", text FROM notes WHERE reference = $1 ORDER BY at, id',
        reference,
      ),

    addNote: (reference: string, text: string, by: string) =>
      write((tx) =>
        tx.query(
          `INSERT INTO notes (id, reference, at, author, text)
           SELECT $1, reference, $3, $4, $5 FROM enquiries WHERE reference = $2`,
          ...[randomUUID(), reference, now(), by, text],
        ),
      ),

    removeNote: (reference: string, id: string) =>
      write((tx) => tx.query('DELETE FROM notes WHERE reference = $1 AND id = $2', reference, id)),

    /** What came since then, and how fast the firm answered it. */
    answers: async (since: Date): Promise<Answered[]> => {
      const rows = await read<{
        receivedAt: number;
        answeredAt: number | null;
        handling: Handling;
        spam: 0 | 1;
      }>(
        `SELECT received_at AS "receivedAt", answered_at AS "answeredAt", handling,
           CASE WHEN spam IS NULL THEN 0 ELSE 1 END AS spam FROM enquiries WHERE received_at >= $1`,
        [since.getTime()],
      );
      return rows.map(({ receivedAt, answeredAt, handling, spam }) => ({
        receivedAt: new Date(receivedAt),
        answeredAt: answeredAt === null ? undefined : new Date(answeredAt),
        handling,
        isSpam: spam === 1,
      }));
    },
  };
}

export const recordChange = (tx: Transaction, reference: string, deed: Deed, by: string, at: number) =>
  tx.query(
    'INSERT INTO changes (id, reference, at, author, deed) VALUES ($1, $2, $3, $4, $5)',
    ...[randomUUID(), reference, at, by, deed],
  );
