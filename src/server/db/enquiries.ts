import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Enquiry, enquiryFields } from '../../lib/enquiry.ts';
import type { Handling } from '../../lib/inbox.ts';
import { recordChange } from './changes.ts';
import { enquiryOf, fieldColumns } from './columns.ts';
import { type Database, type Dialect, LOT, placeholders, type Transaction, type Value } from './database.ts';
import { addDeliveries, type Delivery, type Kind, type State } from './deliveries.ts';
import { countIn, type OverQuota, type Quota } from './intake.ts';
import { addKey, lookUp, plainAddress, printsOf } from './keys.ts';
import { forgetWords } from './search.ts';
import { DAY_MS } from './visits.ts';

export interface Incoming {
  enquiry: Enquiry;
  /** The same key with the same text is the same enquiry. */
  key?: string | undefined;
  spam?: string | null;
  doubt?: string | null;
  kinds: Kind[];
  /** Left out: any number. */
  quota?: Quota | undefined;
}

export type Added = { reference: string; isNew: boolean } | 'conflict' | OverQuota;

export interface Filter {
  since?: Date | undefined;
  isSpam?: boolean | undefined;
  state?: State | undefined;
  /** How many of the newest. */
  limit?: number | undefined;
}

/** How many arrived in the week that began this many weeks after the first one. */
export interface Week {
  week: number;
  isSpam: boolean;
  count: number;
}

export interface Expired {
  references: string[];
  oldest: Date | undefined;
  /** As old, but kept: they were never mailed, and nobody has answered or closed them. */
  unsent: number;
}

const MAILS = "SELECT 1 FROM deliveries WHERE deliveries.reference = enquiries.reference AND kind = 'mail'";

/** True while nobody at the firm has seen an enquiry: mailed to none of them, and not answered or closed in the inbox. */
const UNSENT = `(spam IS NULL AND handling IN ('new', 'open')
  AND EXISTS (${MAILS} AND state IN ('waiting', 'parked')) AND NOT EXISTS (${MAILS} AND state = 'sent'))`;

/** What visitors wrote. */
export function createEnquiries(database: Database, now: () => number) {
  return {
    /** Fails unless an enquiry can be stored: it stores one of full size, and takes it back. */
    check: () => database.probe((tx) => storeAndTakeBack(tx, database.dialect, now())),

    add: (incoming: Incoming): Promise<Added> =>
      database.write((tx) => add(tx, database.dialect, incoming, now())),

    find: async (reference: string): Promise<StoredEnquiry | undefined> =>
      (await readEnquiries(database, 'enquiries.reference = $1', [reference]))[0],

    /** Those that are there, of references whose oldest comes first, in that order. */
    findAll: async (references: string[]): Promise<StoredEnquiry[]> => {
      const found: StoredEnquiry[] = [];
      for (let i = 0; i < references.length; i += LOT) {
        const lot = references.slice(i, i + LOT);
        const condition = `enquiries.reference IN (${placeholders(lot.length)})`;
        found.push(...(await readEnquiries(database, condition, lot)).reverse());
        await setImmediate();
      }
      return found;
    },

    /** Whether there is one, without reading it. */
    has: async (reference: string): Promise<boolean> =>
      (await database.read('SELECT 1 FROM enquiries WHERE reference = $1', [reference])).length > 0,

    /** The newest first. */
    list: (filter: Filter = {}): Promise<StoredEnquiry[]> =>
      readEnquiries(database, conditionOf(filter), [filter.since?.getTime() ?? 0], filter.limit),

    count: async (filter: Filter = {}): Promise<number> => {
      const [row] = await database.read<{ count: number }>(
        `SELECT count(*) AS count FROM enquiries WHERE ${conditionOf(filter)}`,
        [filter.since?.getTime() ?? 0],
      );
      return Number(row?.count ?? 0);
    },

    /** Per week from the given time on. */
    weekly: async (first: Date): Promise<Week[]> => {
      const rows = await database.read<{ week: number; aside: number; count: number }>(
        `SELECT CAST((received_at - $1) / ${7 * DAY_MS} AS INTEGER) AS week,
           CASE WHEN spam IS NULL THEN 0 ELSE 1 END AS aside, count(*) AS count
         FROM enquiries WHERE received_at >= $1 GROUP BY 1, 2`,
        [first.getTime()],
      );
      return rows.map(({ week, aside, count }) => ({ week, isSpam: aside === 1, count: Number(count) }));
    },

    /** True when there is such an enquiry. What was held back with it is sent as soon as it is no spam. */
    mark: (reference: string, spam: string | null, by: string) =>
      database.write(async (tx) => {
        const marked = await tx.query(
          'UPDATE enquiries SET spam = $2 WHERE reference = $1 RETURNING reference',
          reference,
          spam,
        );
        await tx.query(
          'UPDATE deliveries SET state = $2 WHERE reference = $1 AND state = $3',
          reference,
          ...(spam === null ? (['waiting', 'held'] as const) : (['held', 'waiting'] as const)),
        );
        if (marked.length > 0)
          await recordChange(tx, reference, spam === null ? 'not spam' : 'spam', by, now());
        return marked.length > 0;
      }),

    /** The references of everything that came from one address. */
    from: async (email: string): Promise<string[]> => {
      const wanted = plainAddress(email);
      const rows = await database.read<{ reference: string; email: string }>(
        'SELECT reference, email FROM enquiries ORDER BY received_at, reference',
      );
      return rows.filter((row) => plainAddress(row.email) === wanted).map(({ reference }) => reference);
    },

    /** What was received before the given time and may go; `isSpam`: only what was set aside. */
    expired: async (before: Date, isSpam = false): Promise<Expired> => {
      const rows = await database.read<{ reference: string; received_at: number; unsent: boolean | number }>(
        `SELECT reference, received_at, ${UNSENT} AS unsent FROM enquiries
         WHERE received_at < $1 ${isSpam ? 'AND spam IS NOT NULL' : ''} ORDER BY received_at, reference`,
        [before.getTime()],
      );
      const gone = rows.filter(({ unsent }) => !unsent);
      return {
        references: gone.map(({ reference }) => reference),
        oldest: gone[0] && new Date(gone[0].received_at),
        unsent: rows.length - gone.length,
      };
    },

    /** Deletes enquiries with everything that belongs to them. */
    remove: async (references: string[]): Promise<number> => {
      let gone = 0;
      for (let i = 0; i < references.length; i += LOT) {
        const lot = references.slice(i, i + LOT);
        gone += await database.write(async (tx) => {
          await forgetWords(tx, lot, database.dialect);
          const rows = await tx.query(
            `DELETE FROM enquiries WHERE reference IN (${placeholders(lot.length)}) RETURNING reference`,
            ...lot,
          );
          return rows.length;
        });
      }
      return gone;
    },
  };
}

async function add(
  tx: Transaction,
  dialect: Dialect,
  { enquiry, key, spam = null, doubt = null, kinds, quota }: Incoming,
  now: number,
): Promise<Added> {
  const prints = printsOf(enquiry);
  const { known, sameWords } = await lookUp(tx, prints, key);
  if (known) return known;
  const over = quota && (await countIn(tx, dialect, quota, spam !== null, now));
  if (over) return over;

  const reference = newReference();
  const values = {
    reference,
    received_at: now,
    spam,
    doubt: doubt ?? (sameWords ? `same words as ${sameWords}` : null),
  };
  const columns = [...Object.keys(values), ...fieldColumns];
  await tx.query(
    `INSERT INTO enquiries (${columns.join(', ')}) VALUES (${placeholders(columns.length)})`,
    ...Object.values(values),
    ...enquiryFields.map((field) => enquiry[field]),
  );
  await addDeliveries(tx, reference, kinds, spam === null ? 'waiting' : 'held', now);
  await addKey(tx, prints, key, reference, now);
  return { reference, isNew: true };
}

/** As much as a visitor can send, so that room for this is room for anybody. */
const FULL_SIZE = Object.fromEntries(enquiryFields.map((field) => [field, 'x'.repeat(5000)])) as Enquiry;

async function storeAndTakeBack(tx: Transaction, dialect: Dialect, now: number): Promise<void> {
  const key = `check ${randomInt(2 ** 47)}`;
  const added = await add(
    tx,
    dialect,
    { enquiry: { ...FULL_SIZE, message: key + FULL_SIZE.message }, key, kinds: ['mail'] },
    now,
  );
  if (typeof added === 'string') throw new Error(`The check was answered with ${added}.`);
  const gone = await tx.query(
    'DELETE FROM enquiries WHERE reference = $1 RETURNING reference',
    added.reference,
  );
  if (gone.length !== 1) throw new Error('What was stored could not be found again.');
}

/** Without vowels and look-alikes: easy to read out on the telephone, and never a word. */
const LETTERS = 'BCDFGHJKMNPQRSTVWXZ23456789';
function newReference(): string {
  let rest = randomInt(LETTERS.length ** 8);
  let letters = '';
  for (let i = 0; i < 8; i++) {
    letters += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
export const REFERENCE = new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`);

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
    `SELECT newest.*, kind, recipient, state, tries, due_at, error, accepted_by,
       (SELECT count(*) FROM notes WHERE notes.reference = newest.reference) AS note_count FROM (${newest}) AS newest
     LEFT JOIN deliveries ON deliveries.reference = newest.reference
     ORDER BY received_at DESC, newest.reference, kind, recipient`,
    values,
  );
  return [...Map.groupBy(rows, (row) => row.reference).values()].map(toEnquiry);
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
    deliveries: rows.flatMap(({ kind, recipient, state, tries, due_at, error, accepted_by }) =>
      kind
        ? {
            kind,
            recipient: String(recipient),
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

/** On enquiries, with the time from which on as $1. */
function conditionOf({ isSpam, state }: Filter): string {
  const inState = `SELECT 1 FROM deliveries WHERE deliveries.reference = enquiries.reference AND state`;
  const conditions = [
    'received_at >= $1',
    isSpam !== undefined && `spam IS ${isSpam ? 'NOT NULL' : 'NULL'}`,
    // Parked when anything needs the owner, sent when nothing is left to send.
    state && `EXISTS (${inState} = '${state}')`,
    state === 'waiting' && `NOT EXISTS (${inState} = 'parked')`,
    state === 'sent' && `NOT EXISTS (${inState} IN ('waiting', 'parked'))`,
  ];
  return conditions.filter(Boolean).join(' AND ');
}
