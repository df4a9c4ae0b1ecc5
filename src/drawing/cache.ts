import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';

/** What takes long to make (pictures, fonts) is kept for the next build. */
export const CACHE = 'node_modules/.cache/made';

/** Takes a file from the cache, or makes it. Its name stands for everything that it is made from. */
export function cached(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const found = making.get(name) ?? takeOrMake(name, make).finally(() => making.delete(name));
  making.set(name, found);
  return found;
}

export const digestOf = (source: string | Buffer) => createHash('sha256').update(source).digest('hex');

/** A page may want the same twice at a time. */
const making = new Map<string, Promise<Buffer>>();

async function takeOrMake(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = `${CACHE}/${name}`;
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return kept;
  const made = await make();
  await mkdir(CACHE, { recursive: true });
  // A build that is stopped half-way must not leave half a file behind.
  await writeFile(`${file}.${process.pid}`, made);
  await rename(`${file}.${process.pid}`, file);
  return made;
}
