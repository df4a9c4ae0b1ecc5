import { recordChange } from './changes.ts';
import type { Database, Transaction } from './database.ts';

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
  /** The address of a mail to the firm; empty until it is first claimed, and for every other kind. */
  recipient: string;
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
     * A delivery to somebody who is no recipient now, or to nobody yet, becomes one for each recipient who has none.
     */
    claim: (kind: Kind, { lease, longestDelay, limit, recipients = [''] }: Terms): Promise<Claimed[]> =>
      database.write(async (tx) => {
        const due: Pick<Claimed, 'reference' | 'recipient'>[] = [];
        for (const [condition, ...values] of [
          ['tries = 0 AND due_at >= $3', 0],
          ['tries > 0 AND due_at <= $3', now()],
          ['tries > 0 AND due_at > $3', now() + longestDelay],
        ] as const) {
          if (due.length >= limit) break;
          const rows = await tx.query<Claimed>(
            `SELECT reference, recipient FROM deliveries WHERE kind = $1 AND state = 'waiting' AND ${condition}
             ORDER BY due_at LIMIT $2 ${skipLocked}`,
            kind,
            limit - due.length,
            ...values,
          );
          for (const row of rows)
            due.push(
              ...(recipients.includes(row.recipient)
                ? [row]
                : await share(tx, { ...row, kind }, recipients, now())),
            );
        }
        const claimed: Claimed[] = [];
        for (const { reference, recipient } of due.slice(0, limit))
          claimed.push(
            ...(await tx.query<Claimed>(
              `UPDATE deliveries SET tries = tries + 1, due_at = $4
               WHERE reference = $1 AND kind = $2 AND recipient = $3
               RETURNING kind, reference, recipient, tries`,
              ...[reference, kind, recipient, now() + lease],
            )),
          );
        return claimed;
      }),

    /**
     * What was sent stays sent; any other outcome counts only from whoever holds the lease, and leaves what the owner
     * set aside in the meantime where it is.
     */
    settle: ({ reference, kind, recipient, tries }: Claimed, settled: Settled) =>
      database.write((tx) =>
        tx.query(
          `UPDATE deliveries SET state = CASE WHEN state = 'held' AND $4 <> 'sent' THEN 'held' ELSE $4 END,
             error = $5, due_at = $6, accepted_by = $8
           WHERE reference = $1 AND kind = $2 AND recipient = $3 AND (tries = $7 OR $4 = 'sent')`,
          reference,
          kind,
          recipient,
          settled.state,
          settled.error ?? null,
          settled.state === 'waiting' ? settled.dueAt : now(),
          tries,
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

    /** Puts the mail to the owner back into the queue, for whoever gets it now, and whatever else was refused. */
    resend: (reference: string, by: string) =>
      database.write(async (tx) => {
        const again = await sendAgain(
          tx,
          "reference = $1 AND (kind = 'mail' OR state = 'parked')",
          reference,
          now(),
        );
        if (again.length > 0) await recordChange(tx, reference, 'resend', by, now());
        return again.map(({ kind }) => kind);
      }),

    /** Puts everything that was refused back into the queue, and answers with how many there were. */
    resendAll: () =>
      database.write(async (tx) => {
        const wanted = 'SELECT reference FROM enquiries WHERE spam IS NULL';
        return (await sendAgain(tx, `state = $1 AND reference IN (${wanted})`, 'parked', now())).length;
      }),
  };
}

type Place = Pick<Claimed, 'reference' | 'kind' | 'recipient'>;

/** Replaces a delivery by one for each recipient who has none, and answers with those. */
async function share(
  tx: Transaction,
  { reference, kind, recipient }: Place,
  recipients: string[],
  now: number,
) {
  await tx.query(
    'DELETE FROM deliveries WHERE reference = $1 AND kind = $2 AND recipient = $3',
    ...[reference, kind, recipient],
  );
  const added: Place[] = [];
  for (const to of recipients)
    added.push(...(await addDelivery(tx, { reference, kind, recipient: to }, now)));
  return added;
}

/** Recipients are found when it is claimed: who was refused may have another address by now. */
async function sendAgain(tx: Transaction, condition: string, value: string, now: number): Promise<Place[]> {
  const gone = await tx.query<Place>(
    `DELETE FROM deliveries WHERE ${condition} RETURNING reference, kind`,
    value,
  );
  const again: Place[] = [];
  for (const place of gone) again.push(...(await addDelivery(tx, { ...place, recipient: '' }, now)));
  return again;
}

export async function addDeliveries(
  tx: Transaction,
  reference: string,
  kinds: Kind[],
  state: State,
  now: number,
): Promise<void> {
  for (const kind of kinds) await addDelivery(tx, { reference, kind, recipient: '' }, now, state);
}

/** Nothing is added where there is one already. */
const addDelivery = (
  tx: Transaction,
  { reference, kind, recipient }: Place,
  now: number,
  state: State = 'waiting',
) =>
  tx.query<Place>(
    `INSERT INTO deliveries (reference, kind, recipient, state, tries, due_at) VALUES ($1, $2, $3, $4, 0, $5)
     ON CONFLICT DO NOTHING RETURNING reference, kind, recipient`,
    ...[reference, kind, recipient, state, now],
  );
