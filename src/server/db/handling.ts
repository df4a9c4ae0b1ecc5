import { randomUUID } from 'node:crypto';
import type { Handling } from '../../lib/inbox.ts';
import type { Database, Transaction } from './database.ts';

export type Deed = Handling | 'spam' | 'not spam' | 'resend';

interface Dated {
  at: Date;
  by: string;
}
export interface Change extends Dated {
  deed: Deed;
}
/** A note of the firm, for the firm alone. */
export interface StoredNote extends Dated {
  id: string;
  text: string;
}

/** When an enquiry came, and when it was marked as answered. */
export interface Answered {
  receivedAt: number;
  answeredAt: number | null;
  handling: Handling;
  spam: string | null;
}

export function createHandling({ read, write }: Database) {
  /** The oldest first. */
  async function ofEnquiry<Row>(columns: string, table: string, reference: string): Promise<Row[]> {
    const rows = await read<Row & { at: number }>(
      `SELECT ${columns}, at, author AS "by" FROM ${table} WHERE reference = $1 ORDER BY at, id`,
      [reference],
    );
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }

  return {
    /** The time of the first answer is kept until the enquiry is new or open again. */
    handle: (reference: string, handling: Handling, by: string) =>
      write(async (tx) => {
        const changed = await tx.query(
          `UPDATE enquiries SET handling = $2, answered_at =
             CASE $2 WHEN 'answered' THEN coalesce(answered_at, $3) WHEN 'closed' THEN answered_at END
           WHERE reference = $1 RETURNING reference`,
          ...[reference, handling, Date.now()],
        );
        if (changed.length > 0) await recordChange(tx, reference, handling, by);
      }),

    /** Deliveries are held while it is spam. */
    mark: (reference: string, spam: string | null, by: string) =>
      write(async (tx) => {
        const sql = 'UPDATE enquiries SET spam = $2 WHERE reference = $1 RETURNING reference';
        if ((await tx.query(sql, reference, spam)).length === 0) return;
        await tx.query(
          'UPDATE deliveries SET state = $3 WHERE reference = $1 AND state = $2',
          ...[reference, ...(spam === null ? ['held', 'waiting'] : ['waiting', 'held'])],
        );
        await recordChange(tx, reference, spam === null ? 'not spam' : 'spam', by);
      }),

    changes: (reference: string) => ofEnquiry<Change>('deed', 'changes', reference),

    notes: (reference: string) => ofEnquiry<StoredNote>('id, text', 'notes', reference),

    addNote: (reference: string, text: string, by: string) =>
      write((tx) =>
        tx.query(
          `INSERT INTO notes (id, reference, at, author, text)
           SELECT $1, reference, $3, $4, $5 FROM enquiries WHERE reference = $2`,
          ...[randomUUID(), reference, Date.now(), by, text],
        ),
      ),

    removeNote: (reference: string, id: string) =>
      write((tx) => tx.query('DELETE FROM notes WHERE reference = $1 AND id = $2', reference, id)),

    /** What came since then, and how fast the firm answered it. */
    answers: (since: Date) =>
      read<Answered>(
        `SELECT received_at AS "receivedAt", answered_at AS "answeredAt", handling, spam FROM enquiries
         WHERE received_at >= $1`,
        [since.getTime()],
      ),
  };
}

export const recordChange = (tx: Transaction, reference: string, deed: Deed, by: string) =>
  tx.query(
    'INSERT INTO changes (id, reference, at, author, deed) VALUES ($1, $2, $3, $4, $5)',
    ...[randomUUID(), reference, Date.now(), by, deed],
  );
