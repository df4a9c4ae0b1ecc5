import type { Enquiry } from '../../../lib/enquiry.ts';
import type { Handling } from '../../../lib/inbox.ts';
import { enquiryOf } from './columns.ts';
import type { Database, Value } from './database.ts';

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

export interface StoredEnquiry extends Enquiry {
  reference: string;
  receivedAt: Date;
  /** Why it was set aside, if it was. */
  spam: string | null;
  /** Why it is doubtful, if it is; it is sent like any other, with a mark. */
  doubt: string | null;
  deliveries: Delivery[];
  handling: Handling;
  /** How many notes the firm has made. */
  notes: number;
}

interface Joined extends Record<string, Value> {
  reference: string;
  received_at: number;
  spam: string | null;
  doubt: string | null;
  handling: Handling;
  note_count: number;
  kind: Kind | null;
}

/** Those that fit the condition, the newest first. */
export async function readEnquiries(
  database: Database,
  condition: string,
  values: Value[],
  limit?: number,
): Promise<StoredEnquiry[]> {
  const newest = `SELECT * FROM enquiries WHERE ${condition}
    ORDER BY received_at DESC, reference ${limit === undefined ? '' : `LIMIT ${limit}`}`;
  const rows = await database.read<Joined>(
    `SELECT newest.*, kind, state, tries, due_at, error, accepted_by,
       (SELECT count(*) FROM notes WHERE notes.reference = newest.reference) AS note_count FROM (${newest}) AS newest
     LEFT JOIN deliveries ON deliveries.reference = newest.reference
     ORDER BY received_at DESC, newest.reference, kind`,
    values,
  );
  return [...Map.groupBy(rows, (row) => row.reference).values()].map(toEnquiry);
}

/** The state of the whole: parked when anything needs the owner, sent when nothing is left to send. */
export function stateOf(deliveries: Delivery[]): State {
  const has = (state: State) => deliveries.some((delivery) => delivery.state === state);
  return (['parked', 'waiting', 'sent', 'held'] as const).find(has) ?? 'sent';
}

function toEnquiry(rows: Joined[]): StoredEnquiry {
  const [first] = rows as [Joined, ...Joined[]];
  return {
    reference: first.reference,
    receivedAt: new Date(first.received_at),
    ...enquiryOf(first),
    spam: first.spam,
    doubt: first.doubt,
    handling: first.handling,
    notes: Number(first.note_count),
    deliveries: rows.flatMap(({ kind, state, tries, due_at, error, accepted_by }) =>
      kind
        ? {
            kind,
            state: state as State,
            tries: Number(tries),
            dueAt: new Date(Number(due_at)),
            error: error as string | null,
            acceptedBy: accepted_by as string | null,
          }
        : [],
    ),
  };
}
