import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Site } from '../config/site-schema.ts';
import { loadContentAndPictures } from '../content/load.ts';
import type { Memory } from '../content/memory.ts';
import { Mistake } from '../lib/mistake.ts';
import type { Contents } from './disk.ts';

type Files = ReadonlyMap<string, Contents | null>;

/** Says what the build would say of the content with changes, before any of them is saved: each mistake that is new. */
export function judgeOf(root: string, site: Site, memory: Memory) {
  const mistakesWith = async (files: Files): Promise<string[]> => {
    // Texts are read as if they were saved; other changes are tried on a copy.
    const isOfTexts = [...files.values()].every((contents) => typeof contents === 'string');
    const copy = isOfTexts ? undefined : layOut(root, files);
    try {
      const drafts = files as ReadonlyMap<string, string>;
      await loadContentAndPictures(copy ?? root, site, copy === undefined ? { drafts, memory } : {});
      return [];
    } catch (error) {
      if (error instanceof Mistake) return error.message.split('\n');
      throw error;
    } finally {
      if (copy !== undefined) rmSync(copy, { recursive: true });
    }
  };
  return async (files: Files): Promise<string[]> => {
    const found = await mistakesWith(files);
    if (found.length === 0) return [];
    const before = new Set(await mistakesWith(new Map()));
    return found.filter((sentence) => !before.has(sentence));
  };
}

/** The content as it would be, in a folder of its own. */
function layOut(root: string, files: Files): string {
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const copy = mkdtempSync(join(parent, 'edit-'));
  cpSync(join(root, 'content'), join(copy, 'content'), { recursive: true });
  for (const [file, contents] of files) {
    rmSync(join(copy, file), { force: true });
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    if (contents !== null) writeFileSync(join(copy, file), contents);
  }
  return copy;
}
