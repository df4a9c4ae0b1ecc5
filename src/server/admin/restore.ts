import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup as copyPages, DatabaseSync } from 'node:sqlite';
import { Mistake } from '../../lib/mistake.ts';
import { ENQUIRIES } from '../built.ts';
import { SCHEMA_VERSION } from '../db/migrations.ts';
import { BUSY, isFile, kindOf, makeFolderOf, openSqlite } from '../db/sqlite.ts';
import { createStore } from '../db/store.ts';
import {
  contentsOf,
  faultIn,
  nameOfNow,
  sync,
  tablesOf,
  versionOf,
  withDatabase,
  withWorkshop,
} from './store-file.ts';
import { inWords } from './text.ts';

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
 * enquiry, the old store knows more of it: what was mailed since is not mailed again. Rows are all that is taken over,
 * into a new file. Until the owner agrees, nothing changes.
 */
export async function restore({ store: named, backup, isExact, agree }: Wish): Promise<string> {
  // Behind a link, the file is to be replaced and not the link.
  const store = isFile(named) ? realpathSync(named) : named;
  expectOther(backup, store);
  makeFolderOf(store);
  return withWorkshop(store, async (workshop) => {
    const [old, copy, restored] = ['old.db', 'backup.db', 'restored.db'].map((name) =>
      join(workshop, name),
    ) as [string, string, string];
    const holder = existsSync(store) ? takeOver(store) : undefined;
    try {
      const held = await openBackup(backup, copy);
      const isRead = holder !== undefined && !isExact && (await openOld(holder, old, store));
      await bringUpToDate(restored);
      if (isRead) add(restored, old);
      const returned = add(restored, copy);
      const count = finish(restored, store);
      const plan = [`${backup} holds ${held.words}.`];
      if (isRead) {
        plan.push(`Carried over, because they arrived after the backup: ${count - held.count}.`);
        if (returned > 0) plan.push(`Back again, although deleted after the backup: ${returned}.`);
      } else if (holder && isExact) plan.push(`Nothing is carried over from ${store} (--exact).`);
      else if (holder)
        plan.push(
          `${store} could not be read, so nothing is carried over. Make sure that the site is stopped; sqlite3 may be able to recover more (.recover).`,
        );
      await agree([...plan, `Afterwards there will be ${inWords(count)} in ${store}.`].join('\n'));
      const aside = holder && putAside(store, holder);
      renameSync(restored, store);
      sync(dirname(store));
      return [
        `Restored: ${inWords(count)} in ${store}.`,
        ...(aside ? [`The old store is kept as ${aside}; delete it when you no longer need it.`] : []),
        // Always: where a backup was put in place by hand before, the old store has them again and tells nothing.
        `The backup may contain people who were erased after it was made. Erase them again before you start the site: ${ENQUIRIES} erase --email …`,
      ].join('\n');
    } finally {
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

/** SQLITE_ERROR, IOERR, CORRUPT, CONSTRAINT, MISMATCH, NOTADB: what a broken file can lead to, and a full disk cannot. */
const DAMAGE = new Set<number | undefined>([1, 10, 11, 19, 20, 26]);

/**
 * Holds the store so that no site can open it until this is closed. From here on the file is read through this
 * connection alone: closing any other handle of this process to it would end the lock.
 */
function takeOver(store: string): DatabaseSync {
  const holder = new DatabaseSync(store);
  try {
    holder.exec('PRAGMA trusted_schema = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    if (DAMAGE.has(kindOf(error))) return holder;
    holder.close();
    if (kindOf(error) !== BUSY) throw error;
    throw new Mistake(
      `${store} is in use. Stop the site first (Ctrl-C where it runs, or systemctl stop 'site@*'), then try again. Nothing was changed.`,
    );
  }
  return holder;
}

/** Copies a backup, checks the copy and brings it up to date. */
async function openBackup(backup: string, copy: string) {
  for (const end of ['', '-wal', '-journal'])
    if (existsSync(backup + end)) copyFileSync(backup + end, copy + end);
  const held = withDatabase(copy, (database) => {
    const fault = faultIn(database) ?? newerIn(database);
    if (fault) throw new Mistake(`${backup} ${fault}. Nothing was changed; try another backup.`);
    disarm(database);
    return contentsOf(database);
  });
  await bringUpToDate(copy);
  return held;
}

/** Copies the old store and brings the copy up to date; answers whether it can be read. */
async function openOld(holder: DatabaseSync, old: string, store: string): Promise<boolean> {
  try {
    await copyPages(holder, old);
    withDatabase(old, (database) => {
      disarm(database);
      // What is in the tables can be whole where an index is broken.
      database.exec('REINDEX');
      const newer = newerIn(database);
      if (newer) throw new Mistake(`${store} ${newer}. Use that version, or add --exact to leave it out.`);
    });
    await bringUpToDate(old);
    return true;
  } catch (error) {
    if (!DAMAGE.has(kindOf(error))) throw error;
    return false;
  }
}

/** That a later version of this program wrote it, as the end of a sentence. */
function newerIn(database: DatabaseSync): string | undefined {
  const version = versionOf(database) ?? 0;
  return version > SCHEMA_VERSION
    ? `needs a newer version of this program (schema ${version}, known here: ${SCHEMA_VERSION})`
    : undefined;
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

/** Adds the enquiries that are not there yet, with what belongs to them; answers with how many they were. */
function add(file: string, source: string): number {
  return withDatabase(file, (database) => {
    database.exec('PRAGMA trusted_schema = OFF');
    database.prepare('ATTACH ? AS source').run(source);
    database.exec(`
      BEGIN;
      CREATE TEMP TABLE arrived AS
        SELECT reference FROM source.enquiries WHERE reference NOT IN (SELECT reference FROM main.enquiries)`);
    // A field that the form once had is a column that only one of them may have.
    const present = columnsOf(database, 'main', 'enquiries');
    for (const column of columnsOf(database, 'source', 'enquiries').filter((name) => !present.includes(name)))
      database.exec(`ALTER TABLE main.enquiries ADD COLUMN ${quoted(column)} TEXT NOT NULL DEFAULT ''`);
    for (const table of [
      'enquiries',
      ...tablesOf(database, 'main').filter((name) => !NOT_ADDED.includes(name)),
    ]) {
      const known = columnsOf(database, 'main', table);
      const columns = columnsOf(database, 'source', table).filter((name) => known.includes(name));
      if (columns.length === 0) continue;
      const which = columns.includes('reference') ? 'reference IN (SELECT reference FROM arrived)' : 'true';
      const list = columns.map(quoted).join(', ');
      database.exec(
        `INSERT INTO main.${table} (${list}) SELECT ${list} FROM source.${table} WHERE ${which} ON CONFLICT DO NOTHING`,
      );
    }
    const { count } = database.prepare('SELECT count(*) AS count FROM arrived').get() as { count: number };
    database.exec('COMMIT');
    return count;
  });
}
/** The enquiries are added before what belongs to them. */
const NOT_ADDED = ['schema_version', 'enquiries'];

/** Without the number in the index of words, which is made again. */
const columnsOf = (database: DatabaseSync, schema: string, table: string) =>
  database
    .prepare("SELECT name FROM pragma_table_info(?, ?) WHERE name <> 'search_id'")
    .all(table, schema)
    .map(({ name }) => String(name));

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Makes one whole file of it, as private as the store and with its owner; answers with how many it holds. */
function finish(restored: string, store: string): number {
  const count = withDatabase(restored, (database) => {
    database.exec('PRAGMA journal_mode = DELETE');
    return contentsOf(database).count;
  });
  chmodSync(restored, 0o600);
  // Root restores, but the service has to open it.
  const { uid, gid } = statSync(existsSync(store) ? store : dirname(store));
  if (process.getuid?.() === 0) chownSync(restored, uid, gid);
  sync(restored);
  return count;
}

/** Gives the old store a second name; its own one goes on existing until the restored file takes it. */
function putAside(store: string, holder: DatabaseSync): string {
  const isFree = (name: string) => ['', ...COMPANIONS].every((end) => !existsSync(name + end));
  const aside = nameOfNow(isFree, (moment) => `${store}.before-restore-${moment}`);
  try {
    // Makes one file of it: left in place, its log would be replayed over the backup.
    holder.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!DAMAGE.has(kindOf(error))) throw error;
  }
  for (const end of COMPANIONS.filter((name) => existsSync(store + name)))
    if (statSync(store + end).size > 0) renameSync(store + end, aside + end);
    else rmSync(store + end);
  linkSync(store, aside);
  return aside;
}
/** What SQLite may have put beside a file of its own. */
const COMPANIONS = ['-wal', '-shm', '-journal'];
