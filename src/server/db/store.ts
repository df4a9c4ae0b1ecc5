import type { Database } from './database.ts';
import { createDeliveries } from './deliveries.ts';
import { createEnquiries } from './enquiries.ts';
import { createHandling } from './handling.ts';
import { forgetCounts } from './intake.ts';
import { createKeys, forgetKeys } from './keys.ts';
import { openPostgres } from './postgres.ts';
import { createSetAside } from './set-aside.ts';
import { openSqlite } from './sqlite.ts';
import { createVisits, forgetVisits } from './visits.ts';

/** The store at this place. `onLost`: a connection to it broke. */
export const openStore = (
  place: { file: string } | { url: string },
  onLost?: (error: Error) => void,
): EnquiryStore => createStore('file' in place ? openSqlite(place.file) : openPostgres(place.url, onLost));

export type EnquiryStore = ReturnType<typeof createStore>;

/** All tables together. */
export function createStore(database: Database) {
  const { place, close, scrub, write } = database;
  return {
    place,
    close,
    scrub,
    ...createEnquiries(database),
    ...createDeliveries(database),
    ...createHandling(database),
    ...createSetAside(database),
    ...createKeys(database),
    visits: createVisits(database),

    /** Deletes what was only needed for a while, and what is dated ahead: it was written while a clock was wrong. */
    forget: () =>
      write(async (tx) => {
        await forgetKeys(tx);
        await forgetCounts(tx);
        await forgetVisits(tx);
      }),
  };
}
