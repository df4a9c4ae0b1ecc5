import pg from 'pg';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import type { Database, Transaction, Value } from './database.ts';
import { type Dialect, migrate } from './migrations.ts';

const dialect: Dialect = {
  clustered: '',
  columns:
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'enquiries' AND table_schema = current_schema()",
};

/** Advisory lock: one process migrates at a time. Any number, the same on every machine. */
const MIGRATION_LOCK = 20_771;
/** Unique violation, serialization failure, deadlock: another transaction was first, and the next try sees its rows. */
const AGAIN = new Set(['23505', '40001', '40P01']);
const TRIES = 5;

/** The store for several machines. Each request tries a server that is down again, so that no restart is needed. */
export function openPostgres(url: string): Database {
  const { host, pathname } = new URL(url);
  const place = `postgres://${host}${pathname}`;
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2000,
    query_timeout: 5000,
    types: { getTypeParser: parserOf },
  });
  // The pool replaces a broken connection, and the next query says why; an unhandled 'error' event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  let migrated: Promise<void> | undefined;

  async function onceReady<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      migrated ??= transact(pool, (tx) => prepare(tx, place)).catch((error) => {
        migrated = undefined;
        throw error;
      });
      await migrated;
      return await work();
    } catch (error) {
      // The server's words may be printed on a terminal.
      if (error instanceof Error) error.message = onOneLine(reasonOf(error));
      throw error;
    }
  }
  const write: Database['write'] = (work) => onceReady(() => transact(pool, work));

  return {
    place,
    read: <Row>(sql: string, values: Value[] = []) =>
      onceReady(async () => (await pool.query(sql, values)).rows as Row[]),
    write,
    probe: write,
    // PostgreSQL vacuums by itself.
    scrub: async () => true,
    close: () => pool.end(),
  };
}

async function prepare(tx: Transaction, place: string): Promise<void> {
  const [found] = await tx.query<{ server_encoding: string }>('SHOW server_encoding');
  if (found?.server_encoding !== 'UTF8')
    throw new Mistake(
      `The database ${place} stores text as ${found?.server_encoding} and would lose letters that visitors write; create one that holds them all (createdb --encoding=UTF8 --locale=C --template=template0 NAME) and set DATABASE_URL to it.`,
    );
  await tx.query('SELECT pg_advisory_xact_lock($1)', MIGRATION_LOCK);
  await migrate(tx, dialect);
}

async function transact<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
  left = TRIES,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work({
      query: async <Row>(sql: string, ...values: Value[]) => (await client.query(sql, values)).rows as Row[],
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    if (left <= 1 || !AGAIN.has(String((error as pg.DatabaseError).code))) throw error;
  } finally {
    client.release(broken);
  }
  return transact(pool, work, left - 1);
}

/** A host with several addresses fails with one error for each and no message of its own. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : error.message;

const BIGINT = 20;
/** Times in milliseconds fit into a number; pg would hand them over as text. */
const parserOf = ((type: number, format?: 'text') =>
  type === BIGINT ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;
