import { type Dialect, query, type Script } from './database.ts';

/** Forward only: what stands here was run somewhere and never changes; a new step goes to the end. */
const migrations = [
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
  // Addresses of the firm with spaces between them, while others of it are still waiting for the same mail.
  "ALTER TABLE deliveries ADD COLUMN reached TEXT NOT NULL DEFAULT ''",
];

/** Brings the tables up to date. The caller sees to it that only one process does this at a time. */
export function* migrate({ clustered }: Dialect): Script<void> {
  yield* query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  const [found] = yield* query<{ version: number }>('SELECT version FROM schema_version');
  const version = found?.version ?? 0;
  if (version > migrations.length)
    throw new Error(
      `The enquiries were written by a newer version of this program (schema ${version}, known here: ${migrations.length}). Start that version, or a later one.`,
    );
  if (!found) yield* query('INSERT INTO schema_version VALUES (0)');
  for (const migration of migrations.slice(version))
    for (const statement of migration.split(';')) yield* query(statement.replace('{clustered}', clustered));
  if (version < migrations.length) yield* query('UPDATE schema_version SET version = $1', migrations.length);
}
