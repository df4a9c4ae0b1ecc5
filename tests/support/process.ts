import { type SpawnOptions, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { plainEnvironment } from './environment.ts';

export interface Running {
  url: string;
  pid: number;
  /** What it has said so far, on standard error. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a program that will listen on the port, and comes back when it does. */
export async function startOnPort(
  port: number,
  command: string,
  parameters: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const options: SpawnOptions = { env: plainEnvironment(env), stdio: ['ignore', 'ignore', 'pipe'] };
  const child = spawn(command, parameters, options);
  let output = '';
  child.stderr?.on('data', (chunk) => (output += chunk));
  const end = () => child.kill('SIGTERM');
  // Whatever goes wrong here, nothing is left running.
  process.once('exit', end);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => {
    process.off('exit', end);
    end();
    return exited;
  };
  for (let attempt = 0; !(await answers(port)); attempt += 1) {
    if (attempt < 600 && child.exitCode === null) continue;
    end();
    throw new Error(`${command} does not answer on port ${port}: ${output}`);
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, output: () => output, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => setTimeout(resolve, 100, false));
  });
}
