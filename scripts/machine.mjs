// @ts-check
// Differences between systems: how programs are started and ended, free disk space, the lock of this folder.
// Plain JavaScript without packages: it runs on the machine's own Node before anything is installed.
import { spawn } from 'node:child_process';
import fs, { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { posix, win32 } from 'node:path';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const PARENT_CHECK_MS = 500;
const BYTES_PER_MB = 1_000_000;
/** With less than this, a full disk is the likely reason for a failure. */
const FULL_MB = 30;

/** A path with slashes, as this project writes it, on Windows too. */
export const withSlashes = (/** @type {string} */ path) => path.replaceAll('\\', '/');

/** Below node_modules, where npm puts the program of one of the packages of Node in package.json. */
export function nodePrograms({ platform, arch } = process) {
  if (platform === 'win32') return [`node-win-${arch}/bin/node.exe`];
  return ['node', 'node-bin'].map((name) => `${name}-${platform}-${arch}/bin/node`);
}

/**
 * The program and the first word of a command line of npm. npm names itself to the scripts that it starts; on Windows the
 * command `npm` is a batch file, which only a shell can start.
 */
export function npmCommand({ platform, execPath } = process, env = process.env) {
  const { npm_execpath: cli = '', npm_node_execpath: node = execPath } = env;
  if (/\bnpm-cli\.js$/.test(cli)) return [node, cli];
  return platform === 'win32'
    ? [execPath, win32.join(win32.dirname(execPath), 'node_modules/npm/bin/npm-cli.js')]
    : ['npm'];
}

/** Relative where it is a file, because the path of a socket may have some hundred characters at most. */
export const lockAddress = ({ platform } = process, folder = process.cwd()) =>
  platform === 'win32'
    ? `\\\\.\\pipe\\${withSlashes(win32.join(folder, 'data/start.sock'))}`
    : posix.join('data', 'start.sock');

/**
 * Runs a program and answers with its exit code. A signal that ends this process goes to the program first.
 * @returns {Promise<number>}
 */
export function run(
  /** @type {string} */ program,
  /** @type {string[]} */ words,
  /** @type {import('node:child_process').SpawnOptions & { killAfterMs?: number }} */ {
    killAfterMs,
    ...options
  } = {},
) {
  const child = spawn(program, words, { stdio: 'inherit', ...options });
  let isEnding = false;
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    isEnding = true;
    clearInterval(watch);
    // A Windows console signals every program itself, and kill() there leaves no time for an orderly end.
    if (process.platform === 'win32') return;
    // npm does not pass SIGHUP on.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  // A shell between npm and this process passes no signal on; it only ends.
  const parent = process.env.npm_lifecycle_event ? process.ppid : undefined;
  const watch = setInterval(() => parent && process.ppid !== parent && end('SIGTERM'), PARENT_CHECK_MS);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => fail(`${program} could not be started: ${message}`));
    child.once('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, end);
      clearInterval(watch);
      if (isEnding) process.exit(code ?? 1);
      resolve(code ?? 1);
    });
  });
}

/** A sentence where the disk has less room than is wanted. */
export function lacksRoom(wantedMb = FULL_MB) {
  const { bavail, bsize } = fs.statfsSync('.');
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB);
  return freeMb < wantedMb
    ? `The disk is full: ${freeMb} MB are free in ${process.cwd()}, and this needs about ${Math.max(wantedMb, 100)} MB. Make room, then run the same command again.`
    : undefined;
}

/**
 * Keeps a second installation or build out of this folder until this process ends. A socket, because it closes with its
 * process, however that ended; a file would remain.
 */
export async function takeLock() {
  const address = lockAddress();
  mkdirSync('data', { recursive: true, mode: 0o700 });
  // After `sudo npm start` these belong to root; explainDiskErrors() has the sentence for it.
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
      lock.listen(address, () => resolve(undefined));
    });
    // Some file systems hold no sockets: no lock there.
    if (code !== 'EADDRINUSE') {
      process.once('exit', () => lock.close());
      return lock;
    }
    if (await answers(address))
      fail('Another npm start or build is at work in this folder. Wait for it, or stop it.');
    rmSync(address, { force: true });
  }
}

/** @returns {Promise<boolean>} */
function answers(/** @type {string} */ address) {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
}

/** For an error of the disk, says what to do; any other is a mistake of ours, with its place. */
export function explainDiskErrors() {
  process.once(
    'uncaughtException',
    (/** @type {NodeJS.ErrnoException} */ { code = '', path = '', stack }) => {
      if (code === 'ENOSPC')
        fail(
          `The disk is full. The site and its packages need about a gigabyte in ${process.cwd()}; make room, then run the same command again.`,
        );
      if (['EACCES', 'EPERM', 'EROFS'].includes(code))
        fail(
          `${path} cannot be written by this user. If it is left over from sudo, take it back: sudo chown -R "$(id -un)" . (in this folder); otherwise copy the project to a folder of your own.`,
        );
      fail(stack ?? code);
    },
  );
}

/** @returns {never} */
export function fail(/** @type {string} */ sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * The words that build the site. With many articles Node clears its memory often, or a thousand would take more than a
 * gigabyte; a small site would only take longer for it.
 */
export const buildWords = (articles = 0) => [
  ...(articles > MANY_ARTICLES ? ['--optimize-for-size', '--max-semi-space-size=8'] : []),
  ...['node_modules/astro/bin/astro.mjs', 'build', '--silent'],
];
const MANY_ARTICLES = 300;
