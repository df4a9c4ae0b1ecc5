import { hash as digest, randomInt } from 'node:crypto';
import { type Enquiry, enquiryFields } from '../../lib/enquiry.ts';
import { type Database, query, type Script, type Value } from './database.ts';

export const kinds = ['mail', 'acknowledgement', 'webhook'] as const;
/** What is sent on behalf of an enquiry: to the owner, to the visitor, to another program. */
export type Kind = (typeof kinds)[number];

export const states = ['waiting', 'sent', 'parked'] as const;
/** Waiting for its next try; sent; or refused for good, until the owner sends it again. */
export type State = (typeof states)[number];

export interface Delivery {
  kind: Kind;
  state: State;
  tries: number;
  dueAt: Date;
  error: string | null;
}

export interface StoredEnquiry extends Enquiry {
  reference: string;
  receivedAt: Date;
  /** Why it was set aside, if it was. */
  spam: string | null;
  /** Why it may be spam and is sent all the same, with a mark. */
  doubt?: string | null;
  deliveries: Delivery[];
}

export interface Incoming {
  enquiry: Enquiry;
  /** The same key with the same text is the same enquiry. Without one, the text itself is the key. */
  key?: string | undefined;
  spam: string | null;
  kinds: Kind[];
}

export type Added = { reference: string; isNew: boolean } | 'conflict';

export interface Claimed {
  kind: Kind;
  reference: string;
  tries: number;
  /** Who has it already, while others are still waiting for it. */
  reached: string[];
}

export type Settled =
  | { state: 'sent' | 'parked'; error?: string }
  | { state: 'waiting'; error: string; dueAt: number; reached?: string[] };

export interface Filter {
  reference?: string;
  since?: Date | undefined;
  isSpam?: boolean | undefined;
  state?: State | undefined;
}

const DAY = 24 * 60 * 60 * 1000;
/** Keys are promised for a day; kept for two, they outlast a clock that is moved. */
const KEYS_KEPT = 2 * DAY;

export type EnquiryStore = ReturnType<typeof createStore>;

/** Enquiries and what was sent on their behalf. The same statements run on SQLite and on PostgreSQL. */
export function createStore(database: Database, now: () => number = Date.now) {
  return {
    place: database.place,
    close: () => database.close(),
    ping: async () => void (await database.read('SELECT version FROM schema_version')),

    add: (incoming: Incoming): Promise<Added> => database.write(() => add(incoming, now())),

    /** The reference under which this key and text are known already. */
    known: async ({ enquiry, key }: Pick<Incoming, 'enquiry' | 'key'>): Promise<Added | undefined> => {
      const [found] = await database.read<Known>(FIND_KEY, [keyOf(enquiry, key)]);
      return found && judged(found, enquiry);
    },

    /**
     * Takes deliveries that are due, for as long as the lease lasts: a process that dies in between gives them back.
     * A first try is always due, and so is what is due beyond every possible delay: the clock was moved back since.
     */
    claim: (
      kind: Kind,
      { lease, longestDelay, limit }: { lease: number; longestDelay: number; limit: number },
    ) =>
      database.write(function* () {
        const claimed = yield* query<Omit<Claimed, 'reached'> & { reached: string }>(
          `WITH due AS (
             SELECT deliveries.reference FROM deliveries
             JOIN enquiries ON enquiries.reference = deliveries.reference AND enquiries.spam IS NULL
             WHERE kind = $1 AND state = 'waiting' AND (tries = 0 OR due_at <= $2 OR due_at > $3)
             ORDER BY due_at LIMIT $4 ${database.dialect.skipLocked}
           )
           UPDATE deliveries SET tries = tries + 1, due_at = $5
           WHERE kind = $1 AND reference IN (SELECT reference FROM due)
           RETURNING kind, reference, tries, reached`,
          kind,
          now(),
          now() + longestDelay,
          limit,
          now() + lease,
        );
        return claimed.map((row): Claimed => ({ ...row, reached: row.reached.split(' ').filter(Boolean) }));
      }),

    /** What was sent stays sent; any other outcome counts only from whoever holds the lease. */
    settle: ({ reference, kind, tries }: Claimed, settled: Settled) =>
      database.write(() =>
        query(
          `UPDATE deliveries SET state = $3, error = $4, due_at = $5, reached = COALESCE($7, reached)
           WHERE reference = $1 AND kind = $2 AND (tries = $6 OR $3 = 'sent')`,
          reference,
          kind,
          settled.state,
          settled.error ?? null,
          settled.state === 'waiting' ? settled.dueAt : now(),
          tries,
          (settled.state === 'waiting' && settled.reached?.join(' ')) || null,
        ),
      ),

    find: async (reference: string): Promise<StoredEnquiry | undefined> =>
      (await list(database, { reference }))[0],
    list: (filter: Filter = {}): Promise<StoredEnquiry[]> => list(database, filter),

    /** True when there is such an enquiry. */
    mark: (reference: string, spam: string | null) =>
      database.write(function* () {
        const marked = yield* query(
          'UPDATE enquiries SET spam = $2 WHERE reference = $1 RETURNING reference',
          reference,
          spam,
        );
        return marked.length > 0;
      }),

    /** Puts the mail to the owner back into the queue, and whatever else was refused. */
    resend: (reference: string) =>
      database.write(function* () {
        const again = yield* query<{ kind: Kind }>(
          `UPDATE deliveries SET state = 'waiting', tries = 0, due_at = $2, error = NULL, reached = ''
           WHERE reference = $1 AND (kind = 'mail' OR state = 'parked') RETURNING kind`,
          reference,
          now(),
        );
        return again.map(({ kind }) => kind);
      }),

    /** Deletes everything of one sender and answers with how much there was. */
    erase: (email: string) =>
      database.write(function* () {
        const all = yield* query<{ reference: string; email: string }>(
          'SELECT reference, email FROM enquiries',
        );
        const theirs = all.filter((row) => sameAddress(row.email, email));
        for (const { reference } of theirs)
          yield* query('DELETE FROM enquiries WHERE reference = $1', reference);
        return theirs.length;
      }),

    /** Deletes what was received before the given time, and keys that nobody will repeat. */
    purge: (before: Date) =>
      database.write(function* () {
        yield* query('DELETE FROM keys WHERE stored_at < $1', now() - KEYS_KEPT);
        const gone = yield* query(
          'DELETE FROM enquiries WHERE received_at < $1 RETURNING reference',
          before.getTime(),
        );
        return gone.length;
      }),
  };
}

interface Known {
  reference: string;
  fingerprint: string;
}
const FIND_KEY = 'SELECT reference, fingerprint FROM keys WHERE key = $1';

function* add({ enquiry, key, spam, kinds }: Incoming, now: number): Script<Added> {
  const print = fingerprint(enquiry);
  const ownKey = key ? hash(key) : print;
  const [known] = yield* query<Known>(FIND_KEY, ownKey);
  if (known) return judged(known, enquiry);
  const message = hash(enquiry.message.toLowerCase().replace(/\s+/g, ' '));
  const [repeated] = yield* query('SELECT 1 FROM keys WHERE message = $1 LIMIT 1', message);
  const reference = newReference();
  yield* query(
    'INSERT INTO enquiries VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    reference,
    now,
    ...enquiryFields.map((field) => enquiry[field]),
    spam ?? (repeated ? 'repeated text' : null),
  );
  for (const kind of kinds)
    yield* query(
      "INSERT INTO deliveries (reference, kind, state, tries, due_at) VALUES ($1, $2, 'waiting', 0, $3)",
      reference,
      kind,
      now,
    );
  yield* query('INSERT INTO keys VALUES ($1, $2, $3, $4, $5)', ownKey, print, message, reference, now);
  return { reference, isNew: true };
}

const judged = (known: Known, enquiry: Enquiry): Added =>
  known.fingerprint === fingerprint(enquiry) ? { reference: known.reference, isNew: false } : 'conflict';

const fingerprint = (enquiry: Enquiry) => hash(JSON.stringify(enquiryFields.map((field) => enquiry[field])));
const keyOf = (enquiry: Enquiry, key?: string) => (key ? hash(key) : fingerprint(enquiry));
/** 132 bits: two texts will never share them, and they are half as much to store and to sort. */
const hash = (text: string) => digest('sha256', text, 'base64url').slice(0, 22);

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

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.trim().normalize('NFC').toLowerCase();

interface Joined extends Record<string, Value> {
  reference: string;
  received_at: number;
  spam: string | null;
  kind: Kind | null;
}

/** The newest first. */
async function list(
  database: Database,
  { reference, since, isSpam, state }: Filter,
): Promise<StoredEnquiry[]> {
  const rows = await database.read<Joined>(
    `SELECT enquiries.*, kind, state, tries, due_at, error FROM enquiries
     LEFT JOIN deliveries ON deliveries.reference = enquiries.reference
     WHERE received_at >= $1 ${reference ? 'AND enquiries.reference = $2' : ''}
     ORDER BY received_at DESC, enquiries.reference, kind`,
    [since?.getTime() ?? 0, ...(reference ? [reference] : [])],
  );
  const found = Map.groupBy(rows, (row) => row.reference);
  return [...found.values()]
    .map(toEnquiry)
    .filter(({ spam }) => isSpam === undefined || isSpam === (spam !== null))
    .filter(({ deliveries }) => !state || stateOf(deliveries) === state);
}

/** The state of the whole: parked when anything needs the owner, sent when all is. */
export function stateOf(deliveries: Delivery[]): State {
  const has = (state: State) => deliveries.some((delivery) => delivery.state === state);
  if (has('parked')) return 'parked';
  return has('waiting') ? 'waiting' : 'sent';
}

function toEnquiry(rows: Joined[]): StoredEnquiry {
  const [first] = rows as [Joined, ...Joined[]];
  const text = (column: string) => String(first[column]);
  return {
    reference: first.reference,
    receivedAt: new Date(first.received_at),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    company: text('company'),
    message: text('message'),
    spam: first.spam,
    deliveries: rows.flatMap(({ kind, state, tries, due_at, error }) =>
      kind
        ? {
            kind,
            state: state as State,
            tries: Number(tries),
            dueAt: new Date(Number(due_at)),
            error: error as string,
          }
        : [],
    ),
  };
}
