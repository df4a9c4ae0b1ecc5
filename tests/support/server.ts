import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from './environment.ts';

interface Running {
  process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface RunningSite extends Running {
  url: string;
  /** Where its enquiries are, unless the environment names another place. */
  database: string;
}

/** Starts the real server on the built site below `root`, on a port and with a store of its own. */
export async function startSite(
  root = process.cwd(),
  env: NodeJS.ProcessEnv = {},
  program = 'src/server/main.ts',
): Promise<RunningSite> {
  const port = Number(env.PORT) || (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  const database = `file:${folder}/enquiries.db`;
  const own = { PORT: String(port), DATABASE_URL: database, RATE_LIMIT: '0', DAILY_LIMIT: '0' };
  const running = await startProgram([program], /http:\/\/localhost:/, root, { ...own, ...env });
  return {
    ...running,
    url: `http://localhost:${port}`,
    database,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a program of Node, and comes back once it has printed what is waited for. */
export async function startProgram(
  words: string[],
  awaited: RegExp,
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const child = spawn(process.execPath, words, {
    cwd,
    env: plainEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (awaited.test(output)) resolve();
      });
    // After the last of its output.
    child.once('close', (code) => reject(new Error(`${words[0]} ended with ${code}: ${output}`)));
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/**
 * One of the hundred of this process, so that no other takes it before it is listened on; and below those that the
 * system gives to outgoing connections, for the same reason.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + (process.pid % 200) * 100 + (nextPort++ % 100);
    if (await isFree(port)) return port;
  }
}

let nextPort = randomInt(100);

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
