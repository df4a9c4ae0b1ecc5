import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Disk {
  folder: string;
  fill(): void;
  empty(): void;
  readOnly(): void;
  writable(): void;
  remove(): void;
}

/** A disk of one megabyte. */
export function smallDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  mount(folder, 'size=1m');
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      // Ever smaller pieces, so that not even the last page is left.
      for (const size of [64 * 1024, 4096, 1]) while (appends(filler, size));
    },
    empty: () => rmSync(filler),
    readOnly: () => mount(folder, 'remount,ro'),
    writable: () => mount(folder, 'remount,rw'),
    remove: () => {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}

function mount(folder: string, options: string) {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      `No small disk could be mounted (${error}). These faults need Linux and the right to mount: run them as root, in a container with --cap-add SYS_ADMIN.`,
    );
  }
}

function appends(file: string, size: number): boolean {
  try {
    appendFileSync(file, Buffer.alloc(size));
    return true;
  } catch {
    return false;
  }
}
