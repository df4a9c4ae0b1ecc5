import { readFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Coding, codings } from '../server/http/files.ts';

export interface ToCompress {
  files: string[];
  form: keyof typeof forms;
  /** Which file is next: all threads take from the one list. */
  next: Int32Array;
}

type Compressor = (body: Buffer) => Buffer;

/** Brotli looks back over the whole text and no further: the room for 4 MB would have to be cleared for every page. */
const windowFor = ({ length }: Buffer) =>
  Math.min(Math.max(Math.ceil(Math.log2(length + 16)), 16), constants.BROTLI_MAX_WINDOW_BITS);

const brotli =
  (quality: number): Compressor =>
  (body) =>
    brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(body),
      },
    });
const gzip =
  (level: number): Compressor =>
  (body) =>
    gzipSync(body, { level });

const forms = {
  best: { br: brotli(11), gzip: gzip(9) },
  quick: { br: brotli(5), gzip: gzip(3) },
} satisfies Record<string, Record<Coding, Compressor>>;

const { files, form, next } = workerData as ToCompress;
for (let i = Atomics.add(next, 0, 1); i < files.length; i = Atomics.add(next, 0, 1)) {
  const file = files[i] as string;
  const body = readFileSync(file);
  for (const [coding, compress] of Object.entries(forms[form]) as [Coding, Compressor][]) {
    const encoded = compress(body);
    if (encoded.length < body.length) writeFileSync(file + codings[coding], encoded);
  }
}
