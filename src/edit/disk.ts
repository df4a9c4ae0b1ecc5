import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Mistake } from '../lib/mistake.ts';

export type Contents = string | Buffer;

/** The texts of a folder, in the order of their numbers. */
export const filesIn = (root: string, folder: string): string[] =>
  (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [])
    .filter((name) => /^[^.].*\.(yaml|md)$/.test(name) && name !== 'README.md')
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => `${folder}/${name}`);

export const allFiles = (root: string): string[] =>
  ['/pages', '/services', '/case-studies', '/people', '/posts', '/legal', ''].flatMap((folder) =>
    filesIn(root, `content${folder}`),
  );

/** Writes these files below the root, or takes them away (null): each is there as it was or as it is to be, never a half. */
export function writeFiles(root: string, files: ReadonlyMap<string, Contents | null>): void {
  const written = [...files].filter(([, contents]) => contents !== null) as [string, Contents][];
  for (const file of files.keys()) refuseReadOnly(root, file);
  // Before the first of them takes its place, all are on the disk.
  const ready: { from: string; to: string }[] = [];
  try {
    for (const [file, contents] of written) {
      const to = existsSync(join(root, file)) ? realpathSync(join(root, file)) : join(root, file);
      const from = join(dirname(to), `.${basename(to)}.saving`);
      ready.push({ from, to });
      put(from, contents, existsSync(to) ? statSync(to).mode : 0o644);
    }
    for (const { from, to } of ready) renameSync(from, to);
    for (const [file, contents] of files) if (contents === null) rmSync(join(root, file), { force: true });
  } catch (error) {
    for (const { from } of ready) rmSync(from, { force: true });
    throw new Mistake(
      `${written[0]?.[0] ?? [...files.keys()][0]}: ${sentenceOf(error as NodeJS.ErrnoException)}`,
    );
  }
}

function put(path: string, contents: Contents, mode: number): void {
  const file = openSync(path, 'w', mode);
  try {
    const bytes = Buffer.from(contents as string);
    let done = 0;
    while (done < bytes.length) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A new file could take the place of one that nobody may write to: its owner did not want that. */
function refuseReadOnly(root: string, file: string): void {
  const path = join(root, file);
  if (existsSync(path) && (lstatSync(path).mode & 0o222) === 0)
    throw new Mistake(
      `${file}: nothing was saved, since the file is read-only; allow it to be written to, then save again.`,
    );
}

const sentenceOf = ({ code = '', message }: NodeJS.ErrnoException) =>
  `nothing was saved: ${reasons[code] ?? `${message.split(',')[0]}; look what is wrong, then save again`}.`;

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full; make room, then save again',
  EDQUOT: 'the disk is full; make room, then save again',
  EACCES: 'the folder cannot be written to; allow that, then save again',
  EPERM: 'the folder cannot be written to; allow that, then save again',
  EROFS: 'the disk is read-only; make it writable, then save again',
};
