import type { Kind } from '../db/deliveries.ts';
import { openPostgres } from '../db/postgres.ts';
import { openSqlite } from '../db/sqlite.ts';
import { createStore, type EnquiryStore } from '../db/store.ts';
import type { Settings } from '../settings.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** The store that the environment names, and the limiter that goes with it. `onLost`: a connection to it broke. */
export function openStore(
  { database, rateLimit }: Settings,
  onLost?: (error: Error) => void,
): { store: EnquiryStore; limiter: Limiter } {
  if ('file' in database)
    return { store: createStore(openSqlite(database.file)), limiter: createLimiter(rateLimit) };
  const postgres = openPostgres(database.url, onLost);
  return {
    store: createStore(postgres),
    limiter: createLimiter(rateLimit, { database: postgres, secret: database.url }),
  };
}

/** What is made for each enquiry. A mail waits until there is a server for it; the rest is made only where it is wanted. */
export const kindsFor = ({ mail, acknowledges, webhook }: Settings): Kind[] => [
  'mail',
  ...(mail && acknowledges ? (['acknowledgement'] as const) : []),
  ...(webhook ? (['webhook'] as const) : []),
];
