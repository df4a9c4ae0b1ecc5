import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const FOLDER = 'node_modules/.cache/once';

/** Makes a file from its source, or takes what an earlier build made from the very same source. */
export const once = (source: string, make: () => Promise<Buffer>): Promise<Buffer> =>
  onceAs(`${FOLDER}/${digestOf(source)}`, make);

/** The same under a name that tells its source. */
export function onceAs(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const found = making.get(file) ?? keep(file, make).finally(() => making.delete(file));
  making.set(file, found);
  return found;
}

export const digestOf = (source: string | Buffer) => createHash('sha256').update(source).digest('hex');

/** Two pages that are made at the same time may want the same. */
const making = new Map<string, Promise<Buffer>>();

async function keep(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return kept;
  const made = await make();
  await mkdir(dirname(file), { recursive: true });
  // A build that is stopped half-way must not leave half a file behind.
  await writeFile(`${file}.${process.pid}`, made);
  await rename(`${file}.${process.pid}`, file);
  return made;
}
