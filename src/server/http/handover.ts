import { readFileSync, writeFileSync } from 'node:fs';
import { Mistake } from '../../lib/mistake.ts';

const SETTING = '/proc/sys/net/ipv4/tcp_migrate_req';

/**
 * Two processes that listen on one port each have a queue of connections, and the kernel throws the queue of the one
 * that stops away, unless it is told to move it to the other. Without that a handover resets some visitors under load,
 * so it is a condition and not advice.
 */
export function prepareHandover(setting = SETTING): void {
  try {
    if (readFileSync(setting, 'utf8').trim() === '1') return;
    writeFileSync(setting, '1');
    console.log('REUSE_PORT: set net.ipv4.tcp_migrate_req to 1, so that a handover loses no connection.');
  } catch {
    throw new Mistake(
      'REUSE_PORT=1 would lose connections at a handover: the kernel does not move them. As root: sysctl -w net.ipv4.tcp_migrate_req=1 (Linux 5.14 or newer). Or put nginx or Caddy in front (docs/scaling.md) and leave REUSE_PORT out.',
    );
  }
}
