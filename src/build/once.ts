import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';

const FOLDER = 'node_modules/.cache/once';

/** Makes a file from its source, or takes what an earlier build made from the very same source. */
export async function once(source: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = `${FOLDER}/${createHash('sha256').update(source).digest('hex')}`;
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return kept;
  const made = await make();
  await mkdir(FOLDER, { recursive: true });
  // A build that is stopped half-way must not leave half a file behind.
  await writeFile(`${file}.${process.pid}`, made);
  await rename(`${file}.${process.pid}`, file);
  return made;
}
