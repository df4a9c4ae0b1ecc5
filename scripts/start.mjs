// @ts-check
// `npm start`: installs what is missing, builds, serves. Whoever started it has one process to signal, and that is this
// one: it passes the signal on and ends when the server has ended.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import util from 'node:util';
import { takeLock } from './folder.mjs';
import { install, run } from './install.mjs';

const { PORT = '4321', HOST } = settings();

if (!/^\d+$/.test(PORT) || Number(PORT) < 1 || Number(PORT) > 65_535)
  end(
    `PORT is ‘${PORT}’, and a port is a number up to 65535. Leave it out for 4321, or choose another: PORT=4322 npm start`,
  );
if (await isTaken(Number(PORT)))
  end(
    `Port ${PORT} is in use by another program. Stop that one, or choose another port: PORT=4322 npm start`,
  );
const lock = await takeLock();
await install({ withTools: false });
console.log('Building, about 15 seconds…');
const status = await run('npm', ['run', '--silent', 'build'], {
  env: { ...process.env, FOLDER_IS_LOCKED: '1' },
});
lock.close();
if (status !== 0) process.exit(1);

process.exit(
  await run('node_modules/.bin/node', ['--import', './scripts/env-file.mjs', 'src/server/main.ts'], {
    // The channel tells the server when this process is gone, however it ended.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  }),
);

/**
 * What the server will find. The first versions of Node 20 cannot read the file; there it says itself what is wrong.
 * @returns {Record<string, string | undefined>}
 */
function settings() {
  const file = existsSync('.env') ? util.parseEnv?.(readFileSync('.env', 'utf8')) : {};
  return Object.fromEntries(Object.entries({ ...file, ...process.env }).filter(([, value]) => value));
}

/** @returns {Promise<boolean>} */
function isTaken(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code === 'EADDRINUSE'));
    probe.listen({ port, host: HOST }, () => probe.close(() => resolve(false)));
  });
}

/** @returns {never} */
function end(/** @type {string} */ sentence) {
  console.error(sentence);
  process.exit(1);
}
