/**
 * Plays what a server of a test cannot have: systemd, other machines. Called as `stand-in.ts <program> …` in the file
 * system of support/server-machine.ts. Units are started as they say: user, command, folder, settings, folders of data.
 * What systemd forbids them beyond that is not played.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { withLocalCertificates, writeCertificate } from './fronts.ts';
import { isRunning } from './processes.ts';

const [program, ...parameters] = process.argv.slice(2);
const UNITS = '/etc/systemd/system';
const CADDYFILE = '/run/Caddyfile';
const call = (command: string, ...words: string[]) =>
  spawnSync(command, words, { stdio: 'inherit' }).status ?? 1;
const logOf = (name: string) => `/var/log/${name}.log`;
const pidOf = (name: string) => `/run/${name}.pid`;

const programs: Record<string, () => number | Promise<number>> = {
  'apt-get': () => 0,
  certbot: () => {
    const [name = ''] = parameters.at(-1)?.split(',') ?? [];
    writeCertificate(`/etc/letsencrypt/live/${name}`, name);
    return 0;
  },
  journalctl: () => call('tail', '-n', '20', logOf(parameters.at(-1) ?? '')),
  nano: () => {
    // One address is all visitors here.
    appendFileSync(parameters[0] ?? '', 'RATE_LIMIT=0\nDAILY_LIMIT=0\n');
    return 0;
  },
  systemctl,
};
process.exitCode = await programs[program ?? '']?.();

async function systemctl(): Promise<number> {
  const [verb = '', ...names] = parameters.filter((word) => !word.startsWith('-'));
  for (const name of names.filter((one) => !one.endsWith('.timer'))) {
    const status =
      name === 'caddy'
        ? caddy(verb)
        : name === 'nginx'
          ? nginx(verb)
          : await unit(verb, name.replace(/\.service$/, ''));
    if (status !== 0) return status;
  }
  return 0;
}

function caddy(verb: string): number {
  writeFileSync(CADDYFILE, withLocalCertificates(readFileSync('/etc/caddy/Caddyfile', 'utf8')));
  const config = ['--config', CADDYFILE, '--adapter', 'caddyfile'];
  return verb === 'reload'
    ? call('caddy', 'reload', ...config)
    : run('caddy', 'caddy', ['run', ...config], { HOME: '/var/lib/caddy' });
}

function nginx(verb: string): number {
  return verb === 'reload' ? call('nginx', '-s', 'reload') : call('nginx');
}

async function unit(verb: string, name: string): Promise<number> {
  if (verb === 'stop' || verb === 'restart') await stop(name);
  if (verb !== 'start' && verb !== 'restart') return 0;
  const [, template, instance = ''] = /^([^@]+)@?(\d*)/.exec(name) ?? [];
  const file = `${UNITS}/${template}${instance && '@'}.service`;
  const lines = readFileSync(file, 'utf8').replaceAll('%i', instance).split('\n');
  const all = (wanted: string) =>
    lines.filter((line) => line.startsWith(`${wanted}=`)).map((line) => line.slice(wanted.length + 1));
  const [uid, gid] = idsOf(all('User')[0] ?? '');
  for (const folder of all('StateDirectory').flatMap((line) => line.split(' '))) {
    mkdirSync(`/var/lib/${folder}`, { recursive: true });
    chownSync(`/var/lib/${folder}`, uid, gid);
  }
  const env: NodeJS.ProcessEnv = {};
  for (const setting of all('Environment').flatMap((line) => line.split(' '))) {
    const [key = '', value] = setting.split(/=(.*)/);
    env[key] = value;
  }
  for (const path of all('EnvironmentFile')) Object.assign(env, parseEnv(readFileSync(path, 'utf8')));
  const [command = '', ...words] = all('ExecStart')[0]?.split(' ') ?? [];
  const options = { uid, gid, cwd: all('WorkingDirectory')[0] };
  return run(name, command, words, env, options, all('Type').includes('oneshot'));
}

function run(
  name: string,
  command: string,
  words: string[],
  env: NodeJS.ProcessEnv,
  options: { uid?: number; gid?: number; cwd?: string | undefined } = {},
  waits = false,
): number {
  const output = openSync(logOf(name), 'a');
  const all = { ...options, env, stdio: ['ignore', output, output] as ('ignore' | number)[] };
  if (waits) return spawnSync(command, words, all).status ?? 1;
  const child = spawn(command, words, { ...all, detached: true });
  closeSync(output);
  writeFileSync(pidOf(name), String(child.pid));
  child.unref();
  return 0;
}

async function stop(name: string): Promise<void> {
  if (!existsSync(pidOf(name))) return;
  const pid = Number(readFileSync(pidOf(name), 'utf8'));
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  while (isRunning(pid)) await sleep(50);
  rmSync(pidOf(name));
}

/** As useradd wrote it. */
function idsOf(user: string): [number, number] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`));
  if (!line) throw new Error(`There is no user ‘${user}’.`);
  const [, , uid, gid] = line.split(':');
  return [Number(uid), Number(gid)];
}
