import { retention } from '../../lib/retention.ts';
import type { Transaction } from './database.ts';
import { DAY_MS, dayOf } from './visits.ts';

const WINDOW_MS = retention.windowMinutes * 60 * 1000;

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
    /** Limit multiplier, relative to one address. */
    share: number;
  }[];
}

/** Its network has sent as much as it may for now; or the day has brought as much. */
export type OverQuota = 'busy' | 'full';

/** The part of a day that spam may take. */
const PART_FOR_SPAM = 0.25;
/** Once a day has brought this part of what it may, the rest is for newcomers. */
const PART_FOR_ALL = 0.5;
/** A provider's network that has stored less than this today is a newcomer. */
const NEWCOMER_BELOW = 2;
/** The part of a day that one provider's network may store, unless that is tiny: an office may send a few. */
const PART_OF_ONE_NETWORK = 0.1;
const LEAST_OF_ONE_NETWORK = 10;

export async function forgetCounts(tx: Transaction): Promise<void> {
  const now = Date.now();
  const today = dayOf(now);
  await tx.query('DELETE FROM intake WHERE day NOT BETWEEN $1 AND $2', today - 1, today + 1);
  await tx.query('DELETE FROM rate_limits WHERE expire NOT BETWEEN $1 AND $2', now, now + DAY_MS);
}

/** Counts one more enquiry for its day and its networks, or says which limit is reached and counts nothing. */
export async function countIn(
  tx: Transaction,
  { perDay, perAddress, networks }: Quota,
  isSpam: boolean,
): Promise<OverQuota | undefined> {
  // Without limits, no lock.
  if (perDay === 0 && networks.length === 0) return undefined;
  const now = Date.now();
  const day = dayOf(now);
  const today = await lockDay(tx, day);
  const counts: Count[] = [];
  for (const { code } of networks) counts.push(await countOf(tx, code, now, now + WINDOW_MS));
  const provider = networks.at(-1);
  if (provider) counts.push(await countOf(tx, `day ${provider.code}`, now, (day + 1) * DAY_MS));
  if (networks.some(({ share }, i) => (counts[i]?.points ?? 0) >= perAddress * share)) return 'busy';
  const most = perDay || Number.POSITIVE_INFINITY;
  const room = roomOnDay(most, counts.at(-1)?.points ?? 0);
  if (today.enquiries >= room || (isSpam && today.spam >= most * PART_FOR_SPAM)) return 'full';

  await tx.query(
    'UPDATE intake SET enquiries = enquiries + 1, spam = spam + $2 WHERE day = $1',
    ...[day, isSpam ? 1 : 0],
  );
  for (const { key, points, expire } of counts)
    await tx.query(
      `INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire`,
      ...[key, points + 1, expire],
    );
  return undefined;
}

/** The counts of a day. The write locks the row on PostgreSQL until the transaction ends. */
async function lockDay(tx: Transaction, day: number): Promise<{ enquiries: number; spam: number }> {
  const [counts] = await tx.query<{ enquiries: number; spam: number }>(
    `INSERT INTO intake (day, enquiries, spam) VALUES ($1, 0, 0)
     ON CONFLICT (day) DO UPDATE SET spam = intake.spam RETURNING enquiries, spam`,
    day,
  );
  return counts ?? { enquiries: 0, spam: 0 };
}

interface Count {
  key: string;
  points: number;
  expire: number;
}

/** One that expires later than a new one would was written while a clock was ahead: it begins again. */
async function countOf(tx: Transaction, key: string, now: number, expire: number): Promise<Count> {
  const [found] = await tx.query<Count>(
    'SELECT key, points, expire FROM rate_limits WHERE key = $1 AND expire > $2 AND expire <= $3',
    ...[key, now, expire],
  );
  return found ?? { key, points: 0, expire };
}

/** The day's total from which on a provider's network that has stored so many today is refused. */
function roomOnDay(perDay: number, stored: number): number {
  if (stored < NEWCOMER_BELOW) return perDay;
  const most = Math.max(perDay * PART_OF_ONE_NETWORK, LEAST_OF_ONE_NETWORK);
  return stored + 1 <= most ? perDay * PART_FOR_ALL : 0;
}
