import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Manifest {
  name: string;
  node: string;
  packages: Record<string, string>;
  files: Record<string, { size: number; sha256: string }>;
}

/** Every file below a folder, as a manifest lists it. */
export function filesOf(folder: string): Manifest['files'] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const bytes = readFileSync(file);
      return [file.slice(folder.length + 1), { size: bytes.length, sha256: hash('sha256', bytes) }];
    }),
  );
}
