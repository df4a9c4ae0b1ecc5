import { type Database, placeholders, type Transaction, type Value } from './database.ts';
import { recordChange } from './handling.ts';

/** Longer than any conversation with a mail server can last. */
export const LEASE_MS = 3 * 60_000;
/** Between two tries. */
export const LONGEST_DELAY_MS = 4 * 60 * 60_000;

/** What is sent on behalf of an enquiry: to the owner, to the visitor, to another program. */
export type Kind = 'mail' | 'acknowledgement' | 'webhook';

/**
 * Refused for good, until the owner sends it again; waiting for its next try; sent; or held back: with an enquiry that
 * was set aside, or as one acknowledgement too many. The first of these that any delivery is in is the state of the whole.
 */
export const states = ['parked', 'waiting', 'sent', 'held'] as const;
export type State = (typeof states)[number];

export interface Claimed {
  reference: string;
  kind: Kind;
  /** The address of a mail to the firm; empty until the first claim, and for other kinds. */
  recipient: string;
  tries: number;
}

export interface Delivery extends Omit<Claimed, 'reference'> {
  state: State;
  dueAt: Date;
  error: string | null;
  /** The mail server that accepted it. */
  acceptedBy: string | null;
}

export const stateOf = (deliveries: Delivery[]): State =>
  states.find((state) => deliveries.some((delivery) => delivery.state === state)) ?? 'sent';

export interface Settled {
  state: State;
  error?: string;
  /** When to try again. */
  dueAt?: number;
  acceptedBy?: string;
}

export interface Standing {
  parked: number;
  waiting: number;
  /** When the oldest of those that wait arrived. */
  waitingSince: Date | undefined;
}

export const createDeliveries = ({ read, write }: Database) => ({
  /**
   * Takes so many deliveries that are due until the lease ends: what a dead process had taken is then due again. A first
   * try is always due, and so is anything due later than the longest delay: the clock was moved back. A delivery without
   * a current recipient becomes one for each recipient who has none.
   */
  claim: (kind: Kind, limit: number, recipients = ['']): Promise<Claimed[]> =>
    write(async (tx) => {
      const now = Date.now();
      const due: Claimed[] = [];
      // One query per index.
      for (const which of ['tries = 0', 'tries > 0'])
        for (const one of await tx.query<Claimed>(
          `SELECT reference, kind, recipient, tries FROM deliveries WHERE kind = $1 AND state = 'waiting'
           AND ${which} AND (tries = 0 OR due_at <= $2 OR due_at > $3) ORDER BY due_at LIMIT $4`,
          ...[kind, now, now + LONGEST_DELAY_MS, limit],
        ))
          due.push(...(recipients.includes(one.recipient) ? [one] : await replace(tx, one, recipients)));
      const claimed: Claimed[] = [];
      for (const { reference, recipient, tries } of due.slice(0, limit))
        claimed.push(
          // Another process may have taken it since it was read.
          ...(await tx.query<Claimed>(
            `UPDATE deliveries SET tries = tries + 1, due_at = $5
             WHERE reference = $1 AND kind = $2 AND recipient = $3 AND tries = $4 AND state = 'waiting'
             RETURNING reference, kind, recipient, tries`,
            ...[reference, kind, recipient, tries, now + LEASE_MS],
          )),
        );
      return claimed;
    }),

  /**
   * What was sent stays sent. Any other outcome counts only while the lease holds, and does not release what the owner
   * set aside in the meantime.
   */
  settle: ({ reference, kind, recipient, tries }: Claimed, { state, error, dueAt, acceptedBy }: Settled) =>
    write((tx) =>
      tx.query(
        `UPDATE deliveries SET state = CASE WHEN state = 'held' AND $5 <> 'sent' THEN 'held' ELSE $5 END,
           error = $6, due_at = $7, accepted_by = $8
         WHERE reference = $1 AND kind = $2 AND recipient = $3 AND (tries = $4 OR $5 = 'sent')`,
        ...[reference, kind, recipient, tries],
        ...[state, error ?? null, dueAt ?? Date.now(), acceptedBy ?? null],
      ),
    ),

  /** What waits or was refused of these kinds, among what the owner should have got. */
  standing: async (kinds: Kind[]): Promise<Standing> => {
    const [row] = await read<{ parked: number; waiting: number; since: number | null }>(
      `SELECT count(*) FILTER (WHERE state = 'parked') AS parked, count(*) FILTER (WHERE state = 'waiting') AS waiting,
         min(received_at) FILTER (WHERE state = 'waiting') AS since
       FROM deliveries JOIN enquiries ON enquiries.reference = deliveries.reference
       WHERE state IN ('parked', 'waiting') AND kind <> 'acknowledgement' AND kind IN (${placeholders(kinds.length)})`,
      kinds,
    );
    const { parked = 0, waiting = 0, since } = row ?? {};
    return { parked, waiting, waitingSince: since ? new Date(since) : undefined };
  },

  lastMail: async (): Promise<Date | undefined> => {
    const [row] = await read<{ last: number | null }>(
      "SELECT max(due_at) AS last FROM deliveries WHERE kind = 'mail' AND state = 'sent'",
    );
    return row?.last ? new Date(row.last) : undefined;
  },

  /** Queues the mail to the owner again, for the current recipients, and whatever else was refused. */
  resend: (reference: string, by: string) =>
    write(async (tx) => {
      const again = await sendAgain(tx, "reference = $1 AND (kind = 'mail' OR state = 'parked')", reference);
      if (again.length > 0) await recordChange(tx, reference, 'resend', by);
      return again.map(({ kind }) => kind);
    }),

  /** Queues everything again that was refused, and returns how much that was. */
  resendAll: () =>
    write(async (tx) => {
      const wanted = 'SELECT reference FROM enquiries WHERE spam IS NULL';
      return (await sendAgain(tx, `state = 'parked' AND reference IN (${wanted})`)).length;
    }),
});

/** Nothing is added where there is one already. */
export const addDelivery = (
  tx: Transaction,
  { reference, kind, recipient }: Omit<Claimed, 'tries'>,
  state: State = 'waiting',
) =>
  tx.query<Claimed>(
    `INSERT INTO deliveries (reference, kind, recipient, state, tries, due_at) VALUES ($1, $2, $3, $4, 0, $5)
     ON CONFLICT DO NOTHING RETURNING reference, kind, recipient, tries`,
    ...[reference, kind, recipient, state, Date.now()],
  );

/** Replaces a delivery by one for each recipient who has none, and returns the new ones. */
async function replace(tx: Transaction, { reference, kind, recipient }: Claimed, recipients: string[]) {
  const gone = await tx.query(
    'DELETE FROM deliveries WHERE reference = $1 AND kind = $2 AND recipient = $3 RETURNING kind',
    ...[reference, kind, recipient],
  );
  const added: Claimed[] = [];
  if (gone.length > 0)
    for (const to of recipients) added.push(...(await addDelivery(tx, { reference, kind, recipient: to })));
  return added;
}

/** Without a recipient, so that the next claim uses the current addresses. */
async function sendAgain(tx: Transaction, condition: string, ...values: Value[]) {
  const again: Claimed[] = [];
  for (const one of await tx.query<Claimed>(`SELECT * FROM deliveries WHERE ${condition}`, ...values))
    again.push(...(await replace(tx, one, [''])));
  return again;
}
