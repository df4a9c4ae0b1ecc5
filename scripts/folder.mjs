// @ts-check
// What commands that write into this folder ask of it first: room, and that nobody else is at work there.
// Not every name is there in a version that is too old, which is told in a sentence (install.mjs).
import fs, { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const LOCK = 'data/start.sock';
const MEGABYTE = 1_000_000;
/** Less than this, and a program that failed probably failed for that. */
const FULL = 30;

/** A sentence where the disk has less room than is wanted, in megabytes. */
export function lacksRoom(wanted = FULL) {
  const { bavail, bsize } = fs.statfsSync('.');
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  return free < wanted
    ? `The disk is full: ${free} MB are free in ${process.cwd()}, and this needs about ${Math.max(wanted, 100)} MB. Make room, then run the same command again.`
    : undefined;
}

/**
 * Two builds at once in one folder would spoil one another. A socket instead of a file with a process in it: it falls
 * silent with its process, however that ended, and whoever has the same number now.
 */
export async function takeLock() {
  mkdirSync('data', { recursive: true, mode: 0o700 });
  // Whatever `sudo npm start` left behind belongs to root; install.mjs has the sentence for it.
  for (const place of [
    'data',
    'dist',
    '.astro',
    'node_modules',
    'node_modules/.astro',
    'node_modules/.cache',
  ])
    if (existsSync(place)) accessSync(place, constants.W_OK);
  for (;;) {
    const lock = createServer((socket) => void socket.destroy());
    const code = await new Promise((resolve) => {
      lock.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code));
      lock.listen(LOCK, () => resolve(undefined));
    });
    // Some folders cannot hold a socket: they do without.
    if (code !== 'EADDRINUSE') {
      process.once('exit', () => lock.close());
      return lock;
    }
    if (await answers(LOCK)) {
      console.error('Another npm start or build is at work in this folder. Wait for it, or stop it.');
      process.exit(1);
    }
    rmSync(LOCK, { force: true });
  }
}

/** @returns {Promise<boolean>} */
function answers(/** @type {string} */ path) {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
}
