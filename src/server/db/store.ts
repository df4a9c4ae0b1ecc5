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

export const openStore = (place: { file: string } | { url: string }): EnquiryStore =>
  createStore('file' in place ? openSqlite(place.file) : openPostgres(place.url));

export type EnquiryStore = ReturnType<typeof createStore>;

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
