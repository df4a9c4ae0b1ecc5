import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The home page as a browser asks for it. */
export const HOME = 'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n';

export interface Running {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

/** Starts a Node program that listens on the port it is given, and waits until it answers. */
export async function start(
  parameters: (port: number) => (string | number)[],
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const child = spawn(process.execPath, parameters(port).map(String), {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  process.once('exit', stop);
  exited.then(() => process.off('exit', stop));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null)
      throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}.`);
    await sleep(5);
  }
  return { url, pid: child.pid ?? 0, stop };
}

/** The built site with a store of its own and without limits. */
export const startBuiltSite = (folder: string, program = 'src/server/main.ts') =>
  start(() => [program], {
    DATABASE_URL: `file:${folder}/enquiries.db`,
    RATE_LIMIT: '0',
    DAILY_LIMIT: '0',
  });

/** Not in the machine's temporary folder: that may be memory, where a commit costs nothing. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  mkdirSync('data', { recursive: true });
  const folder = mkdtempSync(resolve('data/bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Microseconds of processor time that a process has used. Other work on the machine hardly changes it. */
export function processorTime(pid: number): number {
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) * 10_000;
}
