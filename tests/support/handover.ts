import { readFileSync } from 'node:fs';
import { startSite } from './server.ts';

/** Whether a process may take over the port of another here: root, or a kernel that is told to move connections. */
export const canHandOver = (): boolean => {
  try {
    return (
      process.getuid?.() === 0 || readFileSync('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').trim() === '1'
    );
  } catch {
    return false;
  }
};

/** A process beside which another may listen. */
export const startReusing = (environment: NodeJS.ProcessEnv) =>
  startSite(process.cwd(), { REUSE_PORT: '1', ...environment });
