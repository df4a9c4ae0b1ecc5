import { type Database, placeholders, type Transaction, type Value } from './database.ts';
import { recordChange } from './handling.ts';

/** What is sent on behalf of an enquiry: to the owner, to the visitor, to another program. */
export type Kind = 'mail' | 'acknowledgement' | 'webhook';

/**
 * Refused for good, until the owner sends it again; waiting for its next try; sent; or held back: with an enquiry that
 * was set aside, or as one acknowledgement too many. The first of these that any delivery is in is the state of the whole.
 */
export const states = ['parked', 'waiting', 'sent', 'held'] as const;
export type State = (typeof states)[number];

export interface Delivery {
  kind: Kind;
  /** The address of a mail to the firm; empty until the first claim, and for other kinds. */
  recipient: string;
  state: State;
  tries: number;
  dueAt: Date;
  error: string | null;
  /** The mail server that accepted it. */
  acceptedBy: string | null;
}

export const stateOf = (deliveries: Delivery[]): State =>
  states.find((state) => deliveries.some((delivery) => delivery.state === state)) ?? 'sent';

export interface Claimed {
  reference: string;
  kind: Kind;
  recipient: string;
  tries: number;
}

export type Settled =
  | { state: 'sent' | 'parked' | 'held'; error?: string; acceptedBy?: string }
  | { state: 'waiting'; error: string; dueAt: number };

interface Terms {
  lease: number;
  longestDelay: number;
  limit: number;
  /** Who is to get this kind now. */
  recipients?: string[];
}

export interface Standing {
  parked: number;
  waiting: number;
  /** When the oldest of those that wait arrived. */
  waitingSince: Date | undefined;
}

export function createDeliveries({ read, write }: Database, now: () => number) {
  /** Replaces a delivery by one for each recipient who has none, and returns the new ones. */
  async function share(tx: Transaction, { reference, kind, recipient }: Claimed, recipients: string[]) {
    const added: Claimed[] = [];
    const gone = await tx.query(
      'DELETE FROM deliveries WHERE reference = $1 AND kind = $2 AND recipient = $3 RETURNING kind',
      ...[reference, kind, recipient],
    );
    if (gone.length === 0) return added;
    for (const to of recipients)
      added.push(...(await addDelivery(tx, { reference, kind, recipient: to }, now())));
    return added;
  }

  /** Without a recipient, so that the next claim uses the current addresses. */
  async function sendAgain(tx: Transaction, condition: string, ...values: Value[]) {
    const again: Claimed[] = [];
    for (const one of await tx.query<Claimed>(`SELECT * FROM deliveries WHERE ${condition}`, ...values))
      again.push(...(await share(tx, one, [''])));
    return again;
  }

  return {
    /**
     * Takes deliveries that are due until the lease ends: what a dead process had taken is then due again. A first try is
     * always due, and so is anything due later than the longest delay: the clock was moved back. A delivery without a
     * current recipient becomes one for each recipient who has none.
     */
    claim: (kind: Kind, { lease, longestDelay, limit, recipients = [''] }: Terms): Promise<Claimed[]> =>
      write(async (tx) => {
        const due: Claimed[] = [];
        // One query per index.
        for (const which of ['tries = 0', 'tries > 0'])
          for (const one of await tx.query<Claimed>(
            `SELECT reference, kind, recipient, tries FROM deliveries WHERE kind = $1 AND state = 'waiting'
             AND ${which} AND (tries = 0 OR due_at <= $2 OR due_at > $3) ORDER BY due_at LIMIT $4`,
            ...[kind, now(), now() + longestDelay, limit],
          ))
            due.push(...(recipients.includes(one.recipient) ? [one] : await share(tx, one, recipients)));
        const claimed: Claimed[] = [];
        for (const { reference, recipient, tries } of due.slice(0, limit))
          claimed.push(
            // Another process may have taken it since it was read.
            ...(await tx.query<Claimed>(
              `UPDATE deliveries SET tries = tries + 1, due_at = $5
               WHERE reference = $1 AND kind = $2 AND recipient = $3 AND tries = $4 AND state = 'waiting'
               RETURNING reference, kind, recipient, tries`,
              ...[reference, kind, recipient, tries, now() + lease],
            )),
          );
        return claimed;
      }),

    /**
     * What was sent stays sent. Any other outcome counts only while the lease holds, and does not release what the owner
     * set aside in the meantime.
     */
    settle: ({ reference, kind, recipient, tries }: Claimed, settled: Settled) =>
      write((tx) =>
        tx.query(
          `UPDATE deliveries SET state = CASE WHEN state = 'held' AND $4 <> 'sent' THEN 'held' ELSE $4 END,
             error = $5, due_at = $6, accepted_by = $8
           WHERE reference = $1 AND kind = $2 AND recipient = $3 AND (tries = $7 OR $4 = 'sent')`,
          ...[reference, kind, recipient, settled.state, settled.error ?? null],
          ...[settled.state === 'waiting' ? settled.dueAt : now(), tries],
          (settled.state === 'sent' && settled.acceptedBy) || null,
        ),
      ),

    /** What waits or was refused of these kinds, among what the owner should have got. */
    standing: async (kinds: Kind[]): Promise<Standing> => {
      const rows = await read<{ state: State; count: number; since: number }>(
        `SELECT state, count(*) AS count, min(received_at) AS since FROM deliveries
         JOIN enquiries ON enquiries.reference = deliveries.reference
         WHERE state IN ('parked', 'waiting') AND kind <> 'acknowledgement' AND kind IN (${placeholders(kinds.length)})
         GROUP BY state`,
        kinds,
      );
      const [parked, waiting] = (['parked', 'waiting'] as const).map((one) =>
        rows.find(({ state }) => state === one),
      );
      return {
        parked: parked?.count ?? 0,
        waiting: waiting?.count ?? 0,
        waitingSince: waiting && new Date(waiting.since),
      };
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
        const again = await sendAgain(
          tx,
          "reference = $1 AND (kind = 'mail' OR state = 'parked')",
          reference,
        );
        if (again.length > 0) await recordChange(tx, reference, 'resend', by, now());
        return again.map(({ kind }) => kind);
      }),

    /** Queues everything again that was refused, and returns how much that was. */
    resendAll: () =>
      write(async (tx) => {
        const wanted = 'SELECT reference FROM enquiries WHERE spam IS NULL';
        return (await sendAgain(tx, `state = 'parked' AND reference IN (${wanted})`)).length;
      }),
  };
}

/** Nothing is added where there is one already. */
export const addDelivery = (
  tx: Transaction,
  { reference, kind, recipient }: Omit<Claimed, 'tries'>,
  now: number,
  state: State = 'waiting',
) =>
  tx.query<Claimed>(
    `INSERT INTO deliveries (reference, kind, recipient, state, tries, due_at) VALUES ($1, $2, $3, $4, 0, $5)
     ON CONFLICT DO NOTHING RETURNING reference, kind, recipient, tries`,
    ...[reference, kind, recipient, state, now],
  );
