import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AstroIntegration } from 'astro';
import { filesBelow } from '../lib/files-below.ts';
import { isCompressed } from '../server/http/files.ts';
import { editionsIn } from './build-ahead.ts';
import type { ToCompress } from './compress-thread.ts';

/** Lays the compressed forms of every text beside it, once, so that no server ever compresses. */
export const compress = (): AstroIntegration => ({
  name: 'compress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      // Of a site that is built ahead, most files are the site's own and go.
      if (process.env.AS_OF) return;
      for (const folder of [dir, ...editionsIn(dir)]) await compressFolder(fileURLToPath(folder));
    },
  },
});

/**
 * The best forms take a tenth of a second for a page. Thousands of pages get forms that are a tenth larger and take a
 * thirtieth of the time: a build must not cost minutes because somebody writes.
 */
const MANY = 500;

/** In threads that wait for nothing: to hand every file to and fro would cost half as much again. */
export async function compressFolder(folder: string, many = MANY): Promise<void> {
  const texts = filesBelow(folder).filter(isCompressed);
  const work: ToCompress = {
    files: texts.map((name) => `${folder}/${name}`),
    form: texts.length > many ? 'quick' : 'best',
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  };
  await Promise.all(Array.from({ length: availableParallelism() }, () => compressIn(work)));
}

const compressIn = (workerData: ToCompress) =>
  new Promise<void>((resolve, reject) => {
    const thread = new Worker(new URL('compress-thread.ts', import.meta.url), { workerData });
    thread.once('error', reject).once('exit', () => resolve());
  });
