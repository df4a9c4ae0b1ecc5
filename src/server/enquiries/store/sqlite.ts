import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Mistake } from '../../../lib/mistake.ts';
import type { Database, Dialect, Script, Value } from './database.ts';
import { migrate } from './migrations.ts';

/** How long a write waits for another process to let go of the file, half of what a visitor is made to wait; how often it looks. */
const PATIENCE = 4000;
const INTERVAL = 10;

/**
 * References and keys are random, so each enquiry touches pages all over the file: copied from the log to the file in
 * larger lots, most of them are copied once for many enquiries.
 */
export const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 4000';

const dialect: Dialect = {
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
const SCRUB_PATIENCE = 10_000;

interface Waiting {
  script: () => Script<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * The embedded store: one file, each commit on disk before it counts. Writes that arrive together share a commit.
 * After any failure the file is opened again, so that a full disk or a file put in its place needs no restart. Only a
 * start makes a new file: one in the place of a store that vanished would look as if nothing had been lost.
 */
export function openSqlite(path: string): Database {
  let connection: Connection | undefined;
  let wasOpen = false;
  let queue: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  function connected(): Connection {
    // A file that was moved away or restored from a backup would swallow what is written to the old one.
    if (connection && !isAt(path, connection)) drop();
    connection ??= opened();
    return connection;
  }
  function opened(): Connection {
    if (wasOpen && !isFile(path)) throw vanished(path);
    const fresh = connect(path);
    wasOpen = true;
    return fresh;
  }
  function drop() {
    connection?.database.close();
    connection = undefined;
  }
  function guarded<Result>(use: (open: Connection) => Result): Result {
    try {
      return use(connected());
    } catch (error) {
      if (!isBusy(error)) drop();
      throw error;
    }
  }

  async function flush() {
    while (queue.length > 0) {
      const group = queue;
      queue = [];
      try {
        const results = await commit(group);
        group.forEach(({ resolve }, i) => {
          resolve(results[i]);
        });
      } catch (error) {
        // One script that fails must not take the others with it.
        if (group.length === 1 || isBusy(error)) for (const { reject } of group) reject(error);
        else for (const one of group) await alone(one);
      }
    }
    flushing = undefined;
  }
  const commit = (group: Waiting[]) =>
    patiently(() =>
      guarded((open) => {
        const results = transact(open, group);
        // Nobody is told that something is stored which is in no file any more.
        if (!isAt(path, open)) throw vanished(path);
        return results;
      }),
    );
  const alone = (one: Waiting) => commit([one]).then(([result]) => one.resolve(result), one.reject);

  return {
    place: path,
    dialect,
    read: <Row>(sql: string, values: Value[] = []) =>
      patiently(() => guarded((open) => prepared(open, sql).all(...values) as Row[])),
    write: <Result>(script: () => Script<Result>) =>
      new Promise<Result>((resolve, reject) => {
        queue.push({ script, resolve: resolve as Waiting['resolve'], reject });
        // What other requests of this turn of the event loop bring goes into the same commit.
        flushing ??= new Promise<void>((start) => setImmediate(start)).then(flush);
      }),
    probe: (script) =>
      patiently(() => {
        try {
          const fresh = opened();
          try {
            transact(fresh, [{ script }]);
          } finally {
            fresh.database.close();
          }
          // Where a fresh one is the only one, closing it empties the log: on a full disk, each would make room for the next.
          connected();
        } catch (error) {
          // Ours may still have in memory what the disk has lost.
          if (!isBusy(error)) drop();
          throw error;
        }
      }),
    scrub: async () => {
      const deadline = performance.now() + SCRUB_PATIENCE;
      // The text lives on in the log of changes until that is empty, which it cannot be while somebody reads from it.
      while (!guarded(emptyLog)) {
        if (performance.now() > deadline) return false;
        await sleep(100);
      }
      return true;
    },
    close: async () => {
      await flushing;
      try {
        if (connection) emptyLog(connection);
      } catch {
        // A full disk, say. What is in the log is as safe as in the file, and read from there next time.
      }
      drop();
    },
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

function connect(path: string): Connection {
  prepare(path);
  const database = new DatabaseSync(path);
  try {
    database.exec(PRAGMAS);
    const open = { database, file: fileAt(path), statements: new Map() };
    // Deferred: with nothing to migrate, whoever only reads need not wait for who writes.
    transact(open, [{ script: () => migrate(dialect) }], 'DEFERRED');
    return open;
  } catch (error) {
    database.close();
    if (kindOf(error) !== NO_DATABASE) throw error;
    throw new Mistake(
      `${path} is not a SQLite file. If it was the store, restore a backup; otherwise name another file in DATABASE_URL.`,
    );
  }
}

/** Makes the tables of a new file, as a version of this program did. */
export function makeTables(database: DatabaseSync, version: number): void {
  const script = () => migrate(dialect, version);
  transact({ database, statements: new Map() }, [{ script }]);
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

function transact(open: Connection, group: Pick<Waiting, 'script'>[], mode = 'IMMEDIATE'): unknown[] {
  open.database.exec(`BEGIN ${mode}`);
  try {
    const results = group.map(({ script }) => run(open, script()));
    open.database.exec('COMMIT');
    return results;
  } catch (error) {
    // A full disk rolls back by itself.
    if (open.database.isTransaction) open.database.exec('ROLLBACK');
    throw error;
  }
}

function run<Result>(open: Connection, script: Script<Result>): Result {
  let step = script.next();
  while (!step.done) step = script.next(prepared(open, step.value.sql).all(...step.value.values));
  return step.value;
}

function prepared({ database, statements }: Connection, sql: string): StatementSync {
  let statement = statements.get(sql);
  if (!statement) {
    statement = database.prepare(sql.replaceAll('$', '?'));
    statements.set(sql, statement);
  }
  return statement;
}

/** Waits without holding up the pages, which SQLite's own waiting would do. */
async function patiently<Result>(attempt: () => Result): Promise<Result> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(INTERVAL);
  }
}

export const BUSY = 5;
export const NO_DATABASE = 26;
/** The kind of an error of SQLite: its lower eight bits; the others are its shade. */
export const kindOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
const isBusy = (error: unknown) => kindOf(error) === BUSY;
