import { type EnquiryField, enquiryFields } from '../../lib/enquiry.ts';
import type { Transaction } from './database.ts';
import { wordsOf } from './search.ts';

export interface Dialect {
  /** Table option: rows lie in the order of the primary key. */
  clustered: string;
  /** Query for the column names of the table of enquiries. */
  columns: string;
}

/** firstName is stored in first_name. */
export const columnOf = (field: EnquiryField) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const fieldColumns = enquiryFields.map(columnOf);

/** Statements, or what statements alone cannot do. */
type Step = string | ((tx: Transaction) => Promise<void>);

/** Forward only: what stands here was run somewhere and never changes; a new step goes to the end. */
const migrations: (Step | Step[])[] = [
  `CREATE TABLE enquiries (
     reference TEXT PRIMARY KEY,
     received_at BIGINT NOT NULL,
     first_name TEXT NOT NULL,
     last_name TEXT NOT NULL,
     email TEXT NOT NULL,
     company TEXT NOT NULL,
     message TEXT NOT NULL,
     spam TEXT
   );
   CREATE TABLE deliveries (
     reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
     kind TEXT NOT NULL,
     state TEXT NOT NULL,
     tries INTEGER NOT NULL,
     due_at BIGINT NOT NULL,
     error TEXT,
     PRIMARY KEY (reference, kind)
   ) {clustered};
   CREATE INDEX deliveries_due ON deliveries (kind, due_at) WHERE state = 'waiting';
   CREATE TABLE keys (
     key TEXT PRIMARY KEY,
     fingerprint TEXT NOT NULL,
     message TEXT NOT NULL,
     reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
     stored_at BIGINT NOT NULL
   ) {clustered};
   CREATE INDEX keys_message ON keys (message);
   CREATE TABLE rate_limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)`,

  // What is doubtful is mailed with a mark; spam does not wait in the outbox; every look-up has its index; a day's
  // intake is counted.
  `ALTER TABLE enquiries ADD COLUMN doubt TEXT;
   CREATE INDEX enquiries_received ON enquiries (received_at);
   ALTER TABLE deliveries ADD COLUMN reached TEXT NOT NULL DEFAULT '';
   UPDATE deliveries SET state = 'held'
   WHERE state = 'waiting' AND reference IN (SELECT reference FROM enquiries WHERE spam IS NOT NULL);
   DROP INDEX deliveries_due;
   CREATE INDEX deliveries_new ON deliveries (kind, due_at) WHERE state = 'waiting' AND tries = 0;
   CREATE INDEX deliveries_again ON deliveries (kind, due_at) WHERE state = 'waiting' AND tries > 0;
   CREATE INDEX deliveries_parked ON deliveries (kind, reference) WHERE state = 'parked';
   DROP INDEX keys_message;
   CREATE INDEX keys_words ON keys (message, fingerprint);
   CREATE INDEX keys_reference ON keys (reference);
   CREATE INDEX keys_stored ON keys (stored_at);
   CREATE INDEX rate_limits_expire ON rate_limits (expire);
   CREATE TABLE intake (
     day INTEGER PRIMARY KEY,
     enquiries INTEGER NOT NULL,
     spam INTEGER NOT NULL,
     bytes BIGINT NOT NULL
   )`,

  // Page views, where the owner wants them counted: nothing in it tells one visitor from another.
  `CREATE TABLE visits (
     day INTEGER NOT NULL,
     path TEXT NOT NULL,
     referrer TEXT NOT NULL,
     views BIGINT NOT NULL,
     PRIMARY KEY (day, path, referrer)
   ) {clustered}`,

  // What the firm does with an enquiry, and the search.
  `ALTER TABLE enquiries ADD COLUMN handling TEXT NOT NULL DEFAULT 'new';
   ALTER TABLE enquiries ADD COLUMN answered_at BIGINT;
   ALTER TABLE enquiries ADD COLUMN search_id BIGINT;
   CREATE INDEX enquiries_handling ON enquiries (handling, received_at) WHERE spam IS NULL;
   CREATE INDEX enquiries_spam ON enquiries (received_at) WHERE spam IS NOT NULL;
   CREATE INDEX enquiries_unread ON enquiries (received_at) WHERE search_id IS NULL;
   ALTER TABLE deliveries ADD COLUMN accepted_by TEXT;
   CREATE TABLE notes (
     id TEXT PRIMARY KEY,
     reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
     at BIGINT NOT NULL,
     author TEXT NOT NULL,
     text TEXT NOT NULL
   ) {clustered};
   CREATE INDEX notes_reference ON notes (reference);
   CREATE TABLE changes (
     id TEXT PRIMARY KEY,
     reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
     at BIGINT NOT NULL,
     author TEXT NOT NULL,
     deed TEXT NOT NULL
   ) {clustered};
   CREATE INDEX changes_reference ON changes (reference)`,

  // What made a table of words that is no longer used.
  'DROP TABLE IF EXISTS enquiry_search',

  // One delivery for each recipient, and the daily mail about what was set aside. Renaming locks the table in PostgreSQL,
  // so another process cannot store a delivery that is not copied.
  [
    `ALTER TABLE deliveries RENAME TO deliveries_before;
     DROP INDEX deliveries_new;
     DROP INDEX deliveries_again;
     DROP INDEX deliveries_parked;
     CREATE TABLE deliveries (
       reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
       kind TEXT NOT NULL,
       recipient TEXT NOT NULL DEFAULT '',
       state TEXT NOT NULL,
       tries INTEGER NOT NULL,
       due_at BIGINT NOT NULL,
       error TEXT,
       accepted_by TEXT,
       PRIMARY KEY (reference, kind, recipient)
     ) {clustered};
     INSERT INTO deliveries (reference, kind, state, tries, due_at, error, accepted_by)
       SELECT reference, kind, state, tries, due_at, error, accepted_by FROM deliveries_before;
     CREATE INDEX deliveries_new ON deliveries (kind, due_at) WHERE state = 'waiting' AND tries = 0;
     CREATE INDEX deliveries_again ON deliveries (kind, due_at) WHERE state = 'waiting' AND tries > 0;
     CREATE INDEX deliveries_parked ON deliveries (kind, reference) WHERE state = 'parked';
     CREATE TABLE set_aside_mail (id INTEGER PRIMARY KEY, told_until BIGINT NOT NULL, due_at BIGINT NOT NULL)`,
    splitReached,
    'DROP TABLE deliveries_before',
  ],

  // The words of an enquiry, for the search, are in its own row; a day's bytes are no longer counted.
  [
    `DROP TABLE IF EXISTS enquiry_search;
     DROP INDEX enquiries_unread;
     ALTER TABLE enquiries DROP COLUMN search_id;
     ALTER TABLE enquiries ADD COLUMN words TEXT NOT NULL DEFAULT '';
     ALTER TABLE intake DROP COLUMN bytes`,
    fillWords,
  ],
];

/** While others waited, `reached` listed who had the mail: each of them becomes a delivery that is sent. */
async function splitReached(tx: Transaction): Promise<void> {
  const rows = await tx.query<{
    reference: string;
    kind: string;
    tries: number;
    at: number;
    reached: string;
  }>(
    `SELECT reference, kind, tries, due_at AS at, reached FROM deliveries_before
     WHERE state <> 'sent' AND reached <> ''`,
  );
  for (const { reference, kind, tries, at, reached } of rows)
    for (const recipient of new Set(reached.split(' ')))
      await tx.query(
        `INSERT INTO deliveries (reference, kind, recipient, state, tries, due_at) VALUES ($1, $2, $3, 'sent', $4, $5)`,
        ...[reference, kind, recipient, tries, at],
      );
}

async function fillWords(tx: Transaction): Promise<void> {
  for (const { reference } of await tx.query<{ reference: string }>('SELECT reference FROM enquiries')) {
    const [row = {}] = await tx.query<Record<string, string>>(
      'SELECT * FROM enquiries WHERE reference = $1',
      reference,
    );
    const words = wordsOf(['reference', ...fieldColumns].map((column) => row[column] ?? '').join(' '));
    await tx.query('UPDATE enquiries SET words = $2 WHERE reference = $1', reference, words);
  }
}

const SCHEMA_VERSION = migrations.length;

/** Brings the tables up to date. The caller sees to it that only one process does this at a time. */
export async function migrate(tx: Transaction, { clustered, columns }: Dialect): Promise<void> {
  await tx.query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  const [found] = await tx.query<{ version: number }>('SELECT version FROM schema_version');
  const version = found?.version ?? 0;
  if (version > SCHEMA_VERSION)
    throw new Error(
      `The enquiries were written by a newer version of this program (schema ${version}, known here: ${SCHEMA_VERSION}). Start that version, or a later one.`,
    );
  if (!found) await tx.query('INSERT INTO schema_version (version) VALUES (0)');
  for (const step of migrations.slice(version).flat())
    if (typeof step === 'function') await step(tx);
    else for (const statement of step.split(';')) await tx.query(statement.replace('{clustered}', clustered));
  if (version < SCHEMA_VERSION) await tx.query('UPDATE schema_version SET version = $1', SCHEMA_VERSION);

  // A field that was added to the form since gets its column by itself.
  const present = (await tx.query<{ name: string }>(columns)).map(({ name }) => name);
  for (const column of fieldColumns)
    if (!present.includes(column))
      await tx.query(`ALTER TABLE enquiries ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`);
}
