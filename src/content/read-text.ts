import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mistake } from '../lib/mistake.ts';

/** A text below the given root. What keeps it from being read is told as it is: only what is not there is missing. */
export function readText(root: string, file: string, wanted: string): string {
  try {
    return inUtf8(file, readFileSync(join(root, file))).replaceAll('\r\n', '\n');
  } catch (error) {
    if (error instanceof Mistake) throw error;
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

/** Without the mark that some editors put in front. Of an older encoding, every accent would become a question mark. */
function inUtf8(file: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return decoder.decode(bytes);
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1;
  throw new Mistake(
    `${file}: line ${line} is not in UTF-8, so its letters with accents would be lost; wanted: the file saved as UTF-8.`,
  );
}
const decoder = new TextDecoder();
