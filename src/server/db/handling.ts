import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Handling, type ListName, listNames, MOST_COUNTED } from '../../lib/inbox.ts';
import { recordChange } from './changes.ts';
import type { Database, Value } from './database.ts';
import { readEnquiries, type StoredEnquiry } from './enquiries.ts';
import { catchUp, wordsOf } from './search.ts';

/** A note of somebody at the firm, for the firm alone. */
export interface StoredNote {
  id: string;
  at: Date;
  by: string;
  text: string;
}

export interface Wanted {
  /** Left out where everything is wanted, spam too. */
  list?: ListName | undefined;
  since?: Date | undefined;
  /** Words that each have to begin one of the enquiry. */
  search?: string | undefined;
  /** The last one of the page before. */
  after?: Pick<StoredEnquiry, 'receivedAt' | 'reference'> | undefined;
  /** Without one, all of it. */
  limit: number | undefined;
}

/** When an enquiry came, and when somebody said that it was answered. */
export interface Answered {
  receivedAt: Date;
  answeredAt: Date | undefined;
  handling: Handling;
}

const MOST_AT_A_TIME = 500;
/** A flood must not make an owner wait for a median. */
const MOST_JUDGED = 10_000;

const PARKED = "SELECT reference FROM deliveries WHERE state = 'parked'";
/** What stands in each list, as SQL. */
const conditions: Record<ListName, string> = {
  new: "spam IS NULL AND handling = 'new'",
  open: "spam IS NULL AND handling = 'open'",
  answered: "spam IS NULL AND handling = 'answered'",
  closed: "spam IS NULL AND handling = 'closed'",
  parked: `spam IS NULL AND enquiries.reference IN (${PARKED})`,
  spam: 'spam IS NOT NULL',
  // By an index, and true of each.
  all: 'received_at >= 0',
};

/** What became of enquiries at the firm: who read, answered or closed them, and what they noted. */
export function createHandling(database: Database, now: () => number) {
  const { read, write, dialect } = database;

  /** One page of a list, the newest first. By key: the last page takes no longer than the first. */
  async function page({ list, since, search = '', after, limit }: Wanted): Promise<StoredEnquiry[]> {
    const values: Value[] = [];
    const $ = (value: Value) => `$${values.push(value)}`;
    const wanted = [`received_at >= ${$(since?.getTime() ?? 0)}`];
    if (list) wanted.push(conditions[list]);
    if (search.trim() !== '') {
      const words = wordsOf(search, dialect);
      if (words === '') return [];
      await catchUp(database);
      const found = dialect.search.matches($(words));
      // The plus keeps both engines on the way by time: a page of a common word needs no sorting of all that have it.
      wanted.push(`+search_id IN (SELECT ${dialect.search.id} FROM enquiry_search WHERE ${found})`);
    }
    if (after) {
      const time = $(after.receivedAt.getTime());
      wanted.push(
        `received_at <= ${time} AND (received_at < ${time} OR enquiries.reference > ${$(after.reference)})`,
      );
    }
    return readEnquiries(database, wanted.join(' AND '), values, limit);
  }

  return {
    page,

    /** Makes what came since ready to be searched: the first time takes seconds for very many. */
    prepareSearch: () => catchUp(database),

    /** All of it, page by page: the text of all together can be longer than a string may be. */
    inLots: async function* (wanted: Omit<Wanted, 'after' | 'limit'>): AsyncGenerator<StoredEnquiry[]> {
      let after: StoredEnquiry | undefined;
      do {
        const lot = await page({ ...wanted, after, limit: MOST_AT_A_TIME });
        yield lot;
        after = lot.length < MOST_AT_A_TIME ? undefined : lot.at(-1);
        // SQLite answers at once, and a socket may take all of it: others would wait for the whole export.
        await setImmediate();
      } while (after);
    },

    counts: async (): Promise<Record<ListName, number>> => {
      const counts = await Promise.all(
        listNames.map(async (list) => {
          const some = `SELECT 1 FROM enquiries WHERE ${conditions[list]} LIMIT ${MOST_COUNTED}`;
          const [row] = await read<{ count: number }>(`SELECT count(*) AS count FROM (${some}) AS counted`);
          return [list, Number(row?.count ?? 0)] as const;
        }),
      );
      return Object.fromEntries(counts) as Record<ListName, number>;
    },

    /** True when there is such an enquiry. The first answer counts; taken back, it never was. */
    handle: (reference: string, handling: Handling, by: string): Promise<boolean> =>
      write(async (tx) => {
        const changed = await tx.query(
          `UPDATE enquiries SET handling = $2, answered_at =
             CASE $2 WHEN 'answered' THEN coalesce(answered_at, $3) WHEN 'closed' THEN answered_at END
           WHERE reference = $1 RETURNING reference`,
          reference,
          handling,
          now(),
        );
        if (changed.length > 0) await recordChange(tx, reference, handling, by, now());
        return changed.length > 0;
      }),

    /** The oldest first. */
    notes: async (reference: string): Promise<StoredNote[]> => {
      const rows = await read<{ id: string; at: number; author: string; text: string }>(
        'SELECT id, at, author, text FROM notes WHERE reference = $1 ORDER BY at, id',
        [reference],
      );
      return rows.map(({ id, at, author, text }) => ({ id, at: new Date(Number(at)), by: author, text }));
    },

    /** True when there is such an enquiry. */
    addNote: (reference: string, text: string, by: string): Promise<boolean> =>
      write(async (tx) => {
        const known = await tx.query('SELECT 1 FROM enquiries WHERE reference = $1', reference);
        if (known.length === 0) return false;
        await tx.query(
          'INSERT INTO notes (id, reference, at, author, text) VALUES ($1, $2, $3, $4, $5)',
          randomUUID(),
          reference,
          now(),
          by,
          text,
        );
        return true;
      }),

    removeNote: (reference: string, id: string): Promise<boolean> =>
      write(async (tx) => {
        const gone = await tx.query(
          'DELETE FROM notes WHERE reference = $1 AND id = $2 RETURNING id',
          reference,
          id,
        );
        return gone.length > 0;
      }),

    /** How fast the firm answers: the newest since then, without spam. */
    answers: async (since: Date): Promise<Answered[]> => {
      const rows = await read<{ received_at: number; answered_at: number | null; handling: Handling }>(
        `SELECT received_at, answered_at, handling FROM enquiries WHERE spam IS NULL AND received_at >= $1
         ORDER BY received_at DESC LIMIT ${MOST_JUDGED}`,
        [since.getTime()],
      );
      return rows.map(({ received_at, answered_at, handling }) => ({
        receivedAt: new Date(Number(received_at)),
        answeredAt: answered_at === null ? undefined : new Date(Number(answered_at)),
        handling,
      }));
    },
  };
}
