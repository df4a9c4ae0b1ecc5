import { spawn } from 'node:child_process';
import { plainEnvironment } from './environment.ts';
import { freePort } from './server.ts';

interface DevServer {
  url: string;
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** `npm run dev` on a port of its own, for what is never part of the built site. */
export async function startDev(root = process.cwd()): Promise<DevServer> {
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/dev.ts', '--port', String(port)], {
    cwd: root,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(`localhost:${port}`)) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The development server ended with ${code}: ${output}`)));
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: `http://localhost:${port}`,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
