import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mistake } from '../lib/mistake.ts';

/** A text below the given root. What keeps it from being read is told as it is: only what is not there is missing. */
export function readText(root: string, file: string, wanted: string): string {
  try {
    return readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // Node's sentence ends with the whole path, which the author knows.
    const what = reasons[code] ?? `the file cannot be read (${message.split(',')[0]})`;
    throw new Mistake(`${file}: ${what}; wanted: ${wanted}.`);
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'the file is missing',
  ENOTDIR: 'the file is missing',
  EISDIR: 'this is a folder and not a file',
  EACCES: 'the file belongs to another user and cannot be read',
};
