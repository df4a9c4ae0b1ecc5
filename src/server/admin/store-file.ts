import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { minute } from '../../lib/dates.ts';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { SCHEMA_VERSION } from '../db/migrations.ts';
import { kindOf, NO_DATABASE } from '../db/sqlite.ts';
import { Failure } from './failure.ts';

/** What SQLite may have put beside a file of its own. */
export const COMPANIONS = ['-wal', '-shm', '-journal'];

/** Why this is no store of enquiries, as the end of a sentence; undefined where it is one. */
export function faultIn(database: DatabaseSync): string | undefined {
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const missing = TABLES.find((name) => !tablesOf(database).includes(name));
    if (missing) return `is not a store of enquiries (it has no table ‘${missing}’)`;
    if (!versionOf(database)) return 'is not a store of enquiries (it has no version)';
    const verdict = answer(database, 'PRAGMA integrity_check');
    if (verdict !== 'ok') return `is damaged (${verdict})`;
    const strays = database.prepare('PRAGMA foreign_key_check').all().length;
    return strays > 0 ? `is damaged (${strays} rows belong to no enquiry)` : undefined;
  } catch (error) {
    if (kindOf(error) === NO_DATABASE) return 'is not a SQLite file';
    if (kindOf(error) === CORRUPT) return `is damaged (${onOneLine((error as Error).message)})`;
    throw error;
  }
}
const TABLES = ['schema_version', 'enquiries', 'deliveries', 'keys'];

/** The version of its tables; undefined where it lacks one of them, or has something else in its place. */
export function versionOf(database: DatabaseSync): number | undefined {
  const present = tablesOf(database);
  if (!TABLES.every((name) => present.includes(name))) return undefined;
  const version = answer(database, 'SELECT version FROM schema_version');
  return Number.isInteger(version) && Number(version) > 0 ? Number(version) : undefined;
}

/** That a later version of this program wrote it, as the end of a sentence; undefined where none did. */
export const newerIn = (version: number): string | undefined =>
  version > SCHEMA_VERSION
    ? `needs a newer version of this program (schema ${version}, known here: ${SCHEMA_VERSION})`
    : undefined;

/** Without views, which may pass for one. */
const tablesOf = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .all()
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
export const inWords = (count: number) => `${count} ${count === 1 ? 'enquiry' : 'enquiries'}`;

/** The first column of the first row. */
const answer = (database: DatabaseSync, sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];

/** A folder for half-done files that is gone afterwards, on the same disk as the file they are for. */
export async function withWorkshop<Result>(
  file: string,
  use: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const beside = dirname(file);
  const folder = makeIn(beside, basename(file));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const stop = () => {
    clear();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await use(folder);
  } catch (error) {
    if (kindOf(error) !== FULL && !isCode(error, 'ENOSPC')) throw error;
    throw new Failure(
      `The disk of ${beside} is full: there is no room for another copy of the enquiries. Nothing was changed, and no partial file was left behind. Make room, or use another disk.`,
    );
  } finally {
    clear();
    for (const signal of SIGNALS) process.removeListener(signal, stop);
  }
}
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function makeIn(folder: string, name: string): string {
  try {
    return mkdtempSync(join(folder, `.${name}-`));
  } catch (error) {
    if (isCode(error, 'ENOSPC'))
      throw new Failure(`The disk of ${folder} is full. Make room, or use another disk.`);
    throw new Mistake(`Cannot write to ${folder}: ${(error as Error).message}. Choose another folder.`);
  }
}

/** A copy without anything that was deleted, on disk. */
export function copyInto(file: string, database: DatabaseSync): void {
  database.prepare('VACUUM INTO ?').run(file);
  sync(file);
}

/** A name is on disk when its folder is. */
export function sync(path: string): void {
  const open = openSync(path, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

/** Gives a file another name, which must be new. */
export function moveToNew(from: string, to: string): void {
  try {
    // Unlike a renaming, this never replaces anything.
    linkSync(from, to);
    rmSync(from);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw new Mistake(`${to} already exists; choose another name.`);
    // FAT and exFAT have no hard links: rename instead.
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
    if (existsSync(to)) throw new Mistake(`${to} already exists; choose another name.`);
    renameSync(from, to);
  }
}

const CORRUPT = 11;
const FULL = 13;

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
