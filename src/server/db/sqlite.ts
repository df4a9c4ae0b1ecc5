import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Mistake } from '../../lib/mistake.ts';
import type { Database, Dialect, Transaction, Value } from './database.ts';
import { migrate } from './migrations.ts';

/** How long a write waits for another process to let go of the file, half of what a visitor is made to wait; how often it looks. */
const PATIENCE_MS = 4000;
const INTERVAL_MS = 10;

/**
 * References and keys are random, so each enquiry touches pages all over the file: copied from the log to the file in
 * larger lots, most of them are copied once for many enquiries.
 */
export const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 4000';

const dialect: Dialect = {
  forUpdate: '',
  skipLocked: '',
  clustered: 'WITHOUT ROWID',
  columns: "SELECT name FROM pragma_table_info('enquiries')",
  search: {
    // Words that are deleted are taken out of the index at once, and not when it is next tidied.
    tables: `CREATE VIRTUAL TABLE enquiry_search USING fts5(words, tokenize = "unicode61 remove_diacritics 0");
      INSERT INTO enquiry_search (enquiry_search, rank) VALUES ('secure-delete', 1)`,
    // With the beginnings of one and two letters, which thousands of words share, and without the places of words. Its
    // words are those between two spaces: what a letter is has been decided before, by a newer Unicode than SQLite's.
    again: `DROP TABLE enquiry_search;
      CREATE VIRTUAL TABLE enquiry_search USING fts5(words, tokenize = ascii, prefix = '1 2', detail = none);
      INSERT INTO enquiry_search (enquiry_search, rank) VALUES ('secure-delete', 1);
      UPDATE enquiries SET search_id = NULL;`,
    id: 'rowid',
    toWords: (parameter) => parameter,
    matches: (parameter) => `enquiry_search MATCH ${parameter}`,
    word: (start) => `"${start}"*`,
    and: ' ',
  },
};

/** How long a deletion waits for whoever reads, so that it can be made final. */
const SCRUB_PATIENCE_MS = 10_000;

/**
 * The embedded store: one file, each commit on disk before it counts. After any failure the file is opened again, so that
 * a full disk or a file put in its place needs no restart. Only a start makes a new file: one in the place of a store that
 * vanished would look as if nothing had been lost.
 */
export function openSqlite(path: string): Database {
  let connection: Connection | undefined;
  let wasOpen = false;
  const inTurn = takeTurns();

  async function connected(): Promise<Connection> {
    // A file that was moved away or restored from a backup would swallow what is written to the old one.
    if (connection && !isAt(path, connection)) drop();
    connection ??= await opened();
    return connection;
  }
  async function opened(): Promise<Connection> {
    if (wasOpen && !isFile(path)) throw vanished(path);
    const fresh = await connect(path);
    wasOpen = true;
    return fresh;
  }
  function drop() {
    connection?.database.close();
    connection = undefined;
  }
  /** Uses the connection alone: a statement in between would see the half of a transaction. */
  const guarded = <Result>(use: (open: Connection) => Result | Promise<Result>) =>
    inTurn(async () => {
      try {
        return await use(await connected());
      } catch (error) {
        if (!isBusy(error)) drop();
        throw error;
      }
    });

  return {
    place: path,
    dialect,
    read: <Row>(sql: string, values: Value[] = []) =>
      patiently(() => guarded((open) => prepared(open, sql).all(...values) as Row[])),
    write: (work) =>
      patiently(() =>
        guarded(async (open) => {
          const result = await transact(open, work);
          // Nobody is told that something is stored which is in no file any more.
          if (!isAt(path, open)) throw vanished(path);
          return result;
        }),
      ),
    probe: (work) =>
      patiently(() =>
        guarded(async () => {
          // Beside the one that stays open: closing the only one empties the log, and on a full disk makes room for the next.
          const fresh = await opened();
          try {
            await transact(fresh, work);
          } finally {
            fresh.database.close();
          }
        }),
      ),
    scrub: async () => {
      const deadline = performance.now() + SCRUB_PATIENCE_MS;
      // The text lives on in the log of changes until that is empty, which it cannot be while somebody reads from it.
      while (!(await guarded(emptyLog))) {
        if (performance.now() > deadline) return false;
        await sleep(100);
      }
      return true;
    },
    close: () =>
      inTurn(async () => {
        try {
          if (connection) emptyLog(connection);
        } catch {
          // A full disk, say. What is in the log is as safe as in the file, and read from there next time.
        }
        drop();
      }),
  };
}

/** One after the other, in the order in which they came. */
function takeTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Whether the file that was opened still has this name. */
const isAt = (path: string, { file }: Connection) => file === fileAt(path);
const fileAt = (path: string) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
};

const vanished = (path: string) =>
  new Mistake(
    `The store ${path} is gone: it was moved or deleted while this program ran. Put it back or restore a backup, and all goes on; to begin with an empty one, restart the site.`,
  );

interface Connection {
  database: DatabaseSync;
  file?: string | undefined;
  statements: Map<string, StatementSync>;
}

async function connect(path: string): Promise<Connection> {
  prepare(path);
  const database = new DatabaseSync(path);
  try {
    database.exec(PRAGMAS);
    const open = { database, file: fileAt(path), statements: new Map() };
    // Deferred: with nothing to migrate, whoever only reads need not wait for who writes.
    await transact(open, (tx) => migrate(tx, dialect), 'DEFERRED');
    return open;
  } catch (error) {
    database.close();
    if (kindOf(error) !== NO_DATABASE) throw error;
    throw new Mistake(
      `${path} is not a SQLite file. If it was the store, restore a backup; otherwise name another file in DATABASE_URL.`,
    );
  }
}

/**
 * Makes the file where there is none, for its owner alone. What is there keeps its mode: it may not be ours. It is not
 * even opened: closing it would take away the locks of every connection that this process has to it, and with them
 * whatever keeps a restore, or the last one out, from taking the file for its own.
 */
function prepare(path: string): void {
  orSay(path, () => {
    if (isFile(path)) return accessSync(path, constants.R_OK | constants.W_OK);
    makeFolderOf(path);
    // Also where a link leads to.
    closeSync(openSync(path, 'a', 0o600));
  });
}

export const makeFolderOf = (path: string) =>
  orSay(path, () => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }));

/** Whether there is a file. What is there and is none, such as a folder or a device, is refused before it is touched. */
export function isFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory())
    throw new Mistake(
      `DATABASE_URL names a folder (${path}); name a file in it, such as file:${join(path, 'enquiries.db')}`,
    );
  if (found && !found.isFile())
    throw new Mistake(
      `DATABASE_URL names a device or a pipe, not a file (${path}); name a file, such as file:data/enquiries.db`,
    );
  return found !== undefined;
}

function orSay(path: string, attempt: () => void): void {
  try {
    attempt();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!UNFIT.has(code)) throw error;
    throw new Mistake(
      `${path} cannot be written (${message}). In DATABASE_URL, name a file in a folder that this user may write to.`,
    );
  }
}
/** What is wrong with a place, and not with its disk. */
const UNFIT = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG']);

const emptyLog = ({ database }: Connection) =>
  (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;

async function transact<Result>(
  open: Connection,
  work: (tx: Transaction) => Promise<Result>,
  mode = 'IMMEDIATE',
): Promise<Result> {
  open.database.exec(`BEGIN ${mode}`);
  try {
    const result = await work({
      query: async <Row>(sql: string, ...values: Value[]) => prepared(open, sql).all(...values) as Row[],
    });
    open.database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk rolls back by itself.
    if (open.database.isTransaction) open.database.exec('ROLLBACK');
    throw error;
  }
}

function prepared({ database, statements }: Connection, sql: string): StatementSync {
  let statement = statements.get(sql);
  if (!statement) {
    statement = database.prepare(sql.replaceAll('$', '?'));
    statements.set(sql, statement);
  }
  return statement;
}

/** Waits for another process to let go of the file, without holding up the pages, which SQLite's own waiting would do. */
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
export const NO_DATABASE = 26;
/** Primary result code: the low byte of SQLite's extended code. */
export const kindOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
const isBusy = (error: unknown) => kindOf(error) === BUSY;
