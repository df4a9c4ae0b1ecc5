import pg from 'pg';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import type { Database, Dialect, Transaction, Value } from './database.ts';
import { migrate } from './migrations.ts';

const dialect: Dialect = {
  forUpdate: 'FOR UPDATE',
  skipLocked: 'FOR UPDATE OF deliveries SKIP LOCKED',
  clustered: '',
  columns:
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'enquiries' AND table_schema = current_schema()",
  search: {
    tables: `CREATE TABLE enquiry_search (id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL);
      CREATE INDEX enquiry_search_words ON enquiry_search USING gin (words)`,
    again: '',
    id: 'id',
    toWords: (parameter) => `to_tsvector('simple', ${parameter})`,
    matches: (parameter) => `words @@ to_tsquery('simple', ${parameter})`,
    word: (start) => `'${start}':*`,
    and: ' & ',
  },
};

/** Any number, the same on every machine: whoever holds it may migrate. */
const MIGRATION_LOCK = 20_771;
/** Another transaction was first (same key, deadlock, order); the next try sees what it did. */
const AGAIN = new Set(['23505', '40001', '40P01']);
const TRIES = 5;

/** The store for several machines. A server that is down is asked again for each request, so that no restart is needed. */
export function openPostgres(url: string, onLost: (error: Error) => void = () => {}): Database {
  const place = placeOf(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2000,
    query_timeout: 5000,
    types: { getTypeParser: parserOf },
  });
  // A connection that breaks is replaced by the pool; unheard, its event would end the process, idle or in use.
  pool.on('connect', (client) => client.on('error', onLost));
  // The same error once more, for those that were idle.
  pool.on('error', () => {});
  let migrated: Promise<void> | undefined;

  function ready(): Promise<void> {
    migrated ??= transact(pool, (tx) => prepare(tx, place)).catch((error) => {
      migrated = undefined;
      throw error;
    });
    return migrated;
  }

  async function onceReady<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      await ready();
      return await work();
    } catch (error) {
      // The words of a foreign server, which are printed on terminals.
      if (error instanceof Error) error.message = onOneLine(reasonOf(error));
      throw error;
    }
  }
  const write: Database['write'] = (work) => onceReady(() => transact(pool, work));

  return {
    place,
    dialect,
    read: <Row>(sql: string, values: Value[] = []) =>
      onceReady(async () => (await pool.query(sql, values)).rows as Row[]),
    write,
    probe: write,
    // Its own housekeeping sees to that.
    scrub: async () => true,
    close: () => pool.end(),
  };
}

/** A database that would lose letters. Nothing starts with it: a message that cannot be stored is lost. */
export class LossyDatabase extends Mistake {
  constructor(place: string, encoding: string) {
    super(
      `The database ${place} stores text as ${encoding} and would lose letters that visitors write; create one that holds them all (createdb --encoding=UTF8 --locale=C --template=template0 NAME) and set DATABASE_URL to it.`,
    );
  }
}

async function prepare(tx: Transaction, place: string): Promise<void> {
  const [found] = await tx.query<{ server_encoding: string }>('SHOW server_encoding');
  if (found?.server_encoding !== 'UTF8') throw new LossyDatabase(place, found?.server_encoding ?? 'unknown');
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
    if (left <= 1 || !AGAIN.has(codeOf(error))) throw error;
  } finally {
    client.release(broken);
  }
  return transact(pool, work, left - 1);
}

/** A host with several addresses fails with one error for each and no message of its own. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : error.message;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

const BIGINT = 20;
/** Times in milliseconds fit into a number; pg would hand them over as text. */
const parserOf = ((type: number, format?: 'text') =>
  type === BIGINT ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
