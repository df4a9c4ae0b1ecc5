import { execFileSync } from 'node:child_process';
import { plainEnvironment } from '../tests/support/environment.ts';
import { type Running, startOnPort } from '../tests/support/process.ts';
import { freePort } from '../tests/support/server.ts';

const STANDALONE = 'node_modules/.cache/bench-standalone';

export const startOurs = () => startNode(() => ['src/server/main.ts']);

/** Ours, which counts page views after every other SIGUSR2. */
export const startToggled = () => startNode(() => ['bench/toggled.ts']);

export const startBare = (ours: string) => startNode((port) => ['bench/bare.ts', port, ours]);

export const startSirv = () =>
  startNode((port) => {
    const options = ['--quiet', '--etag', '--host', '127.0.0.1', '--port', port];
    return ['node_modules/sirv-cli/bin.js', 'dist/client', ...options];
  });

export interface Line {
  /** Milliseconds there and back. */
  roundTrip: number;
  /** In Mbit/s. */
  speed: number;
}

/** Between a visitor and a server that runs here. */
export const startLine = (server: string, { roundTrip, speed }: Line) =>
  startNode((port) => ['bench/line.ts', port, new URL(server).port, String(roundTrip), String(speed)]);

export function startStandalone(): Promise<Running> {
  execFileSync(
    'npx',
    ['--no', 'astro', 'build', '--silent', '--config', 'bench/astro.config.ts', '--outDir', STANDALONE],
    { stdio: ['ignore', 'inherit', 'ignore'], env: plainEnvironment({ NODE_ENV: 'production' }) },
  );
  return startNode(() => [`${STANDALONE}/server/entry.mjs`]);
}

async function startNode(parameters: (port: string) => string[]): Promise<Running> {
  const port = String(await freePort());
  const env = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port };
  return startOnPort(Number(port), process.execPath, parameters(port), env);
}
