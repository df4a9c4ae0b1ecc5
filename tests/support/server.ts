import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { plainEnvironment } from './environment.ts';

export interface RunningSite {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the real server on the built site below `root`, on a port of its own. */
export async function startSite(root = process.cwd(), env: NodeJS.ProcessEnv = {}): Promise<RunningSite> {
  const port = await freePort();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: plainEnvironment({ PORT: String(port), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('http://localhost:')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: `http://localhost:${port}`,
    process: child,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
