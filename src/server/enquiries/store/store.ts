import { hash as digest, randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Enquiry, enquiryFields, fieldRules, withoutUnseen } from '../../../lib/enquiry.ts';
import { kept } from '../../../lib/kept.ts';
import { hostInAscii } from '../addresses.ts';
import { fieldColumns } from './columns.ts';
import { type Database, LOT, placeholders, query, type Script } from './database.ts';
import { type Kind, readEnquiries, type State, type StoredEnquiry } from './enquiries.ts';
import { createHandling, note } from './handling.ts';
import { forgetWords } from './search.ts';
import { createVisits, dayOf } from './visits.ts';

export interface Incoming {
  enquiry: Enquiry;
  /** The same key with the same text is the same enquiry. */
  key?: string | undefined;
  spam?: string | null;
  doubt?: string | null;
  kinds: Kind[];
  cap?: Cap | undefined;
}

/** How many enquiries a day may have brought before this one is refused, and how many of them spam. */
export interface Cap {
  enquiries: number;
  spam: number;
}

export type Added = { reference: string; isNew: boolean } | 'conflict' | 'full';

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

/** What needs the owner's attention. */
export interface Standing {
  parked: number;
  waiting: number;
  /** When the oldest of those that wait arrived. */
  waitingSince: Date | undefined;
}

export interface Expired {
  references: string[];
  oldest: Date | undefined;
  /** As old, but kept: nobody has got them yet. */
  unsent: number;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Keys are promised for a day; kept for two, they outlast a clock that is moved. */
const KEYS_KEPT = kept.repeatDays * DAY;
const LIMITS_KEPT = kept.windowMinutes * 60 * 1000;
/** The counts of so many days tell whether the site ran within the last week. */
const DAYS_KEPT = 7;
/** Past this, nobody needs the exact number. */
const COUNTED = 1000;

export type EnquiryStore = ReturnType<typeof createStore>;

/** Enquiries and what was sent on their behalf. The same statements run on SQLite and on PostgreSQL. */
export function createStore(database: Database, now: () => number = Date.now) {
  const { skipLocked } = database.dialect;
  const visits = createVisits(database, now);
  const handling = createHandling(database, now);

  /** The oldest first, a lot at a time. */
  async function* byAge(before: number): AsyncGenerator<Aged[]> {
    let last: Pick<Aged, 'received_at' | 'reference'> = { received_at: -1, reference: '' };
    for (;;) {
      const lot = await database.read<Aged>(
        `SELECT reference, received_at, email, spam,
           EXISTS (SELECT 1 FROM deliveries WHERE deliveries.reference = enquiries.reference
                   AND kind = 'mail' AND state IN ('waiting', 'parked')) AS unsent
         FROM enquiries
         WHERE received_at < $1 AND (received_at > $2 OR (received_at = $2 AND reference > $3))
         ORDER BY received_at, reference LIMIT $4`,
        [before, last.received_at, last.reference, LOT],
      );
      yield lot;
      const end = lot.at(-1);
      if (!end || lot.length < LOT) return;
      last = end;
      // SQLite answers at once: without this, all lots together would keep visitors waiting.
      await setImmediate();
    }
  }

  return {
    place: database.place,
    visits,
    ...handling,
    close: () => database.close(),
    scrub: () => database.scrub(),

    /** Fails unless an enquiry can be stored: it stores one of full size, and takes it back. */
    check: () => database.probe(() => storeAndTakeBack(now())),

    add: (incoming: Incoming): Promise<Added> => database.write(() => add(incoming, now())),

    /** The reference under which this key, or this sender with these words, is known already. */
    known: async ({ enquiry, key }: Pick<Incoming, 'enquiry' | 'key'>): Promise<Added | undefined> => {
      const { words, print } = printsOf(enquiry);
      const [found] = key ? await database.read<Known>(FIND_KEY, [hash(key)]) : [];
      if (found) return judged(found, print);
      const [same] = await database.read<Known>(FIND_SAME, [words, print]);
      return same && { reference: same.reference, isNew: false };
    },

    /**
     * Takes deliveries that are due, for as long as the lease lasts: a process that dies in between gives them back.
     * A first try is always due, and so is what is due beyond every possible delay: the clock was moved back since.
     */
    claim: (
      kind: Kind,
      { lease, longestDelay, limit }: { lease: number; longestDelay: number; limit: number },
    ): Promise<Claimed[]> =>
      database.write(function* () {
        const due: string[] = [];
        for (const [condition, ...values] of [
          ['tries = 0 AND due_at >= $3', 0],
          ['tries > 0 AND due_at <= $3', now()],
          ['tries > 0 AND due_at > $3', now() + longestDelay],
        ] as const) {
          if (due.length >= limit) break;
          const rows = yield* query<{ reference: string }>(
            `SELECT reference FROM deliveries WHERE kind = $1 AND state = 'waiting' AND ${condition}
             ORDER BY due_at LIMIT $2 ${skipLocked}`,
            kind,
            limit - due.length,
            ...values,
          );
          due.push(...rows.map(({ reference }) => reference));
        }
        if (due.length === 0) return [];
        const claimed = yield* query<Omit<Claimed, 'reached'> & { reached: string }>(
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
      database.write(() =>
        query(
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

    /**
     * True when the sender of this enquiry may be sent an acknowledgement now: a stranger can name any address, and as
     * often as they like. An address gets one in an hour; the enquiry that has taken it may try again.
     */
    acknowledge: async ({
      reference,
      email,
    }: Pick<StoredEnquiry, 'reference' | 'email'>): Promise<boolean> => {
      const taken = await database.write(() =>
        query(
          `INSERT INTO keys (key, fingerprint, message, reference, stored_at) VALUES ($1, '', '', $2, $3)
           ON CONFLICT (key) DO UPDATE SET reference = $2, stored_at = $3
           WHERE keys.reference = $2 OR keys.stored_at NOT BETWEEN $4 AND $5
           RETURNING key`,
          `acknowledged ${hash(plainAddress(email))}`,
          reference,
          now(),
          now() - HOUR,
          now() + HOUR,
        ),
      );
      return taken.length > 0;
    },

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
        `SELECT CAST((received_at - $1) / ${7 * DAY} AS INTEGER) AS week,
           CASE WHEN spam IS NULL THEN 0 ELSE 1 END AS aside, count(*) AS count
         FROM enquiries WHERE received_at >= $1 GROUP BY 1, 2`,
        [first.getTime()],
      );
      return rows.map(({ week, aside, count }) => ({ week, isSpam: aside === 1, count: Number(count) }));
    },

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
                WHERE kind = $1 AND ${which} LIMIT ${COUNTED}) AS counted`,
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
           (SELECT reference FROM enquiries ORDER BY received_at DESC LIMIT ${COUNTED})`,
      );
      return row?.last ? new Date(Number(row.last)) : undefined;
    },

    /** True when there is such an enquiry. What was held back with it is sent as soon as it is no spam. */
    mark: (reference: string, spam: string | null, by: string) =>
      database.write(function* () {
        const marked = yield* query(
          'UPDATE enquiries SET spam = $2 WHERE reference = $1 RETURNING reference',
          reference,
          spam,
        );
        yield* query(
          'UPDATE deliveries SET state = $2 WHERE reference = $1 AND state = $3',
          reference,
          ...(spam === null ? (['waiting', 'held'] as const) : (['held', 'waiting'] as const)),
        );
        if (marked.length > 0) yield* note(reference, spam === null ? 'not spam' : 'spam', by, now());
        return marked.length > 0;
      }),

    /** Puts the mail to the owner back into the queue, and whatever else was refused. */
    resend: (reference: string, by: string) =>
      database.write(function* () {
        const again = yield* query<{ kind: Kind }>(
          `${SEND_AGAIN} WHERE reference = $2 AND (kind = 'mail' OR state = 'parked') RETURNING kind`,
          now(),
          reference,
        );
        if (again.length > 0) yield* note(reference, 'resend', by, now());
        return again.map(({ kind }) => kind);
      }),

    /** Puts everything that was refused back into the queue, and answers with how many there were. */
    resendAll: () =>
      database.write(function* () {
        const wanted = 'SELECT reference FROM enquiries WHERE spam IS NULL';
        const again = yield* query(
          `${SEND_AGAIN} WHERE state = 'parked' AND reference IN (${wanted}) RETURNING kind`,
          now(),
        );
        return again.length;
      }),

    /** The references of everything that came from one address. */
    from: async (email: string): Promise<string[]> => {
      const wanted = plainAddress(email);
      const references: string[] = [];
      for await (const lot of byAge(Number.MAX_SAFE_INTEGER))
        references.push(
          ...lot.filter((row) => plainAddress(row.email) === wanted).map(({ reference }) => reference),
        );
      return references;
    },

    /** What was received before the given time and may go; `isSpam`: only what was set aside. */
    expired: async (before: Date, isSpam = false): Promise<Expired> => {
      const expired: Expired = { references: [], oldest: undefined, unsent: 0 };
      for await (const lot of byAge(before.getTime()))
        for (const { reference, received_at, spam, unsent } of lot) {
          if (isSpam && spam === null) continue;
          // What nobody has got yet is never too old.
          if (unsent && spam === null) {
            expired.unsent += 1;
            continue;
          }
          expired.references.push(reference);
          expired.oldest ??= new Date(Number(received_at));
        }
      return expired;
    },

    /** Deletes enquiries with everything that belongs to them. */
    remove: async (references: string[]): Promise<number> => {
      let gone = 0;
      for (let i = 0; i < references.length; i += LOT) {
        const lot = references.slice(i, i + LOT);
        gone += await database.write(function* () {
          yield* forgetWords(lot, database.dialect);
          const rows = yield* query(
            `DELETE FROM enquiries WHERE reference IN (${placeholders(lot.length)}) RETURNING reference`,
            ...lot,
          );
          return rows.length;
        });
      }
      return gone;
    },

    /** Whether anything is dated within the last week, an enquiry or a purge: if not, the clock may be wrong. */
    isCurrent: async (): Promise<boolean> => {
      const recent = await database.read(
        `SELECT 1 FROM enquiries WHERE received_at BETWEEN $1 AND $2
         UNION ALL SELECT 1 FROM intake WHERE day BETWEEN $3 AND $4 LIMIT 1`,
        [now() - DAYS_KEPT * DAY, now(), dayOf(now()) - DAYS_KEPT, dayOf(now())],
      );
      return recent.length > 0;
    },

    /** Notes that the site ran today: where hardly anything comes in, this tells that the clock went on as it should. */
    noteDay: () =>
      database.write(() =>
        query(
          'INSERT INTO intake (day, enquiries, spam, bytes) VALUES ($1, 0, 0, 0) ON CONFLICT (day) DO NOTHING',
          dayOf(now()),
        ),
      ),

    /**
     * Deletes keys that nobody will repeat, and counts that are over: of minutes, of days. What is dated beyond its own
     * time was written while a clock was ahead, and would be believed until that date.
     */
    forget: async () => {
      for (const [table, key, condition, limit] of [
        ['keys', 'key', 'stored_at <', now() - KEYS_KEPT],
        ['keys', 'key', 'stored_at >', now() + KEYS_KEPT],
        ['rate_limits', 'key', 'expire <', now()],
        ['rate_limits', 'key', 'expire >', now() + LIMITS_KEPT],
        ['intake', 'day', 'day <', dayOf(now()) - DAYS_KEPT],
        ['intake', 'day', 'day >', dayOf(now()) + 1],
      ] as const) {
        const some = `SELECT ${key} FROM ${table} WHERE ${condition} $1 LIMIT ${LOT}`;
        const forgetSome = () =>
          database.write(() =>
            query(`DELETE FROM ${table} WHERE ${key} IN (${some}) RETURNING ${key}`, limit),
          );
        while ((await forgetSome()).length === LOT);
      }
    },
  };
}

const SEND_AGAIN = `UPDATE deliveries SET state = 'waiting', tries = 0, due_at = $1, error = NULL, reached = '',
  accepted_by = NULL`;

interface Aged {
  reference: string;
  received_at: number;
  email: string;
  spam: string | null;
  /** 0 or 1 in one engine, a truth in the other. */
  unsent: number | boolean;
}

interface Known {
  reference: string;
  fingerprint: string;
}
const FIND_KEY = 'SELECT reference, fingerprint FROM keys WHERE key = $1';
const FIND_SAME = 'SELECT reference, fingerprint FROM keys WHERE message = $1 AND fingerprint = $2 LIMIT 1';
const FIND_WORDS = 'SELECT reference FROM keys WHERE message = $1 LIMIT 1';

function* add({ enquiry, key, spam = null, doubt = null, kinds, cap }: Incoming, now: number): Script<Added> {
  const { words, print } = printsOf(enquiry);
  const [known] = key ? yield* query<Known>(FIND_KEY, hash(key)) : [];
  if (known) return judged(known, print);
  const [same] = yield* query<Known>(FIND_SAME, words, print);
  if (same) return { reference: same.reference, isNew: false };
  const [repeated] = yield* query<Known>(FIND_WORDS, words);
  if (cap && !(yield* hasRoom(cap, spam !== null, now))) return 'full';

  const reference = newReference();
  const values = {
    reference,
    received_at: now,
    spam,
    doubt: doubt ?? (repeated ? `same words as ${repeated.reference}` : null),
  };
  const columns = [...Object.keys(values), ...fieldColumns];
  yield* query(
    `INSERT INTO enquiries (${columns.join(', ')}) VALUES (${placeholders(columns.length)})`,
    ...Object.values(values),
    ...enquiryFields.map((field) => enquiry[field]),
  );
  for (const kind of kinds)
    yield* query(
      'INSERT INTO deliveries (reference, kind, state, tries, due_at) VALUES ($1, $2, $3, 0, $4)',
      reference,
      kind,
      spam === null ? 'waiting' : 'held',
      now,
    );
  yield* query(
    'INSERT INTO keys (key, fingerprint, message, reference, stored_at) VALUES ($1, $2, $3, $4, $5)',
    // No key that a stranger chooses is this one: their hashes have no space.
    key ? hash(key) : `text ${print}`,
    print,
    words,
    reference,
    now,
  );
  return { reference, isNew: true };
}

/** Counts one more for today, unless the day has brought as much as it may. */
function* hasRoom(cap: Cap, isSpam: boolean, now: number): Script<boolean> {
  const [today] = yield* query<{ enquiries: number; spam: number }>(
    'SELECT enquiries, spam FROM intake WHERE day = $1',
    dayOf(now),
  );
  const { enquiries, spam } = today ?? { enquiries: 0, spam: 0 };
  if (enquiries >= cap.enquiries || (isSpam && spam >= cap.spam)) return false;
  // An enquiry's size is bounded, so bytes need no count of their own; earlier versions had one.
  yield* query(
    `INSERT INTO intake (day, enquiries, spam, bytes) VALUES ($1, 1, $2, 0)
     ON CONFLICT (day) DO UPDATE SET enquiries = intake.enquiries + 1, spam = intake.spam + $2`,
    dayOf(now),
    isSpam ? 1 : 0,
  );
  return true;
}

/** As much as a visitor can send, so that room for this is room for anybody. */
const FULL_SIZE = Object.fromEntries(enquiryFields.map((field) => [field, 'x'.repeat(5000)])) as Enquiry;

function* storeAndTakeBack(now: number): Script<void> {
  const key = `check ${randomInt(2 ** 47)}`;
  const added = yield* add(
    { enquiry: { ...FULL_SIZE, message: key + FULL_SIZE.message }, key, kinds: ['mail'] },
    now,
  );
  if (added === 'conflict' || added === 'full') throw new Error(`The check was answered with ${added}.`);
  const gone = yield* query(
    'DELETE FROM enquiries WHERE reference = $1 RETURNING reference',
    added.reference,
  );
  if (gone.length !== 1) throw new Error('What was stored could not be found again.');
}

const judged = (known: Known, print: string): Added =>
  known.fingerprint === print ? { reference: known.reference, isNew: false } : 'conflict';

/**
 * What was written, whatever its spaces; and by whom, whatever the case of the address. The fields that the form always
 * had count in this order, empty or not, so that keys in use stay valid. Any other counts by its name and only when it is
 * filled in: a field that an upgrade adds or moves must not turn a retry into another enquiry.
 */
function printsOf(enquiry: Enquiry): { words: string; print: string } {
  const words = hash(enquiry.message.trim().replace(/\s+/g, ' '));
  const { message: _, email, ...rest } = enquiry;
  const { firstName = '', lastName = '', company = '', ...added } = rest as Record<string, string>;
  const filledIn = Object.entries(added).filter(([, value]) => value !== '');
  const first = [words, email.toLowerCase(), firstName, lastName, company];
  return { words, print: hash(JSON.stringify([...first, ...filledIn.toSorted().flat()])) };
}
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

/** An address may be typed with accents apart from their letters, which makes it this much longer at most. */
const LONGEST_ADDRESS = 4 * fieldRules.email.most;

/**
 * One form for all ways to write an address: in any case, with accents joined or apart, with or without what nobody sees,
 * with its host in letters or in ASCII. What is longer than the form ever allowed is only made small: to sort its accents could take minutes.
 */
function plainAddress(address: string): string {
  const text = withoutUnseen(address).trim().toLowerCase();
  if (text.length > LONGEST_ADDRESS) return text;
  const at = text.lastIndexOf('@') + 1;
  const host = text.slice(at).normalize('NFC');
  return text.slice(0, at).normalize('NFC') + hostInAscii(host);
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
