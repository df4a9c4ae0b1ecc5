import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { codings } from '../server/http/files.ts';

/**
 * The best forms take 70 ms of processor time for a page. From this many texts on, a build makes forms that are a tenth
 * larger in a thirtieth of the time.
 */
const MANY_TEXTS = 500;
const BEST = { br: 11, gzip: 9 };
const QUICK = { br: 5, gzip: 3 };

export type Effort = typeof BEST;
export const effortFor = (texts: number): Effort => (texts > MANY_TEXTS ? QUICK : BEST);

/** Writes the compressed forms of a text beside it, so that no server ever compresses. */
export async function compress(file: string, body: Buffer, effort: Effort): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort.br };
  const forms = {
    br: await promisify(brotliCompress)(body, { params }),
    gzip: await promisify(gzip)(body, { level: effort.gzip }),
  };
  for (const coding of ['br', 'gzip'] as const)
    if (forms[coding].length < body.length) await writeFile(file + codings[coding], forms[coding]);
}
