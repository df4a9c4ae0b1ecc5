import { createChanges } from './changes.ts';
import type { Database } from './database.ts';
import { createDeliveries } from './deliveries.ts';
import { createEnquiries } from './enquiries.ts';
import { createHandling } from './handling.ts';
import { createIntake } from './intake.ts';
import { createKeys } from './keys.ts';
import { openPostgres } from './postgres.ts';
import { createSetAside } from './set-aside.ts';
import { openSqlite } from './sqlite.ts';
import { createVisits } from './visits.ts';

/** The store at this place. `onLost`: a connection to it broke. */
export const openStore = (
  place: { file: string } | { url: string },
  onLost?: (error: Error) => void,
): EnquiryStore => createStore('file' in place ? openSqlite(place.file) : openPostgres(place.url, onLost));

export type EnquiryStore = ReturnType<typeof createStore>;

/** All tables together. The same statements run on SQLite and on PostgreSQL. */
export function createStore(database: Database, now: () => number = Date.now) {
  const keys = createKeys(database, now);
  const intake = createIntake(database, now);
  return {
    place: database.place,
    close: () => database.close(),
    scrub: () => database.scrub(),
    ...createEnquiries(database, now),
    ...createDeliveries(database, now),
    ...createHandling(database, now),
    ...createChanges(database),
    ...createSetAside(database, now),
    ...keys,
    ...intake,
    visits: createVisits(database, now),

    /** Deletes what was only needed for a while: keys, counts of minutes and of days. */
    forget: async () => {
      await keys.forgetKeys();
      await intake.forgetCounts();
    },
  };
}
