import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../../../lib/mistake.ts';
import { Failure } from './failure.ts';
import { contentsOf, copyInto, faultIn, moveToNew, openUntouched, sync, withWorkshop } from './store-file.ts';

/** Copies the store into a new file, which has its name only once it is whole, checked and on disk. */
export function backUp(store: string, file: string): Promise<string> {
  if (existsSync(file)) throw new Mistake(`${file} exists already; name a new file.`);
  return withWorkshop(file, (workshop) => {
    const half = join(workshop, 'copy.db');
    const source = new DatabaseSync(store, { timeout: 10_000 });
    try {
      copyInto(half, source);
    } finally {
      source.close();
    }
    const copy = openUntouched(half);
    try {
      const fault = faultIn(copy);
      if (fault) throw new Failure(`No backup was made: the copy of ${store} ${fault}.`);
      moveToNew(half, file);
      sync(dirname(file));
      return `${contentsOf(copy).words}: all in ${file}, which was checked.`;
    } finally {
      copy.close();
    }
  });
}
