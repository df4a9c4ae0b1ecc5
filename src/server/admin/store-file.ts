import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { minute } from '../../lib/dates.ts';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { kindOf, NO_DATABASE } from '../db/sqlite.ts';
import { Failure } from './failure.ts';
import { inWords } from './text.ts';

const CORRUPT = 11;
const FULL = 13;
const TABLES = ['schema_version', 'enquiries', 'deliveries', 'keys'];

/** Why this is no store of enquiries, as the end of a sentence; undefined where it is one. */
export function faultIn(database: DatabaseSync): string | undefined {
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    if (!versionOf(database)) return 'is not a store of enquiries (a table or its version is missing)';
    const { integrity_check: verdict } = database.prepare('PRAGMA integrity_check').get() ?? {};
    if (verdict !== 'ok') return `is damaged (${onOneLine(String(verdict))})`;
    const strays = database.prepare('PRAGMA foreign_key_check').all().length;
    return strays > 0 ? `is damaged (${strays} rows belong to no enquiry)` : undefined;
  } catch (error) {
    if (kindOf(error) === NO_DATABASE) return 'is not a SQLite file';
    if (kindOf(error) === CORRUPT) return `is damaged (${onOneLine((error as Error).message)})`;
    throw error;
  }
}

/** The version of its tables; undefined where it lacks one of them, or has a view in its place. */
export function versionOf(database: DatabaseSync): number | undefined {
  const present = tablesOf(database, 'main');
  if (!TABLES.every((name) => present.includes(name))) return undefined;
  const { version } = database.prepare('SELECT version FROM schema_version').get() ?? {};
  return Number.isInteger(version) && Number(version) > 0 ? Number(version) : undefined;
}

/** The tables with rows of ours: neither views nor what SQLite keeps for itself. */
export const tablesOf = (database: DatabaseSync, schema: 'main' | 'source') =>
  database
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' AND name NOT GLOB 'sqlite_*'",
    )
    .all(schema)
    .map(({ name }) => String(name));

/** ‘3 enquiries, received from … to …’ */
export function contentsOf(database: DatabaseSync): { count: number; words: string } {
  const { count, oldest, newest } = database
    .prepare(
      'SELECT count(*) AS count, min(received_at) AS oldest, max(received_at) AS newest FROM enquiries',
    )
    .get() as { count: number; oldest: number; newest: number };
  const span = `, received from ${minute(new Date(oldest))} to ${minute(new Date(newest))} UTC`;
  return { count, words: inWords(count) + (count > 0 ? span : '') };
}

export function withDatabase<Result>(file: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** A folder for half-done files that is gone afterwards, on the same disk as the file they are for. */
export async function withWorkshop<Result>(
  file: string,
  use: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const beside = dirname(file);
  let folder = '';
  const clear = () => folder && rmSync(folder, { recursive: true, force: true });
  const stop = () => {
    clear();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    folder = mkdtempSync(join(beside, `.${basename(file)}-`));
    return await use(folder);
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (kindOf(error) === FULL || code === 'ENOSPC')
      throw new Failure(
        `The disk of ${beside} is full: there is no room for another copy of the enquiries. Nothing was changed. Make room, or use another disk.`,
      );
    if (syscall !== 'mkdtemp') throw error;
    throw new Mistake(`Cannot write to ${beside}: ${message}. Choose another folder.`);
  } finally {
    clear();
    for (const signal of SIGNALS) process.removeListener(signal, stop);
  }
}
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A name is on disk when its folder is. */
export function sync(path: string): void {
  const open = openSync(path, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

/** A name that carries this moment, and is free. */
export function nameOfNow(isFree: (name: string) => boolean, nameFor: (moment: string) => string): string {
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  for (let i = 1; ; i++) {
    const name = nameFor(i > 1 ? `${now}-${i}` : now);
    if (isFree(name)) return name;
  }
}
