import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Keeping } from '../../lib/inbox.ts';
import { newestBackup } from '../admin/backup.ts';
import type { Settings } from '../settings.ts';

/** What this machine knows of the store: nothing, where a server of PostgreSQL has it. */
export function lookAt({ database }: Pick<Settings, 'database'>, backups: string): Omit<Keeping, 'mail'> {
  if (!('file' in database)) return {};
  const { bavail, blocks, bsize } = statfsSync(dirname(database.file));
  return {
    backup: newestBackup(backups)?.toISOString() ?? null,
    disk: { free: bavail * bsize, share: bavail / blocks },
  };
}
