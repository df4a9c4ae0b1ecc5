import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { type Coding, codings, isCompressed } from '../server/http/files.ts';

/** Lays the compressed forms of every text beside it, once, so that no server ever compresses. */
export const compress = (): AstroIntegration => ({
  name: 'compress',
  hooks: { 'astro:build:done': ({ dir }) => compressFolder(fileURLToPath(dir)) },
});

/**
 * The best forms take a tenth of a second for a page. Thousands of pages get forms that are a tenth larger and take a
 * thirtieth of the time: a build must not cost minutes because somebody writes.
 */
const MANY = 500;
/** Enough to keep Node's pool of threads busy, few enough to fit into memory. */
const AT_A_TIME = 8;

export async function compressFolder(folder: string, many = MANY): Promise<void> {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCompressed);
  const make = texts.length > many ? quick : best;
  const next = texts.values();
  const work = async () => {
    for (const name of next) {
      const body = await readFile(`${folder}/${name}`);
      for (const [coding, compress] of Object.entries(make) as [Coding, Compressor][]) {
        const encoded = await compress(body);
        if (encoded.length < body.length) await writeFile(`${folder}/${name}${codings[coding]}`, encoded);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

type Compressor = (body: Buffer) => Promise<Buffer>;

const brotli = (quality: number) => (body: Buffer) =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const zip = (level: number) => (body: Buffer) => promisify(gzip)(body, { level });

const best: Record<Coding, Compressor> = {
  br: brotli(11),
  gzip: zip(9),
};
const quick: Record<Coding, Compressor> = { br: brotli(5), gzip: zip(3) };
