import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { newestBackup } from '../../src/server/admin/backup.ts';
import type { EnquiryStore } from '../../src/server/db/store.ts';
import type { Settings } from '../../src/server/settings.ts';
import { done, type Finding, messageOf, open, warning } from './finding.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The nightly backup may be half an hour later than the one before, and takes a while (deploy/site-backup.timer). */
const TIMER_SLACK_MS = 60 * 60 * 1000;
const BYTES_PER_GB = 1e9;
/** Linux's number for a file system in memory. */
const TMPFS_TYPE = 0x01021994;

export async function checkStore(store: EnquiryStore, { database }: Settings): Promise<Finding[]> {
  const where = 'DATABASE_URL';
  try {
    await store.check();
  } catch (error) {
    return [open('the store cannot be written to', where, messageOf(error))];
  }
  if (!('file' in database)) return [done('an enquiry can be stored', where)];
  const folder = nearest(resolve(database.file));
  const { type, bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / BYTES_PER_GB;
  return [
    type === TMPFS_TYPE
      ? open('the store is in memory', database.file, 'Set DATABASE_URL to a file on a disk.')
      : done('an enquiry can be stored, on a disk', database.file),
    free >= 1
      ? done(`${free.toFixed(0)} GB are free`, folder)
      : open(`${free.toFixed(2)} GB are free`, folder, 'Make room: a full disk cannot store enquiries.'),
  ];
}

/** The file may not be there yet; its folder is. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));

const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function checkBackup(folder: string, { database }: Settings): Finding {
  const how =
    'Turn on the nightly backup (docs/scaling.md); systemctl start site-backup makes one now. If they are kept elsewhere, add --backups.';
  if (!('file' in database))
    return warning(
      'backups of PostgreSQL cannot be checked from here',
      'DATABASE_URL',
      'Make sure that pg_dump runs every day.',
    );
  let newest: Date | undefined;
  try {
    newest = newestBackup(folder);
  } catch (error) {
    return open('whether there is a backup is not known', folder, messageOf(error));
  }
  if (!newest) return open('there is no backup', folder, how);
  return Date.now() - newest.getTime() < DAY_MS + TIMER_SLACK_MS
    ? done(`the newest backup is of ${minuteOf(newest)}`, folder)
    : open('the newest backup is more than a day old', folder, how);
}
