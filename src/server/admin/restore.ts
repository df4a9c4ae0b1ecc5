import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../../lib/mistake.ts';
import { ENQUIRIES } from '../built.ts';
import { BUSY, isFile, kindOf, makeFolderOf, openSqlite } from '../db/sqlite.ts';
import { createStore } from '../db/store.ts';
import { Failure } from './failure.ts';
import {
  COMPANIONS,
  contentsOf,
  faultIn,
  inWords,
  newerIn,
  sync,
  versionOf,
  withWorkshop,
} from './store-file.ts';

interface Wish {
  store: string;
  backup: string;
  /** The backup and nothing else: what arrived since stays in the old store. */
  isExact: boolean;
  /** Throws unless the owner agrees. */
  agree(plan: string): Promise<void>;
}

/**
 * Puts a backup in the store's place, and adds what only the old store has, which is kept beside it. Where both know an
 * enquiry, the old store knows more of it: what was mailed since is not mailed again. Until the owner agrees, nothing
 * changes.
 */
export async function restore({ store: named, backup, isExact, agree }: Wish): Promise<string> {
  // Behind a link, the file is to be replaced and not the link.
  const store = isFile(named) ? realpathSync(named) : named;
  expectOther(backup, store);
  makeFolderOf(store);
  return withWorkshop(store, async (workshop) => {
    const old = join(workshop, 'old.db');
    const holder = existsSync(store) ? takeOver(store, old) : undefined;
    try {
      const copy = join(workshop, 'backup.db');
      const held = await open(backup, copy);
      const canRead = holder && !isExact && (await isReadable(old, store));
      const restored = join(workshop, 'restored.db');
      await bringUpToDate(restored);
      const arrived = canRead ? add(restored, old) : 0;
      const missing = add(restored, copy);
      const count = finish(restored, store);
      const merged = canRead
        ? { carried: arrived + missing - held.count, returned: missing }
        : holder && !isExact && 'unreadable';
      await agree(
        [
          `${backup} holds ${held.words}.`,
          ...(holder ? [planFor(store, merged)] : []),
          `Afterwards there will be ${inWords(count)} in ${store}.`,
        ].join('\n'),
      );
      const aside = holder && moveAside(store);
      renameSync(restored, store);
      sync(dirname(store));
      return report(store, count, aside, merged);
    } finally {
      // Only now: its files have their other names, so that SQLite leaves them as they are.
      holder?.close();
    }
  });
}

function expectOther(backup: string, store: string): void {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (!found) throw new Mistake(`There is no file ${backup}. Nothing was changed.`);
  if (!found.isFile()) throw new Mistake(`${backup} is not a file. Nothing was changed.`);
  const present = statSync(store, { throwIfNoEntry: false });
  if (found.ino === present?.ino && found.dev === present.dev)
    throw new Mistake(`${backup} is the store itself; choose a backup of it.`);
}

function copyStore(from: string, to: string): void {
  for (const end of ['', '-wal', '-journal'])
    if (existsSync(from + end)) copyFileSync(from + end, to + end, constants.COPYFILE_FICLONE);
}

/** Makes sure that nobody else has the store open, and copies it: it is put aside as it was found. */
function takeOver(store: string, copy: string): DatabaseSync {
  const found = printOf(store);
  // Before SQLite opens it: a file that is opened twice by one process loses its locks when it is closed once.
  copyStore(store, copy);
  const holder = new DatabaseSync(store);
  try {
    holder.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Only one who is alone gets that lock, and with the first look into the file.
    holder.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    const isInUse = kindOf(error) === BUSY;
    if (!isInUse && DAMAGE.has(kindOf(error))) return holder;
    holder.close();
    throw isInUse ? inUse(store) : error;
  }
  if (printOf(store) === found) return holder;
  holder.close();
  throw inUse(store);
}

const inUse = (store: string) =>
  new Mistake(
    `${store} is in use. Stop the site first (Ctrl-C where it runs, or systemctl stop 'site@*'), then try again. Nothing was changed.`,
  );

/** Differs when somebody has written in between. */
const printOf = (store: string) =>
  ['', '-wal']
    .map((end) => statSync(store + end, { throwIfNoEntry: false }))
    .map((found) => (found?.size ? `${found.size} ${found.mtimeMs}` : ''))
    .join();

/** SQLITE_ERROR, IOERR, CORRUPT, CONSTRAINT, MISMATCH, NOTADB: what a broken file can lead to, and a full disk cannot. */
const DAMAGE = new Set<number | undefined>([1, 10, 11, 19, 20, 26]);

/** Copies a backup, checks the copy and brings it up to date. */
async function open(backup: string, copy: string) {
  copyStore(backup, copy);
  const held = withDatabase(copy, (database) => {
    const fault = faultIn(database) ?? newerIn(versionOf(database) ?? 0);
    if (fault) throw new Mistake(`${backup} ${fault}. Nothing was changed; try another backup.`);
    disarm(database);
    return contentsOf(database);
  });
  await bringUpToDate(copy);
  return held;
}

/** What is in the tables can be whole where an index is broken. */
async function isReadable(old: string, store: string): Promise<boolean> {
  try {
    const version = withDatabase(old, (database) => {
      disarm(database);
      database.exec('REINDEX');
      return versionOf(database);
    });
    if (!version) return false;
    const newer = newerIn(version);
    if (newer) throw new Mistake(`${store} ${newer}. Use that version, or add --exact to leave it out.`);
    await bringUpToDate(old);
    return true;
  } catch (error) {
    if (!DAMAGE.has(kindOf(error))) throw error;
    return false;
  }
}

/** Nothing that somebody put into the file runs. */
function disarm(database: DatabaseSync): void {
  database.exec('PRAGMA trusted_schema = OFF');
  const found = database
    .prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')")
    .all();
  for (const { type, name } of found) database.exec(`DROP ${type} IF EXISTS ${quoted(String(name))}`);
}

/** As the site itself does when it starts. */
async function bringUpToDate(file: string): Promise<void> {
  const store = createStore(openSqlite(file));
  try {
    await store.count();
  } finally {
    await store.close();
  }
}

/** What belongs to an enquiry comes with it; the rest is added where there is nothing yet. */
const OF_ENQUIRIES = ['deliveries', 'keys', 'notes', 'changes', 'enquiries'];
const OTHERS = ['intake', 'visits'];
/** The words of the search are indexed anew. */
const LEFT_OUT = ['search_id'];

/** Adds the enquiries that are not there yet, with what belongs to them; answers with how many they were. */
function add(file: string, source: string): number {
  return withDatabase(file, (database) => {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF');
    database.prepare('ATTACH ? AS source').run(source);
    database.exec('BEGIN');
    const before = contentsOf(database).count;
    // A field that the form once had is a column that only one of them may have.
    const present = columnsOf(database, 'main', 'enquiries');
    for (const column of columnsOf(database, 'source', 'enquiries').filter((name) => !present.includes(name)))
      database.exec(`ALTER TABLE main.enquiries ADD COLUMN ${quoted(column)} TEXT NOT NULL DEFAULT ''`);
    for (const table of [...OF_ENQUIRIES, ...OTHERS]) {
      const known = columnsOf(database, 'main', table);
      const columns = columnsOf(database, 'source', table).filter((name) => known.includes(name));
      if (columns.length === 0) continue;
      const list = columns.map(quoted).join(', ');
      const which = OTHERS.includes(table)
        ? ''
        : 'WHERE reference NOT IN (SELECT reference FROM main.enquiries)';
      database.exec(
        `INSERT OR IGNORE INTO main.${table} (${list}) SELECT ${list} FROM source.${table} ${which}`,
      );
    }
    const count = contentsOf(database).count - before;
    database.exec('COMMIT; DETACH source');
    return count;
  });
}

const columnsOf = (database: DatabaseSync, schema: string, table: string) =>
  database
    .prepare('SELECT name FROM pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name }) => String(name))
    .filter((name) => !LEFT_OUT.includes(name));

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Makes one whole file of it, as private as the store and with its owner; answers with how many it holds. */
function finish(copy: string, store: string): number {
  const count = withDatabase(copy, (database) => {
    const fault = faultIn(database);
    if (fault) throw new Failure(`The restored copy ${fault}. Nothing was changed.`);
    database.exec('PRAGMA journal_mode = DELETE');
    return contentsOf(database).count;
  });
  chmodSync(copy, 0o600);
  // Root restores, but the service has to open it.
  const { uid, gid } = statSync(existsSync(store) ? store : dirname(store));
  if (process.getuid?.() === 0) chownSync(copy, uid, gid);
  sync(copy);
  return count;
}

function withDatabase<Result>(file: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** The old name goes on existing until the copy takes it: at no time is there no store. */
function moveAside(store: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  for (let i = 1; ; i++) {
    const aside = `${store}.before-restore-${time}${i > 1 ? `-${i}` : ''}`;
    if (['', ...COMPANIONS].some((end) => existsSync(aside + end))) continue;
    const present = COMPANIONS.filter((end) => existsSync(store + end));
    const full = present.filter((end) => statSync(store + end).size > 0);
    for (const end of ['', ...full]) linkSync(store + end, aside + end);
    // Left in place, the old log would be replayed over the backup.
    for (const end of present) rmSync(store + end);
    return aside;
  }
}

type Merged = { carried: number; returned: number } | 'unreadable' | false | undefined;

function planFor(store: string, merged: Merged): string {
  if (merged === 'unreadable')
    return `${store} cannot be read: nothing can be carried over from it. Make sure that the site is stopped.`;
  if (!merged) return `Whatever else is in ${store} is left out (--exact).`;
  return `Carried over from ${store}, because the backup lacks them: ${merged.carried}.`;
}

function report(store: string, count: number, aside: string | undefined, merged: Merged): string {
  const lines = [`There ${count === 1 ? 'is' : 'are'} ${inWords(count)} in ${store} now.`];
  if (typeof merged === 'object') {
    lines.push(`Carried over, because they arrived after the backup: ${merged.carried}.`);
    if (merged.returned > 0) lines.push(`Back again, although deleted after the backup: ${merged.returned}.`);
  }
  if (aside && !merged) lines.push('Nothing was carried over from the old store.');
  if (aside)
    lines.push(
      merged === 'unreadable'
        ? `The old store could not be read, so nothing was carried over from it. It is kept as ${aside}; sqlite3 may be able to recover more (.recover).`
        : `The old store is kept as ${aside}; delete it when you no longer need it.`,
    );
  // Always: where a backup was put in place by hand before, the old store has them again and tells nothing.
  lines.push(
    `The backup may contain people who were erased after it was made. Erase them again before you start the site: ${ENQUIRIES} erase --email …`,
  );
  return lines.join('\n');
}
