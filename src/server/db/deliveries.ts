import { recordChange } from './changes.ts';
import { type Database, placeholders, type Transaction } from './database.ts';

export const kinds = ['mail', 'acknowledgement', 'webhook'] as const;
/** What is sent on behalf of an enquiry: to the owner, to the visitor, to another program. */
export type Kind = (typeof kinds)[number];

export const states = ['waiting', 'sent', 'parked', 'held'] as const;
/**
 * Waiting for its next try; sent; refused for good, until the owner sends it again; or held back: with an enquiry that
 * was set aside, or as one acknowledgement too many.
 */
export type State = (typeof states)[number];

export interface Delivery {
  kind: Kind;
  state: State;
  tries: number;
  dueAt: Date;
  error: string | null;
  /** The server that has taken it over. */
  acceptedBy: string | null;
}

/** The state of the whole: parked when anything needs the owner, sent when nothing is left to send. */
export function stateOf(deliveries: Delivery[]): State {
  const has = (state: State) => deliveries.some((delivery) => delivery.state === state);
  return (['parked', 'waiting', 'sent', 'held'] as const).find(has) ?? 'sent';
}

export interface Claimed {
  kind: Kind;
  reference: string;
  tries: number;
  /** The recipients who have it already. */
  reached: string[];
}

export type Settled =
  | { state: 'sent' | 'parked' | 'held'; error?: string; acceptedBy?: string }
  | { state: 'waiting'; error: string; dueAt: number; reached?: string[] };

/** What needs the owner's attention. */
export interface Standing {
  parked: number;
  waiting: number;
  /** When the oldest of those that wait arrived. */
  waitingSince: Date | undefined;
}

/** Past this, nobody needs the exact number. */
const MOST_COUNTED = 1000;

/** What is sent on behalf of enquiries, and what became of it. */
export function createDeliveries(database: Database, now: () => number) {
  const { skipLocked } = database.dialect;
  return {
    /**
     * Takes deliveries that are due, for as long as the lease lasts: a process that dies in between gives them back.
     * A first try is always due, and so is what is due beyond every possible delay: the clock was moved back since.
     */
    claim: (
      kind: Kind,
      { lease, longestDelay, limit }: { lease: number; longestDelay: number; limit: number },
    ): Promise<Claimed[]> =>
      database.write(async (tx) => {
        const due: string[] = [];
        for (const [condition, ...values] of [
          ['tries = 0 AND due_at >= $3', 0],
          ['tries > 0 AND due_at <= $3', now()],
          ['tries > 0 AND due_at > $3', now() + longestDelay],
        ] as const) {
          if (due.length >= limit) break;
          const rows = await tx.query<{ reference: string }>(
            `SELECT reference FROM deliveries WHERE kind = $1 AND state = 'waiting' AND ${condition}
             ORDER BY due_at LIMIT $2 ${skipLocked}`,
            kind,
            limit - due.length,
            ...values,
          );
          due.push(...rows.map(({ reference }) => reference));
        }
        if (due.length === 0) return [];
        const claimed = await tx.query<Omit<Claimed, 'reached'> & { reached: string }>(
          `UPDATE deliveries SET tries = tries + 1, due_at = $2
           WHERE kind = $1 AND reference IN (${placeholders(due.length, 3)})
           RETURNING kind, reference, tries, reached`,
          kind,
          now() + lease,
          ...due,
        );
        return claimed.map((one) => ({ ...one, reached: one.reached.split(' ').filter(Boolean) }));
      }),

    /**
     * What was sent stays sent; any other outcome counts only from whoever holds the lease, and leaves what the owner
     * set aside in the meantime where it is.
     */
    settle: ({ reference, kind, tries, reached }: Claimed, settled: Settled) =>
      database.write((tx) =>
        tx.query(
          `UPDATE deliveries SET state = CASE WHEN state = 'held' AND $3 <> 'sent' THEN 'held' ELSE $3 END,
             error = $4, due_at = $5, reached = $7, accepted_by = $8
           WHERE reference = $1 AND kind = $2 AND (tries = $6 OR $3 = 'sent')`,
          reference,
          kind,
          settled.state,
          settled.error ?? null,
          settled.state === 'waiting' ? settled.dueAt : now(),
          tries,
          ((settled.state === 'waiting' && settled.reached) || reached).join(' '),
          (settled.state === 'sent' && settled.acceptedBy) || null,
        ),
      ),

    /** What waits or was refused of these kinds, among what the owner should have got. */
    standing: async (kinds: Kind[]): Promise<Standing> => {
      const standing: Standing = { parked: 0, waiting: 0, waitingSince: undefined };
      // One question for each index.
      for (const kind of kinds.filter((kind) => kind !== 'acknowledgement'))
        for (const which of [
          "state = 'parked'",
          "state = 'waiting' AND tries = 0",
          "state = 'waiting' AND tries > 0",
        ]) {
          const [row] = await database.read<{ count: number; since: number | null }>(
            `SELECT count(*) AS count, min(received_at) AS since FROM
               (SELECT received_at FROM deliveries JOIN enquiries ON enquiries.reference = deliveries.reference
                WHERE kind = $1 AND ${which} LIMIT ${MOST_COUNTED}) AS counted`,
            [kind],
          );
          if (!row?.since) continue;
          if (which.includes('parked')) standing.parked += row.count;
          else {
            standing.waiting += row.count;
            const since = Math.min(row.since, standing.waitingSince?.getTime() ?? row.since);
            standing.waitingSince = new Date(since);
          }
        }
      return standing;
    },

    /** When the last mail to the firm was delivered, of those for the newest enquiries. */
    lastMail: async (): Promise<Date | undefined> => {
      const [row] = await database.read<{ last: number | null }>(
        `SELECT max(due_at) AS last FROM deliveries WHERE kind = 'mail' AND state = 'sent' AND reference IN
           (SELECT reference FROM enquiries ORDER BY received_at DESC LIMIT ${MOST_COUNTED})`,
      );
      return row?.last ? new Date(Number(row.last)) : undefined;
    },

    /** Puts the mail to the owner back into the queue, and whatever else was refused. */
    resend: (reference: string, by: string) =>
      database.write(async (tx) => {
        const again = await tx.query<{ kind: Kind }>(
          `${SEND_AGAIN} WHERE reference = $2 AND (kind = 'mail' OR state = 'parked') RETURNING kind`,
          now(),
          reference,
        );
        if (again.length > 0) await recordChange(tx, reference, 'resend', by, now());
        return again.map(({ kind }) => kind);
      }),

    /** Puts everything that was refused back into the queue, and answers with how many there were. */
    resendAll: () =>
      database.write(async (tx) => {
        const wanted = 'SELECT reference FROM enquiries WHERE spam IS NULL';
        const again = await tx.query(
          `${SEND_AGAIN} WHERE state = 'parked' AND reference IN (${wanted}) RETURNING kind`,
          now(),
        );
        return again.length;
      }),
  };
}

export async function addDeliveries(
  tx: Transaction,
  reference: string,
  kinds: Kind[],
  state: State,
  now: number,
): Promise<void> {
  for (const kind of kinds)
    await tx.query(
      'INSERT INTO deliveries (reference, kind, state, tries, due_at) VALUES ($1, $2, $3, 0, $4)',
      reference,
      kind,
      state,
      now,
    );
}

const SEND_AGAIN = `UPDATE deliveries SET state = 'waiting', tries = 0, due_at = $1, error = NULL, reached = '',
  accepted_by = NULL`;
