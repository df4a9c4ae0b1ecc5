import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../config/site-schema.ts';
import { loadContentAndPictures } from '../content/load.ts';
import { Mistake } from '../lib/mistake.ts';
import type { Contents } from './disk.ts';

/** What the build would say of the content with these changes, before any of them is saved: each mistake that is new. */
export async function judge(
  root: string,
  site: Site,
  files: ReadonlyMap<string, Contents | null>,
): Promise<string[]> {
  const found = await mistakesWith(root, site, files);
  if (found.length === 0) return [];
  const before = new Set(await mistakesWith(root, site, new Map()));
  return found.filter((sentence) => !before.has(sentence));
}

async function mistakesWith(
  root: string,
  site: Site,
  files: ReadonlyMap<string, Contents | null>,
): Promise<string[]> {
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const copy = mkdtempSync(join(parent, 'edit-'));
  try {
    layOut(root, copy, files);
    await loadContentAndPictures(copy, site);
    return [];
  } catch (error) {
    if (error instanceof Mistake) return error.message.split('\n');
    throw error;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The content as it would be: folders in which nothing changes are only linked. */
function layOut(root: string, copy: string, files: ReadonlyMap<string, Contents | null>): void {
  const folders = new Set([...files.keys()].map((file) => file.slice(0, file.lastIndexOf('/'))));
  mkdirSync(join(copy, 'content'));
  for (const entry of readdirSync(join(root, 'content'), { withFileTypes: true })) {
    const name = `content/${entry.name}`;
    const [from, to] = [join(root, name), join(copy, name)];
    if (entry.isDirectory() && !folders.has(name)) symlinkSync(from, to, 'junction');
    else cpSync(from, to, { recursive: true });
  }
  for (const folder of folders) mkdirSync(join(copy, folder), { recursive: true });
  for (const [file, contents] of files) {
    if (contents !== null) writeFileSync(join(copy, file), contents);
    else if (existsSync(join(copy, file))) rmSync(join(copy, file));
  }
}
