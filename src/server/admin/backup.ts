import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../../lib/mistake.ts';
import { Failure } from './failure.ts';
import { contentsOf, copyInto, faultIn, moveToNew, sync, withWorkshop } from './store-file.ts';

/**
 * Into a file of this name; into a folder under the date and time, after which the oldest of the files that were
 * written so are deleted, down to as many as are to be kept. Nothing else in the folder is touched.
 */
export async function backUpTo(store: string, target: string, keep: number | undefined): Promise<string> {
  if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) {
    if (keep === undefined) return backUp(store, target);
    throw new Mistake(`${target} is not a folder, and --keep needs one. Create it first.`);
  }
  const name = newNameIn(target);
  const done = await backUp(store, join(target, name));
  const gone = keep === undefined ? [] : deleteOldest(target, name, keep);
  return gone.length > 0 ? `${done}\nDeleted, to keep the newest ${keep}: ${gone.join(', ')}.` : done;
}

const OURS = /^enquiries-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?\.db$/;

/** Where deploy/site-backup.service puts them. */
export const BACKUPS = '/var/lib/site-backups';

/** When the newest of the files that were written so was made. */
export function newestBackup(folder: string): Date | undefined {
  const times = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => OURS.test(name))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

function newNameIn(folder: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  for (let i = 1; ; i++) {
    const name = `enquiries-${time}${i > 1 ? `-${i}` : ''}.db`;
    if (!existsSync(join(folder, name))) return name;
  }
}

/** Whatever the clock said when it was written, the new one stays. */
function deleteOldest(folder: string, written: string, keep: number): string[] {
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && OURS.test(entry.name) && entry.name !== written)
    .map(({ name }) => name)
    .sort();
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

/** Copies the store into a new file, which has its name only once it is whole, checked and on disk. */
function backUp(store: string, file: string): Promise<string> {
  if (existsSync(file)) throw new Mistake(`${file} already exists; choose another name.`);
  return withWorkshop(file, (workshop) => {
    const half = join(workshop, 'copy.db');
    const source = new DatabaseSync(store, { timeout: 10_000 });
    try {
      copyInto(half, source);
    } finally {
      source.close();
    }
    const copy = new DatabaseSync(half, { readOnly: true });
    try {
      const fault = faultIn(copy);
      if (fault) throw new Failure(`No backup was made: the copy of ${store} ${fault}.`);
      moveToNew(half, file);
      sync(dirname(file));
      return `Backed up to ${file} and checked: ${contentsOf(copy).words}.`;
    } finally {
      copy.close();
    }
  });
}
