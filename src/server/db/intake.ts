import { type Database, deleteInLots, type Transaction } from './database.ts';
import { dayOf } from './visits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The counts of so many days tell whether the site ran within the last week. */
const DAYS_KEPT = 7;

/** How many enquiries a day may have brought before this one is refused, and how many of them spam. */
export interface Cap {
  enquiries: number;
  spam: number;
}

/** How much came in on a day. */
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
    noteDay: () =>
      database.write((tx) =>
        tx.query(
          'INSERT INTO intake (day, enquiries, spam, bytes) VALUES ($1, 0, 0, 0) ON CONFLICT (day) DO NOTHING',
          dayOf(now()),
        ),
      ),

    forgetDays: async () => {
      await deleteInLots(database, 'intake', 'day', 'day < $1', dayOf(now()) - DAYS_KEPT);
      await deleteInLots(database, 'intake', 'day', 'day > $1', dayOf(now()) + 1);
    },
  };
}

/** Counts one more for today, unless the day has brought as much as it may. */
export async function hasRoom(tx: Transaction, cap: Cap, isSpam: boolean, now: number): Promise<boolean> {
  const [today] = await tx.query<{ enquiries: number; spam: number }>(
    'SELECT enquiries, spam FROM intake WHERE day = $1',
    dayOf(now),
  );
  const { enquiries, spam } = today ?? { enquiries: 0, spam: 0 };
  if (enquiries >= cap.enquiries || (isSpam && spam >= cap.spam)) return false;
  // An enquiry's size is bounded, so bytes need no count of their own; earlier versions had one.
  await tx.query(
    `INSERT INTO intake (day, enquiries, spam, bytes) VALUES ($1, 1, $2, 0)
     ON CONFLICT (day) DO UPDATE SET enquiries = intake.enquiries + 1, spam = intake.spam + $2`,
    dayOf(now),
    isSpam ? 1 : 0,
  );
  return true;
}
