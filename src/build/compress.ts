import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { type Coding, codings, isText } from '../server/files.ts';

/** Lays the compressed forms of every text beside it, once, so that no server ever compresses. */
export const compress = (): AstroIntegration => ({
  name: 'compress',
  hooks: { 'astro:build:done': ({ dir }) => compressFolder(fileURLToPath(dir)) },
});

/** All at a time: the work is done by Node's pool of threads, and the few megabytes fit into memory. */
export async function compressFolder(folder: string): Promise<void> {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isText);
  await Promise.all(
    texts.map(async (name) => {
      const body = await readFile(`${folder}/${name}`);
      for (const [coding, ending] of Object.entries(codings) as [Coding, string][]) {
        const encoded = await compressors[coding](body);
        if (encoded.length < body.length) await writeFile(`${folder}/${name}${ending}`, encoded);
      }
    }),
  );
}

const compressors: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  // From 20 on, zstd wants a window that a browser may refuse.
  zstd: (body) => promisify(zstdCompress)(body, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};
