/**
 * Plays the programs of a server that a test may not call: systemd's, nginx as Debian starts it, and those that reach
 * other machines. Called as `stand-in.ts <program> …` with the folder in ROOT that stands for the server's disk. Units
 * are started as they say: their command, folder, settings and folders of data, and as a user without rights where a
 * test is root. What systemd forbids them beyond that is not played.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { before, listening, writeCertificate } from './nginx-files.ts';
import { isRunning } from './processes.ts';

const { ROOT = '', HTTP_PORT, HTTPS_PORT, PORTS = '' } = process.env;
const [program, ...parameters] = process.argv.slice(2);
const UNITS = join(ROOT, 'etc/systemd/system');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const programs: Record<string, () => number | Promise<number>> = {
  'apt-get': () => 0,
  ssh: () => call('sh', '-c', parameters.slice(1).join(' ')),
  certbot: () => {
    writeCertificate(join(ROOT, 'etc/letsencrypt/live'), parameters[parameters.indexOf('-d') + 1]);
    return 0;
  },
  journalctl: () => {
    process.stdout.write(readFileSync(log(parameters[1] ?? ''), 'utf8'));
    return 0;
  },
  nginx: () => nginx(...parameters),
  systemctl,
};
process.exitCode = await programs[program ?? '']?.();

async function systemctl(): Promise<number> {
  const [verb = '', ...rest] = parameters;
  if (verb === 'daemon-reload') return rewriteUnits();
  if (verb === 'reload') return nginx('-s', 'reload');
  for (const name of rest.filter((word) => !word.startsWith('-') && !word.endsWith('.timer'))) {
    if (verb === 'stop' || verb === 'restart') await stop(name);
    const status = verb === 'stop' ? 0 : start(name);
    if (status !== 0) return status;
  }
  return 0;
}

/** Paths of a server become those of its folder, in the units themselves: the command line reads them too. */
function rewriteUnits(): number {
  for (const name of readdirSync(UNITS)) {
    const text = readFileSync(join(UNITS, name), 'utf8');
    if (!text.includes(ROOT)) writeFileSync(join(UNITS, name), placed(text));
  }
  return 0;
}

function placed(text: string): string {
  return text.replace(/(?<![\w./])\/(srv\/site|etc|var\/lib|usr\/bin\/node)\b/g, `${ROOT}/$1`);
}

function start(name: string): number {
  const [, template, instance = ''] = /^([^@.]+)@?(\d*)/.exec(name) ?? [];
  const file = join(UNITS, instance ? `${template}@.service` : `${template}.service`);
  const lines = readFileSync(file, 'utf8').replaceAll('%i', instance).split('\n');
  const all = (wanted: string) =>
    lines.filter((line) => line.startsWith(`${wanted}=`)).map((line) => line.slice(wanted.length + 1));
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  for (const folder of all('StateDirectory').flatMap((line) => line.split(' '))) {
    mkdirSync(join(ROOT, 'var/lib', folder), { recursive: true });
    if (isRoot) chownSync(join(ROOT, 'var/lib', folder), NOBODY, NOBODY);
  }
  const files = all('EnvironmentFile').map((setting) => setting.replace(/^-/, ''));
  const env = Object.assign(
    Object.fromEntries(
      all('Environment').flatMap((line) => line.split(' ').map((one) => one.split(/=(.*)/))),
    ),
    ...files.filter((path) => existsSync(path)).map((path) => parseEnv(readFileSync(path, 'utf8'))),
  );
  const [command = '', ...words] = all('ExecStart')[0]?.split(' ') ?? [];
  const output = openSync(log(name), 'a');
  const options = {
    ...user,
    env,
    cwd: all('WorkingDirectory')[0],
    stdio: ['ignore', output, output] as const,
  };
  if (all('Type').includes('oneshot'))
    return spawnSync(command, words, { ...options, stdio: [...options.stdio] }).status ?? 1;
  const child = spawn(command, words, { ...options, stdio: [...options.stdio], detached: true });
  closeSync(output);
  writeFileSync(pidOf(name), String(child.pid));
  child.unref();
  return 0;
}

async function stop(name: string): Promise<void> {
  if (!existsSync(pidOf(name))) return;
  const pid = Number(readFileSync(pidOf(name), 'utf8'));
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  for (let tenths = 0; isRunning(pid) && tenths < 150; tenths++) await sleep(100);
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  rmSync(pidOf(name));
}

/** Debian's own configuration and whatever is enabled in it, on ports of its own. */
function nginx(...words: string[]): number {
  const sites = join(ROOT, 'run/sites');
  rmSync(sites, { recursive: true, force: true });
  mkdirSync(sites, { recursive: true });
  const enabled = join(ROOT, 'etc/nginx/sites-enabled');
  for (const name of readdirSync(enabled)) {
    const [first = 0, second = 0] = PORTS.split(' ').map(Number);
    const text = withLogs(before(placed(readFileSync(join(enabled, name), 'utf8')), first, second));
    writeFileSync(join(sites, name), listening(text, Number(HTTP_PORT), Number(HTTPS_PORT)));
  }
  const main = withLogs(placed(readFileSync(join(ROOT, 'etc/nginx/nginx.conf'), 'utf8')))
    .replace('/run/nginx.pid', `${ROOT}/run/nginx.pid`)
    .replace(`${enabled}/*`, `${sites}/*`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${ROOT}/run/${name};`)
    .join(' ');
  const file = join(ROOT, 'run/nginx.conf');
  writeFileSync(file, main.replace('http {', `http { ${temporary}`));
  // A mere test of the configuration leaves an empty one.
  const isRunning = (statSync(join(ROOT, 'run/nginx.pid'), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const real = (...more: string[]) => call('/usr/sbin/nginx', '-c', file, ...more);
  return words[0] === '-s' && !isRunning ? real() : real(...words);
}

function withLogs(configuration: string): string {
  return configuration.replaceAll('/var/log/nginx', join(ROOT, 'log'));
}

function call(command: string, ...words: string[]): number {
  return spawnSync(command, words, { stdio: 'inherit' }).status ?? 1;
}

function log(unit: string): string {
  return join(ROOT, 'log', `${unit.replace('.service', '')}.log`);
}

function pidOf(unit: string): string {
  return join(ROOT, 'run', `${unit}.pid`);
}
