import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The built site below `root` and its server in a folder of their own, where they may be changed. */
export function copySite(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'site-'));
  for (const part of ['dist', 'src', 'content', 'site.config.ts', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}
