import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../src/server/enquiries/store/sqlite.ts';
import { createStore } from '../../src/server/enquiries/store/store.ts';

export const SPAM = 500_000;
export const KEYS = 100_000;
export const EXPIRED = 2000;
export const WAITING = 200;

const DAY = 24 * 60 * 60 * 1000;
/** Days: what `RETENTION_DAYS` is by default, and less than it takes for retention to ask first. */
const KEPT = 730;

/** Writes a store as months of spam would leave it, past the server: by its own way that takes hours. */
export async function fillStore(file: string): Promise<void> {
  const store = createStore(openSqlite(file));
  await store.check();
  await store.close();
  const database = new DatabaseSync(file);
  const now = Date.now();
  const numbers = (count: number) =>
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
  const enquiries = (count: number, receivedAt: string, spam: string) =>
    `${numbers(count)} INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message, spam)
     SELECT hex(randomblob(6)), ${receivedAt}, 'Ada', '', 'a' || n || '@example.com', '',
       'Cheap links for your shop, number ' || n || hex(zeroblob(100)), ${spam} FROM numbers`;
  const deliveries = (state: string, condition: string) =>
    `INSERT INTO deliveries (reference, kind, state, tries, due_at)
     SELECT reference, 'mail', '${state}', 0, received_at FROM enquiries WHERE ${condition}`;
  database.exec(`
    BEGIN;
    ${enquiries(SPAM, `${now} - n * ${Math.floor((600 * DAY) / SPAM)}`, "'hidden field filled in'")};
    ${deliveries('held', 'spam IS NOT NULL')};
    ${enquiries(EXPIRED, `${now - (KEPT + 1) * DAY} - n * 60000`, 'NULL')};
    ${deliveries('sent', 'spam IS NULL')};
    ${enquiries(WAITING, `${now} - n`, 'NULL')};
    ${deliveries('waiting', `spam IS NULL AND received_at > ${now - DAY}`)};
    INSERT INTO keys (key, fingerprint, message, reference, stored_at)
      SELECT hex(randomblob(11)), hex(randomblob(11)), hex(randomblob(11)), reference, ${now - 3 * DAY}
      FROM enquiries WHERE spam IS NOT NULL LIMIT ${KEYS};
    COMMIT;`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}
