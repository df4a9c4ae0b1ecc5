/**
 * `npm run deploy`: builds, makes the release, brings it to the server of deploy/host.env and starts it there.
 * `npm run deploy -- --setup`: the same, and sets the server up first.
 * `npm run deploy -- --back`: starts the release that ran before.
 * What happens on the server is in deploy/on-host.sh, which travels with the release.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { fail } from './machine.mjs';

const SETTINGS = 'deploy/host.env';
const SSH_FAILED = 255;
const IS_SET_UP =
  'test -e /srv/site/current || { echo "This server is not set up: npm run deploy -- --setup" >&2; exit 1; }';

const { setup, back } = readOptions();
const { host, proxy } = readSettings();

if (back) end(await onHost(`${IS_SET_UP}\nsh /srv/site/current/deploy/on-host.sh back`));
console.log('Building and checking, about half a minute…');
if (spawnSync(process.execPath, ['scripts/run.mjs', 'release'], { stdio: 'inherit' }).status !== 0)
  fail('The release was not made. Nothing was changed on the server.');
const release = `/srv/site/releases/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
console.log(`Copying it to ${host}…`);
const tar = spawn('tar', ['-cz', '-C', 'release', '.'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  // Without the second file that macOS makes of each.
  env: { ...process.env, COPYFILE_DISABLE: '1' },
}).once('error', ({ message }) => fail(`tar could not be started: ${message}`));
end(
  await onHost(
    [
      'set -e',
      setup ? '' : IS_SET_UP,
      // A folder has its name once it is whole.
      `mkdir -p ${release}.part`,
      `tar -xz --no-same-owner -C ${release}.part`,
      `mv ${release}.part ${release}`,
      `sh ${release}/deploy/on-host.sh ${setup ? `setup ${proxy}` : 'publish'}`,
    ].join('\n'),
    tar.stdout,
  ),
);

/** Runs the commands there; they print their own lines. */
function onHost(commands: string, input?: NodeJS.ReadableStream): Promise<number> {
  const ssh = spawn('ssh', [host, commands], { stdio: [input ? 'pipe' : 'ignore', 'inherit', 'inherit'] });
  // The server may stop reading; its own output says why.
  ssh.stdin?.on('error', () => {});
  if (ssh.stdin) input?.pipe(ssh.stdin);
  return new Promise((resolve) => {
    ssh.once('error', ({ message }) => fail(`ssh could not be started: ${message}`));
    ssh.once('exit', (code) => resolve(code ?? 1));
  });
}

function end(status: number): never {
  if (status === SSH_FAILED) fail(`ssh could not reach ${host}, or was cut off. Try it: ssh ${host} true`);
  if (status === 0) console.log(back ? 'The release that ran before is published.' : 'Published.');
  process.exit(status === 0 ? 0 : 1);
}

function readOptions() {
  try {
    const { values } = parseArgs({ options: { setup: { type: 'boolean' }, back: { type: 'boolean' } } });
    if (!values.setup || !values.back) return values;
  } catch (error) {
    console.error((error as Error).message);
  }
  console.error('Usage: npm run deploy [-- --setup | --back]');
  process.exit(2);
}

function readSettings() {
  if (!existsSync(SETTINGS))
    fail(`${SETTINGS} is missing. Copy ${SETTINGS}.example to it, and put in your server.`);
  const { HOST = '', PROXY = 'caddy' } = parseEnv(readFileSync(SETTINGS, 'utf8'));
  // ssh would read a leading dash as an option.
  if (!/^[\w.@:[\]][\w.@:[\]-]*$/.test(HOST))
    fail(
      `HOST in ${SETTINGS} is ‘${HOST}’; wanted: a server as ssh calls it, such as root@www.firm.example.`,
    );
  if (PROXY !== 'caddy' && PROXY !== 'nginx')
    fail(`PROXY in ${SETTINGS} is ‘${PROXY}’; wanted: caddy or nginx.`);
  return { host: HOST, proxy: PROXY };
}
