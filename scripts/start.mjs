// @ts-check
// `npm start`: installs what is missing, builds, serves. Whoever started it has one process to signal, and that is this
// one: it passes the signal on and ends when the server has ended.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { install } from './install.mjs';

const PORT = process.env.PORT || '4321';
const LOCK = 'data/start.lock';

if (/^\d+$/.test(PORT) && process.env.REUSE_PORT !== '1' && (await isTaken(Number(PORT))))
  end(
    `Port ${PORT} is in use by another program. Stop that one, or choose another port: PORT=4322 npm start`,
  );
takeLock();
install({ withTools: false });
const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
rmSync(LOCK, { force: true });
if (status !== 0) process.exit(1);

const server = spawn(
  'node_modules/.bin/node',
  [...(existsSync('.env') ? ['--env-file=.env'] : []), 'src/server/main.ts'],
  // The channel tells the server when this process is gone, however it ended.
  { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, NODE_ENV: 'production' } },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

/** Two builds at once in one folder would spoil one another. */
function takeLock() {
  mkdirSync('data', { recursive: true, mode: 0o700 });
  process.once('exit', () => isOurs && rmSync(LOCK, { force: true }));
  let isOurs = false;
  for (const isLast of [false, true]) {
    try {
      const file = openSync(LOCK, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      isOurs = true;
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(LOCK, 'utf8'));
      if (isLast || isAlive(holder))
        end(`Another npm start is running in this folder (process ${holder}). Wait for it, or stop it.`);
      rmSync(LOCK, { force: true });
    }
  }
}

function isAlive(/** @type {number} */ pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @returns {Promise<boolean>} */
function isTaken(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code === 'EADDRINUSE'));
    probe.listen({ port, host: process.env.HOST || undefined }, () => probe.close(() => resolve(false)));
  });
}

/** @returns {never} */
function end(/** @type {string} */ sentence) {
  console.error(sentence);
  process.exit(1);
}
