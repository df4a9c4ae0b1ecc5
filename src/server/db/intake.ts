import { kept } from '../../lib/kept.ts';
import { type Database, type Dialect, placeholders, type Transaction } from './database.ts';
import { DAY_MS, dayOf } from './visits.ts';

const WINDOW_MS = kept.windowMinutes * 60 * 1000;
/** The counts of so many days tell whether the site ran within the last week. */
const DAYS_KEPT = 7;

/** How much may be stored, and who wants to. */
export interface Quota {
  /** How many enquiries a day (UTC) may bring; 0: any number. */
  perDay: number;
  /** How many enquiries an address may send within the window. */
  perAddress: number;
  /** The sender's networks, the narrowest first, the last one a provider's. None: only the day counts. */
  networks: {
    /** Leads back to no address. */
    code: string;
    /** How many times as much as an address it may send. */
    share: number;
  }[];
}

/** Its network has sent as much as it may for now; or the day has brought as much. */
export type OverQuota = 'busy' | 'full';

/** What is surely a robot's may take this part of a day. */
const PART_FOR_SPAM = 0.25;
/** Once a day has brought this part of what it may, the rest is for newcomers. */
const PART_FOR_ALL = 0.5;
/** A provider's network that has stored less than this today is a newcomer. */
const NEWCOMER_BELOW = 2;
/** The part of a day that one provider's network may store, unless that is tiny: an office may send a few. */
const PART_OF_ONE_NETWORK = 0.1;
const LEAST_OF_ONE_NETWORK = 10;

/** How much came in: on each of the last days, and of whom within the last minutes. */
export function createIntake(database: Database, now: () => number) {
  return {
    /** Whether anything is dated within the last week, an enquiry or a purge: if not, the clock may be wrong. */
    isCurrent: async (): Promise<boolean> => {
      const recent = await database.read(
        `SELECT 1 FROM enquiries WHERE received_at BETWEEN $1 AND $2
         UNION ALL SELECT 1 FROM intake WHERE day BETWEEN $3 AND $4 LIMIT 1`,
        [now() - DAYS_KEPT * DAY_MS, now(), dayOf(now()) - DAYS_KEPT, dayOf(now())],
      );
      return recent.length > 0;
    },

    /** Notes that the site ran today: where hardly anything comes in, this tells that the clock went on as it should. */
    noteDay: () => database.write((tx) => addDay(tx, dayOf(now()))),

    /** Deletes counts that are over, and those of a clock that was ahead. */
    forgetCounts: () =>
      database.write(async (tx) => {
        await tx.query(
          'DELETE FROM intake WHERE day NOT BETWEEN $1 AND $2',
          dayOf(now()) - DAYS_KEPT,
          dayOf(now()) + 1,
        );
        await tx.query('DELETE FROM rate_limits WHERE expire NOT BETWEEN $1 AND $2', now(), now() + DAY_MS);
      }),
  };
}

/** Counts one more enquiry for its day and its networks, or says which limit is reached and counts nothing. */
export async function countIn(
  tx: Transaction,
  { forUpdate }: Dialect,
  { perDay: mostOnDay, perAddress, networks }: Quota,
  isSpam: boolean,
  now: number,
): Promise<OverQuota | undefined> {
  // On PostgreSQL, counting makes enquiries wait for one another.
  if (mostOnDay === 0 && networks.length === 0) return undefined;
  const perDay = mostOnDay || Number.POSITIVE_INFINITY;
  const day = dayOf(now);
  const today = (await lockDay(tx, forUpdate, day)) ?? { enquiries: 0, spam: 0 };
  const counts = await readCounts(tx, now, [
    ...networks.map(({ code }) => ({ key: code, expire: now + WINDOW_MS })),
    ...networks.slice(-1).map(({ code }) => ({ key: `day ${code}`, expire: (day + 1) * DAY_MS })),
  ]);
  if (networks.some(({ share }, i) => (counts[i]?.points ?? 0) >= perAddress * share)) return 'busy';
  const room = roomOnDay(perDay, counts.at(-1)?.points ?? 0);
  if (today.enquiries >= room || (isSpam && today.spam >= perDay * PART_FOR_SPAM)) return 'full';

  await tx.query(
    'UPDATE intake SET enquiries = enquiries + 1, spam = spam + $2 WHERE day = $1',
    day,
    isSpam ? 1 : 0,
  );
  if (counts.length > 0)
    await tx.query(
      `INSERT INTO rate_limits (key, points, expire)
       VALUES ${counts.map((_, i) => `(${placeholders(3, 1 + 3 * i)})`).join(', ')}
       ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire`,
      ...counts.flatMap(({ key, points, expire }) => [key, points + 1, expire]),
    );
  return undefined;
}

/** An enquiry's size is bounded, so bytes need no count of their own; earlier versions had one. */
const addDay = (tx: Transaction, day: number) =>
  tx.query(
    'INSERT INTO intake (day, enquiries, spam, bytes) VALUES ($1, 0, 0, 0) ON CONFLICT (day) DO NOTHING',
    day,
  );

/** The counts of a day. On PostgreSQL, other transactions that count for it wait here until this one has ended. */
async function lockDay(tx: Transaction, forUpdate: string, day: number): Promise<Day | undefined> {
  const sql = `SELECT enquiries, spam FROM intake WHERE day = $1 ${forUpdate}`;
  const [found] = await tx.query<Day>(sql, day);
  if (found) return found;
  await addDay(tx, day);
  return (await tx.query<Day>(sql, day))[0];
}

interface Day {
  enquiries: number;
  spam: number;
}

interface Count {
  key: string;
  points: number;
  expire: number;
}

/** The counts under these keys. One that ends later than a new one would was written while a clock was ahead: it begins again. */
async function readCounts(tx: Transaction, now: number, fresh: Omit<Count, 'points'>[]): Promise<Count[]> {
  if (fresh.length === 0) return [];
  const rows = await tx.query<Count>(
    `SELECT key, points, expire FROM rate_limits WHERE expire > $1 AND key IN (${placeholders(fresh.length, 2)})`,
    now,
    ...fresh.map(({ key }) => key),
  );
  return fresh.map(
    (one) => rows.find(({ key, expire }) => key === one.key && expire <= one.expire) ?? { ...one, points: 0 },
  );
}

/** How many enquiries the day may have brought before a provider's network that has stored so many of them is refused. */
function roomOnDay(perDay: number, stored: number): number {
  if (stored < NEWCOMER_BELOW) return perDay;
  const most = Math.max(perDay * PART_OF_ONE_NETWORK, LEAST_OF_ONE_NETWORK);
  return stored + 1 <= most ? perDay * PART_FOR_ALL : 0;
}
