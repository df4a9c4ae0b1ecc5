import { randomInt } from 'node:crypto';
import { type Enquiry, enquiryFields } from '../../lib/enquiry.ts';
import { type Handling, type ListName, listNames } from '../../lib/inbox.ts';
import { type Database, LOT, placeholders, type Transaction, type Value } from './database.ts';
import { addDelivery, type Delivery, type Kind, type State, states } from './deliveries.ts';
import { countIn, type OverQuota, type Quota } from './intake.ts';
import { addKey, lookUp, plainAddress, printsOf } from './keys.ts';
import { columnOf, fieldColumns } from './migrations.ts';
import { wordsOf } from './search.ts';

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

/** Which enquiries; what is left out is true of all. */
export interface Filter {
  reference?: string | undefined;
  list?: ListName | undefined;
  isSpam?: boolean | undefined;
  state?: State | undefined;
  since?: Date | undefined;
  /** Words that each have to begin one of the enquiry. */
  search?: string | undefined;
  /** The last one of the page before. */
  after?: Pick<StoredEnquiry, 'receivedAt' | 'reference'> | undefined;
  limit?: number | undefined;
}

const MAILS = "SELECT 1 FROM deliveries WHERE deliveries.reference = enquiries.reference AND kind = 'mail'";

/** True while the firm has not seen an enquiry: not mailed, and not answered or closed in the inbox. */
const UNSENT = `(spam IS NULL AND handling IN ('new', 'open')
  AND EXISTS (${MAILS} AND state IN ('waiting', 'parked')) AND NOT EXISTS (${MAILS} AND state = 'sent'))`;

const inList: Record<ListName, string> = {
  new: "spam IS NULL AND handling = 'new'",
  open: "spam IS NULL AND handling = 'open'",
  answered: "spam IS NULL AND handling = 'answered'",
  closed: "spam IS NULL AND handling = 'closed'",
  parked: "spam IS NULL AND reference IN (SELECT reference FROM deliveries WHERE state = 'parked')",
  spam: 'spam IS NOT NULL',
  all: 'true',
};

/** As large as any enquiry can be. */
const FULL_SIZE = Object.fromEntries(enquiryFields.map((field) => [field, 'x'.repeat(5000)])) as Enquiry;

export function createEnquiries({ read, write, probe }: Database) {
  /** The newest first. Pages are found by key, so the last one is as fast as the first. */
  async function list(filter: Filter = {}): Promise<StoredEnquiry[]> {
    const { limit } = filter;
    const { condition, values } = conditionOf(filter);
    const rows = await read<Row>(
      `SELECT newest.reference, received_at AS "receivedAt", ${FIELDS}, spam, doubt, handling,
         (SELECT count(*) FROM notes WHERE notes.reference = newest.reference) AS notes,
         kind, recipient, state, tries, due_at AS "dueAt", error, accepted_by AS "acceptedBy"
       FROM (SELECT * FROM enquiries WHERE ${condition} ORDER BY received_at DESC, reference
         ${limit === undefined ? '' : `LIMIT ${limit}`}) AS newest
       LEFT JOIN deliveries ON deliveries.reference = newest.reference
       ORDER BY received_at DESC, newest.reference, kind, recipient`,
      values,
    );
    return [...Map.groupBy(rows, ({ reference }) => reference).values()].map(toEnquiry);
  }

  async function count(filter: Filter = {}): Promise<number> {
    const { condition, values } = conditionOf(filter);
    const sql = `SELECT count(*) AS count FROM enquiries WHERE ${condition}`;
    return (await read<{ count: number }>(sql, values))[0]?.count ?? 0;
  }

  async function remove(tx: Transaction, references: string[]): Promise<number> {
    const those = `reference IN (${placeholders(references.length)})`;
    return (await tx.query(`DELETE FROM enquiries WHERE ${those} RETURNING reference`, ...references)).length;
  }

  return {
    list,
    count,

    /** Throws unless an enquiry of full size can be stored and deleted. */
    check: () =>
      probe(async (tx) => {
        const enquiry = { ...FULL_SIZE, message: `${randomInt(2 ** 47)} ${FULL_SIZE.message}` };
        const added = await add(tx, { enquiry, kinds: ['mail'] });
        if (typeof added === 'string' || (await remove(tx, [added.reference])) !== 1)
          throw new Error('What was stored could not be found again.');
      }),

    add: (incoming: Incoming): Promise<Added> => write((tx) => add(tx, incoming)),

    find: async (reference: string): Promise<StoredEnquiry | undefined> => (await list({ reference }))[0],

    has: async (reference: string): Promise<boolean> => (await count({ reference })) > 0,

    /** In lots: all of it can be longer than a string may be. */
    inLots: async function* (filter: Filter): AsyncGenerator<StoredEnquiry[]> {
      let after: StoredEnquiry | undefined;
      do {
        const lot = await list({ ...filter, after, limit: LOT });
        yield lot;
        after = lot.length < LOT ? undefined : lot.at(-1);
      } while (after);
    },

    counts: async (): Promise<Record<ListName, number>> => {
      const counts = {} as Record<ListName, number>;
      for (const name of listNames) counts[name] = await count({ list: name });
      return counts;
    },

    /** The references of everything that came from one address, the oldest first. */
    from: async (email: string): Promise<string[]> => {
      const wanted = plainAddress(email);
      const rows = await read<{ reference: string; email: string }>(
        'SELECT reference, email FROM enquiries ORDER BY received_at, reference',
      );
      return rows.filter((row) => plainAddress(row.email) === wanted).map(({ reference }) => reference);
    },

    /** Enquiries received before the given time that may be deleted, and how many are kept because the firm has not seen them. */
    expired: async (before: Date, isSpam = false) => {
      const rows = await read<{ reference: string; receivedAt: number; unsent: boolean | number }>(
        `SELECT reference, received_at AS "receivedAt", ${UNSENT} AS unsent FROM enquiries
         WHERE received_at < $1 ${isSpam ? 'AND spam IS NOT NULL' : ''} ORDER BY received_at, reference`,
        [before.getTime()],
      );
      const gone = rows.filter(({ unsent }) => !unsent);
      return {
        references: gone.map(({ reference }) => reference),
        oldest: gone[0] && new Date(gone[0].receivedAt),
        unsent: rows.length - gone.length,
      };
    },

    remove: async (references: string[]): Promise<number> => {
      let gone = 0;
      for (let i = 0; i < references.length; i += LOT)
        gone += await write((tx) => remove(tx, references.slice(i, i + LOT)));
      return gone;
    },
  };
}

async function add(
  tx: Transaction,
  { enquiry, key, spam = null, doubt = null, kinds, quota }: Incoming,
): Promise<Added> {
  const prints = printsOf(enquiry, key);
  const { known, sameWords } = await lookUp(tx, prints);
  if (known) return known;
  const over = quota && (await countIn(tx, quota, spam !== null));
  if (over) return over;

  const reference = newReference();
  const texts = enquiryFields.map((field) => enquiry[field]);
  const columns = ['reference', 'received_at', 'spam', 'doubt', 'words', ...fieldColumns];
  await tx.query(
    `INSERT INTO enquiries (${columns.join(', ')}) VALUES (${placeholders(columns.length)})`,
    ...[reference, Date.now(), spam, doubt ?? (sameWords ? `same words as ${sameWords}` : null)],
    ...[wordsOf([reference, ...texts].join(' ')), ...texts],
  );
  for (const kind of kinds)
    await addDelivery(tx, { reference, kind, recipient: '' }, spam === null ? 'waiting' : 'held');
  await addKey(tx, prints, reference);
  return { reference, isNew: true };
}

/** Without vowels and look-alikes: easy to read out on the telephone, and never a word. */
const LETTERS = 'BCDFGHJKMNPQRSTVWXZ23456789';
export const REFERENCE = new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`);
const newReference = () => 'xxxx-xxxx'.replace(/x/g, () => LETTERS.charAt(randomInt(LETTERS.length)));

const FIELDS = enquiryFields.map((field) => `${columnOf(field)} AS "${field}"`).join(', ');

/** An enquiry with one of its deliveries; without any, the columns of those are null. */
type Row = Omit<StoredEnquiry, 'receivedAt' | 'deliveries'> &
  Omit<Delivery, 'kind' | 'dueAt'> & { receivedAt: number; kind: Kind | null; dueAt: number };

function toEnquiry(rows: Row[]): StoredEnquiry {
  const deliveries = rows.flatMap(({ kind, recipient, state, tries, dueAt, error, acceptedBy }) =>
    kind ? { kind, recipient, state, tries, dueAt: new Date(dueAt), error, acceptedBy } : [],
  );
  const { kind, recipient, state, tries, dueAt, error, acceptedBy, ...enquiry } = rows[0] as Row;
  return { ...enquiry, receivedAt: new Date(enquiry.receivedAt), deliveries };
}

/** The index of the overall state in `states`, as in stateOf. */
const STATE_OF = `(SELECT min(CASE state ${states.map((state, i) => `WHEN '${state}' THEN ${i}`).join(' ')} END)
  FROM deliveries WHERE deliveries.reference = enquiries.reference)`;

/** A search needs no more. */
const MOST_SEARCHED_CHARACTERS = 200;

function conditionOf(filter: Filter): { condition: string; values: Value[] } {
  const { reference, list, isSpam, state, since, search, after } = filter;
  const values: Value[] = [];
  const $ = (value: Value) => `$${values.push(value)}`;
  // Always, so that both engines use the index on time.
  const wanted = [`received_at >= ${$(since?.getTime() ?? 0)}`];
  if (reference) wanted.push(`reference = ${$(reference)}`);
  if (list) wanted.push(inList[list]);
  if (isSpam !== undefined) wanted.push(`spam IS ${isSpam ? 'NOT NULL' : 'NULL'}`);
  if (state) wanted.push(`${STATE_OF} = ${states.indexOf(state)}`);
  if (search?.trim()) {
    const words = wordsOf(search.slice(0, MOST_SEARCHED_CHARACTERS)).match(/ [^ ]+/g) ?? [];
    wanted.push(...words.map((word) => `words LIKE ${$(`%${word}%`)}`));
    if (words.length === 0) wanted.push('false');
  }
  if (after) {
    const time = $(after.receivedAt.getTime());
    wanted.push(`received_at <= ${time} AND (received_at < ${time} OR reference > ${$(after.reference)})`);
  }
  return { condition: wanted.join(' AND '), values };
}
