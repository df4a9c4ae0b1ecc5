import {
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup as copyPages, DatabaseSync } from 'node:sqlite';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { ENQUIRIES } from '../built.ts';
import { BUSY, isFile, kindOf, openSqlite } from '../db/sqlite.ts';
import { contentsOf, isFull, momentNow, moveInPlace, openFile, withWorkshop } from './backup.ts';
import { inWords } from './text.ts';

/**
 * Puts a backup in the store's place, with what arrived since. The rows of the old store come first: it knows what was
 * mailed since. They and the missing ones of the backup go into a new file, so nothing else of either is taken over.
 * Nothing changes until the owner agrees to the plan: `agree` throws otherwise.
 */
export async function restore(
  named: string,
  backup: string,
  agree: (plan: string) => Promise<void>,
): Promise<string> {
  // Where it is a link, the file is replaced and not the link.
  const store = isFile(named) ? realpathSync(named) : named;
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile())
    throw new Mistake(`There is no file ${backup}. Nothing was changed.`);
  if (realpathSync(backup) === store)
    throw new Mistake(`${backup} is the store itself; choose a backup of it.`);
  mkdirSync(dirname(store), { recursive: true, mode: 0o700 });
  return withWorkshop(store, async (workshop) => {
    const restored = join(workshop, 'restored.db');
    using holder = existsSync(store) ? new DatabaseSync(store) : null;
    if (holder) lock(holder, store);
    const lost = holder && (await addOld(holder, join(workshop, 'old.db'), restored).catch(reasonOf));
    const { held, returned } = await addBackup(backup, join(workshop, 'backup.db'), restored).catch(
      (error) => {
        throw new Mistake(
          `${backup} cannot be restored; try another backup. Nothing was changed. The reason: ${reasonOf(error)}`,
        );
      },
    );
    const { count } = contentsOf(restored);
    const plan = [`${backup} contains ${held.words}.`];
    if (holder)
      plan.push(
        `Kept, because they arrived after the backup: ${count - held.count}.`,
        lost
          ? `${store} could not be read completely; sqlite3 may be able to recover more of it (.recover). The reason: ${lost}`
          : `Restored, although they were deleted after the backup: ${returned}.`,
      );
    await agree([...plan, `Afterwards ${store} will contain ${inWords(count)}.`].join('\n'));

    // Root restores, but the service has to open it.
    const { uid, gid } = statSync(holder ? store : dirname(store));
    if (process.getuid?.() === 0) chownSync(restored, uid, gid);
    const aside = holder && putAside(store, holder);
    await moveInPlace(restored, store);
    return [
      `Restored: ${inWords(count)} in ${store}.`,
      ...(aside ? [`The old store is kept as ${aside}; delete it when you no longer need it.`] : []),
      `The backup may contain people who were erased after it was made. Erase them again before you start the site: ${ENQUIRIES} erase --email …`,
    ].join('\n');
  });
}

/**
 * Keeps every site from opening the store until the holder is closed. From here on the file is read through the holder
 * alone: closing any other handle of this process to it would end the lock.
 */
function lock(holder: DatabaseSync, store: string): void {
  try {
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    // What is damaged cannot be locked, and no site can use it.
    if (kindOf(error) === BUSY)
      throw new Mistake(
        `${store} is in use. Stop the site first (Ctrl-C where it runs, or systemctl stop 'site@*'), then try again. Nothing was changed.`,
      );
  }
}

/** A full disk is not the fault of the file that was read. */
function reasonOf(error: Error): string {
  if (isFull(error)) throw error;
  return onOneLine(error.message);
}

async function addOld(holder: DatabaseSync, copy: string, restored: string): Promise<undefined> {
  await copyPages(holder, copy);
  await add(copy, restored);
  // Damage does not always stop a copy.
  contentsOf(copy);
}

async function addBackup(backup: string, copy: string, restored: string) {
  for (const end of ['', '-wal', '-journal'])
    if (existsSync(backup + end)) copyFileSync(backup + end, copy + end);
  const held = contentsOf(copy);
  return { held, returned: await add(copy, restored) };
}

/** Adds the enquiries that are not there yet, with what belongs to them; answers with how many they were. */
async function add(source: string, file: string): Promise<number> {
  for (const path of [source, file]) {
    // As a start of the site does. Rows can be whole where an index is broken, so indexes are made again.
    const opened = openSqlite(path);
    await opened.write((tx) => tx.query('REINDEX'));
    await opened.close();
  }
  using database = openFile(file);
  const columnsOf = (schema: 'main' | 'source', table: string) =>
    database
      .prepare('SELECT name FROM pragma_table_info(?, ?)')
      .all(table, schema)
      .map((column) => String(column.name));
  // One whole file, without a log beside it.
  database.exec('PRAGMA journal_mode = DELETE');
  database.prepare('ATTACH ? AS source').run(source);
  database.exec(`
    BEGIN;
    CREATE TEMP TABLE arrived AS
      SELECT reference FROM source.enquiries WHERE reference NOT IN (SELECT reference FROM main.enquiries)`);
  // A field that the form once had is a column that only one of them may have.
  const present = columnsOf('main', 'enquiries');
  for (const column of columnsOf('source', 'enquiries').filter((one) => !present.includes(one)))
    database.exec(`ALTER TABLE main.enquiries ADD COLUMN ${quoted(column)} TEXT NOT NULL DEFAULT ''`);
  // Each table of ours, the one that the others refer to first.
  const tables = database
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
       AND name NOT GLOB 'sqlite_*' AND name <> 'schema_version' ORDER BY name <> 'enquiries'`,
    )
    .all();
  for (const { name: table } of tables) {
    const known = columnsOf('main', String(table));
    const columns = columnsOf('source', String(table)).filter((one) => known.includes(one));
    const which = known.includes('reference') ? 'reference IN (SELECT reference FROM arrived)' : 'true';
    const list = columns.map(quoted).join(', ');
    database.exec(
      `INSERT INTO main.${table} (${list}) SELECT ${list} FROM source.${table} WHERE ${which} ON CONFLICT DO NOTHING`,
    );
  }
  const { count } = database.prepare('SELECT count(*) AS count FROM arrived').get() as { count: number };
  database.exec('COMMIT');
  return count;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Gives the old store a second name; its own one goes on existing until the restored file takes it. */
function putAside(store: string, holder: DatabaseSync): string {
  const aside = `${store}.before-restore-${momentNow()}`;
  try {
    // Makes one file of it: left in place, its log would be replayed over the backup.
    holder.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (isFull(error)) throw error;
  }
  linkSync(store, aside);
  for (const end of ['-wal', '-shm', '-journal'])
    if (statSync(store + end, { throwIfNoEntry: false })?.size) renameSync(store + end, aside + end);
    else rmSync(store + end, { force: true });
  return aside;
}
