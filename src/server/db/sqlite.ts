import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Mistake } from '../../lib/mistake.ts';
import type { Database, Transaction, Value } from './database.ts';
import { type Dialect, migrate } from './migrations.ts';

/** How long to wait for another process's lock: half of the deadline of a visitor's request. */
const PATIENCE_MS = 4000;
const INTERVAL_MS = 10;
/** How long to wait for other programs that read. */
const SCRUB_PATIENCE_MS = 10_000;

/** References and keys are random, so larger checkpoints copy most pages once for many enquiries. */
const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 4000';

const dialect: Dialect = {
  clustered: 'WITHOUT ROWID',
  columns: "SELECT name FROM pragma_table_info('enquiries')",
};

/**
 * The embedded store: one file, each commit on disk. After an error the file is opened again, so that a full disk or a
 * replaced file needs no restart. Only a start makes a new file: otherwise a store that vanished would look empty.
 */
export function openSqlite(path: string): Database {
  let connection: Connection | undefined;
  let wasOpen = false;
  let last: Promise<unknown> = Promise.resolve();

  async function open(): Promise<Connection> {
    if (wasOpen && !isFile(path))
      throw new Mistake(
        `The store ${path} is gone: it was moved or deleted while this program ran. To continue, put it back or restore a backup. To start with an empty store, restart the site.`,
      );
    const opened = await connect(path);
    wasOpen = true;
    return opened;
  }
  function drop() {
    connection?.database.close();
    connection = undefined;
  }
  /** One after the other: a statement in between would be part of a transaction. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  }
  const use = <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> =>
    patiently(() =>
      inTurn(async () => {
        try {
          // Not into a file that was moved away or replaced by a backup.
          if (connection && connection.file !== fileAt(path)) drop();
          connection ??= await open();
          return await work(connection);
        } catch (error) {
          if (!isBusy(error)) drop();
          throw error;
        }
      }),
    );

  return {
    place: path,
    read: (sql, values = []) => use(({ query }) => query(sql, ...values)),
    write: (work) => use((connection) => transact(connection, work)),
    probe: (work) =>
      use(async () => {
        // Beside the open one: closing the only connection empties the log, which makes room on a full disk.
        const fresh = await open();
        try {
          await transact(fresh, work);
        } finally {
          fresh.database.close();
        }
      }),
    scrub: async () => {
      const deadline = performance.now() + SCRUB_PATIENCE_MS;
      // Deleted text stays in the write-ahead log until that is empty, which a reader prevents.
      while (!(await use(emptyLog))) {
        if (performance.now() > deadline) return false;
        await sleep(100);
      }
      return true;
    },
    close: () => inTurn(async () => drop()),
  };
}

/** Which file has this name. */
const fileAt = (path: string) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
};

interface Connection extends Transaction {
  database: DatabaseSync;
  file: string | undefined;
}

async function connect(path: string): Promise<Connection> {
  prepare(path);
  const database = new DatabaseSync(path);
  const statements = new Map<string, StatementSync>();
  const connection: Connection = {
    database,
    file: fileAt(path),
    query: async <Row>(sql: string, ...values: Value[]) => {
      const statement = statements.get(sql) ?? database.prepare(sql.replaceAll('$', '?'));
      statements.set(sql, statement);
      return statement.all(...values) as Row[];
    },
  };
  try {
    database.exec(PRAGMAS);
    // Deferred: with nothing to migrate, a reader need not wait for a writer.
    await transact(connection, (tx) => migrate(tx, dialect), 'DEFERRED');
    return connection;
  } catch (error) {
    database.close();
    if (kindOf(error) !== NO_DATABASE) throw error;
    throw new Mistake(
      `${path} is not a SQLite file. If it was the store, restore a backup; otherwise name another file in DATABASE_URL.`,
    );
  }
}

/**
 * Makes a missing file, for its owner alone. An existing one keeps its mode and is not opened: closing it would release the
 * locks of all connections of this process to it.
 */
function prepare(path: string): void {
  const isThere = isFile(path);
  try {
    if (isThere) accessSync(path, constants.R_OK | constants.W_OK);
    else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      closeSync(openSync(path, 'a', 0o600));
    }
  } catch (error) {
    throw new Mistake(
      `${path} cannot be written (${(error as Error).message}). In DATABASE_URL, name a file in a folder that this user can write to, on a disk with free space.`,
    );
  }
}

/** Whether there is a file. Throws for anything else, such as a folder, before it is touched. */
export function isFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw new Mistake(
      `DATABASE_URL names a ${found.isDirectory() ? 'folder' : 'device'} (${path}), not a file; name a file, such as file:data/enquiries.db`,
    );
  return found !== undefined;
}

const emptyLog = async ({ query }: Connection) =>
  (await query<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'))[0]?.busy === 0;

async function transact<Result>(
  { database, query }: Connection,
  work: (tx: Transaction) => Promise<Result>,
  mode = 'IMMEDIATE',
): Promise<Result> {
  database.exec(`BEGIN ${mode}`);
  try {
    const result = await work({ query });
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk rolls back by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Waits for another process's lock. SQLite's own busy timeout would block the event loop, and with it the pages. */
async function patiently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(INTERVAL_MS);
  }
}

export const BUSY = 5;
const NO_DATABASE = 26;
/** Primary result code: the low byte of SQLite's extended code. */
export const kindOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
const isBusy = (error: unknown) => kindOf(error) === BUSY;
