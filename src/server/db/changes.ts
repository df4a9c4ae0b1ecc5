import { randomUUID } from 'node:crypto';
import { handlings } from '../../lib/inbox.ts';
import type { Database, Transaction } from './database.ts';

/** What somebody at the firm can do with an enquiry. */
const deeds = [...handlings, 'spam', 'not spam', 'resend'] as const;
export type Deed = (typeof deeds)[number];

export interface Change {
  at: Date;
  by: string;
  deed: Deed;
}

/** Who did what with an enquiry, and when. */
export const createChanges = ({ read }: Pick<Database, 'read'>) => ({
  /** The oldest first. */
  changes: async (reference: string): Promise<Change[]> => {
    const rows = await read<{ at: number; author: string; deed: Deed }>(
      'SELECT at, author, deed FROM changes WHERE reference = $1 ORDER BY at, id',
      [reference],
    );
    return rows.map(({ at, author, deed }) => ({ at: new Date(Number(at)), by: author, deed }));
  },
});

/** Keeps what was done, by whom and when. */
export async function recordChange(
  tx: Transaction,
  reference: string,
  deed: Deed,
  by: string,
  at: number,
): Promise<void> {
  await tx.query(
    'INSERT INTO changes (id, reference, at, author, deed) VALUES ($1, $2, $3, $4, $5)',
    randomUUID(),
    reference,
    at,
    by,
    deed,
  );
}
