import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../../lib/mistake.ts';
import { Failure } from './failure.ts';
import { contentsOf, faultIn, nameOfNow, sync, withDatabase, withWorkshop } from './store-file.ts';

/** Where deploy/site-backup.service puts them. */
export const BACKUPS = '/var/lib/site-backups';

const OURS = /^enquiries-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?\.db$/;

function oursIn(folder: string): string[] {
  try {
    return (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile() && OURS.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw new Failure(`The backups cannot be looked at: ${(error as Error).message}. Run this as root.`);
  }
}

/** When the newest of the files that were written so was made. */
export function newestBackup(folder: string): Date | undefined {
  const times = oursIn(folder).map((name) => statSync(join(folder, name)).mtimeMs);
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

/**
 * Into a file of this name; into a folder under the date and time, after which the oldest of the files that were
 * written so are deleted, down to as many as are to be kept. Nothing else in the folder is touched.
 */
export async function backUpTo(store: string, target: string, keep: number | undefined): Promise<string> {
  if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) {
    if (keep === undefined) return backUp(store, target);
    throw new Mistake(`${target} is not a folder, and --keep needs one. Create it first.`);
  }
  const isFree = (name: string) => !existsSync(join(target, name));
  const name = nameOfNow(isFree, (moment) => `enquiries-${moment}.db`);
  const done = await backUp(store, join(target, name));
  const gone = keep === undefined ? [] : deleteOldest(target, name, keep);
  return gone.length > 0 ? `${done}\nDeleted, to keep the newest ${keep}: ${gone.join(', ')}.` : done;
}

/** Copies the store into a new file, which has its name only once it is whole, checked and on disk. */
function backUp(store: string, file: string): Promise<string> {
  if (existsSync(file)) throw taken(file);
  return withWorkshop(file, (workshop) => {
    const half = join(workshop, 'copy.db');
    const source = new DatabaseSync(store, { timeout: 10_000 });
    try {
      // Without anything that was deleted.
      source.prepare('VACUUM INTO ?').run(half);
    } finally {
      source.close();
    }
    const held = withDatabase(half, (copy) => {
      const fault = faultIn(copy);
      if (fault) throw new Failure(`No backup was made: the copy of ${store} ${fault}.`);
      return contentsOf(copy).words;
    });
    sync(half);
    moveToNew(half, file);
    sync(dirname(file));
    return `Backed up to ${file} and checked: ${held}.`;
  });
}

/** Whatever the clock said when it was written, the new one stays. */
function deleteOldest(folder: string, written: string, keep: number): string[] {
  const others = oursIn(folder).filter((name) => name !== written);
  const gone = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of gone)
    try {
      rmSync(join(folder, name));
    } catch (error) {
      throw new Failure(
        `The backup ${written} was made, but the old one ${join(folder, name)} could not be deleted: ${(error as Error).message}`,
      );
    }
  return gone;
}

/** Unlike a renaming, a link never replaces anything. */
function moveToNew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (existsSync(to)) throw taken(to);
    // FAT and exFAT have no hard links: rename instead.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    renameSync(from, to);
  }
}

const taken = (file: string) => new Mistake(`${file} already exists; choose another name.`);
