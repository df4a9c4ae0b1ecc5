/** Copies of the SQLite store, and what restoring one needs as well. */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { minute } from '../../lib/dates.ts';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { kindOf } from '../db/sqlite.ts';
import { Failed } from '../failures.ts';
import { inWords } from './text.ts';

/** Where deploy/site-backup.service puts them. */
export const BACKUPS = '/var/lib/site-backups';

const NAME = /^enquiries-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?\.db$/;

const backupsIn = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map(({ name }) => name)
    .sort();

export function newestBackup(folder: string): Date | undefined {
  const times = backupsIn(folder).map((name) => statSync(join(folder, name)).mtimeMs);
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

/** Into a new file, or into a folder under the date and time; there, the oldest beyond `keep` are deleted. */
export async function backUpTo(store: string, target: string, keep: number | undefined): Promise<string> {
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory();
  if (keep !== undefined && !isFolder)
    throw new Mistake(`${target} is not a folder, and --keep needs one. Create it first.`);
  const file = isFolder ? join(target, `enquiries-${momentNow()}.db`) : target;
  if (existsSync(file)) throw new Mistake(`${file} already exists; choose another name.`);
  const done = await withWorkshop(file, async (workshop) => {
    const copy = join(workshop, 'copy.db');
    // Unlike a copy of its pages, this has nothing in it that was deleted.
    using database = openFile(store);
    database.prepare('VACUUM INTO ?').run(copy);
    const { words } = contentsOf(copy);
    await moveInPlace(copy, file);
    return `Backed up to ${file} and checked: ${words}.`;
  });
  if (keep === undefined) return done;
  // The one just made stays, even if the clock was ahead when others were made.
  const others = backupsIn(target).filter((name) => name !== basename(file));
  const surplus = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of surplus) rmSync(join(target, name));
  return surplus.length > 0 ? `${done}\nDeleted, to keep the newest ${keep}: ${surplus.join(', ')}.` : done;
}

/** Checks a store and says what is in it: ‘3 enquiries, received from … to …’. */
export function contentsOf(file: string): { count: number; words: string } {
  try {
    using database = openFile(file);
    const { integrity_check: verdict } = database.prepare('PRAGMA integrity_check').get() ?? {};
    if (verdict !== 'ok') throw new Error(String(verdict));
    database.prepare('SELECT 1 FROM schema_version, deliveries, keys');
    const { count, oldest, newest } = database
      .prepare(
        'SELECT count(*) AS count, min(received_at) AS oldest, max(received_at) AS newest FROM enquiries',
      )
      .get() as { count: number; oldest: number; newest: number };
    const span = `, received from ${minute(new Date(oldest))} to ${minute(new Date(newest))} UTC`;
    return { count, words: inWords(count) + (count > 0 ? span : '') };
  } catch (error) {
    throw new Failed(
      `The file is damaged, or is not a store of enquiries: ${onOneLine((error as Error).message)}.`,
    );
  }
}

export const openFile = (file: string) => new DatabaseSync(file, { timeout: 10_000 });

/** A private folder beside a file, on the same disk, that is gone afterwards, also when this program is stopped. */
export async function withWorkshop<Result>(
  file: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const beside = dirname(file);
  let folder = '';
  const clear = () => rmSync(folder, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  process.once('exit', clear);
  try {
    folder = mkdtempSync(join(beside, `.${basename(file)}-`));
    return await use(folder);
  } catch (error) {
    if (isFull(error))
      throw new Failed(
        `The disk of ${beside} is full: there is no room for another copy of the enquiries. Nothing was changed. Make room, or use another disk.`,
      );
    if ((error as NodeJS.ErrnoException).syscall !== 'mkdtemp') throw error;
    throw new Mistake(`Cannot write to ${beside}: ${(error as Error).message}. Choose another folder.`);
  } finally {
    clear();
  }
}

const SQLITE_FULL = 13;
export const isFull = (error: unknown) =>
  kindOf(error) === SQLITE_FULL || (error as NodeJS.ErrnoException).code === 'ENOSPC';

/** The file is on disk before it has the name, and then the name. */
export async function moveInPlace(from: string, to: string): Promise<void> {
  // Windows writes out only what is open for writing.
  await sync(from, 'r+');
  renameSync(from, to);
  // Windows cannot open a folder to sync it; NTFS keeps names in its journal.
  if (process.platform !== 'win32') await sync(dirname(to), 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  await using handle = await open(path, flags);
  await handle.sync();
}

/** For the names of files: 2026-01-31T09-00-00-123. */
export const momentNow = () => new Date().toISOString().slice(0, 23).replace(/[:.]/g, '-');
