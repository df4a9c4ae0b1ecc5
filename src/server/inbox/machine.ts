import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Keeping } from '../../lib/inbox.ts';
import { newestBackup } from '../enquiries/owner/backup.ts';
import type { Environment } from '../environment.ts';

/** What this machine knows of the store: nothing, where a server of PostgreSQL has it. */
export function lookAt({ database }: Pick<Environment, 'database'>, backups: string): Omit<Keeping, 'mail'> {
  if (!('file' in database)) return {};
  const { bavail, blocks, bsize } = statfsSync(dirname(database.file));
  return {
    backup: newestBackup(backups)?.toISOString() ?? null,
    disk: { free: bavail * bsize, share: bavail / blocks },
  };
}
