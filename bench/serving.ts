import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { type Running, startOnPort } from '../deploy/process.ts';
import { lacking, startNginx } from '../deploy/run.ts';
import { plainEnvironment } from '../tests/support/environment.ts';
import { freePort } from '../tests/support/server.ts';
import { lackingWrk, load, processorTime } from './load.ts';
import { median, type Part, part, table, thousands } from './report.ts';

const ROUNDS = 5;
const SECONDS = 4;
const STANDALONE = 'node_modules/.cache/bench-standalone';
const SIRV = 'node_modules/sirv-cli/bin.js';

interface Contender {
  name: string;
  lacking?: string | undefined;
  start(ours: string): Promise<Running>;
}

const OURS = 'this site';
const BARE = 'bare `node:http`, one fixed answer';
const SIRV_CLI = '`sirv-cli`';

const contenders: Contender[] = [
  { name: BARE, start: (ours) => startNode((port) => ['bench/bare.ts', port, ours]) },
  { name: 'nginx, one worker, deploy/nginx.conf', lacking: lacking.nginx, start: () => startNginx() },
  {
    name: SIRV_CLI,
    lacking: existsSync(SIRV) ? undefined : 'sirv-cli is not installed: npm install',
    start: () =>
      startNode((port) => [SIRV, 'dist/client', '--quiet', '--etag', '--host', '127.0.0.1', '--port', port]),
  },
  { name: '`@astrojs/node` standalone', start: startStandalone },
];

/** The home page, as fast as one thread of wrk can ask, on all servers in turn so that a noisy minute hits all. */
export async function serving(): Promise<Part> {
  if (lackingWrk) return part('Serving', [`Not measured. ${lackingWrk}`], []);
  const ours = await startOurs();
  const runners = [{ name: OURS, running: ours }];
  for (const { name, lacking, start } of contenders)
    if (!lacking) runners.push({ name, running: await start(ours.url) });

  const measured = runners.map((runner) => ({ ...runner, perSecond: [], p99: [], cost: [] }) as Measured);
  for (const { running } of measured) await load(`${running.url}/`, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { running, perSecond, p99, cost } of measured) {
      const before = processorTime(running.pid);
      const result = await load(`${running.url}/`, SECONDS);
      perSecond.push(result.perSecond);
      p99.push(result.p99);
      cost.push((processorTime(running.pid) - before) / (result.perSecond * SECONDS));
    }
  }
  const sizes = await Promise.all(measured.map(({ running }) => sizeOf(running.url)));
  for (const { running } of measured) await running.stop();

  const [own] = measured as [Measured];
  /** Ours against another, round by round: both saw the same minute. */
  const ratio = (other: Measured) =>
    median(own.perSecond.map((value, round) => value / (other.perSecond[round] ?? 1)));
  const rows = measured.map((one, i) => [
    one.name,
    thousands(median(one.perSecond)),
    median(one.p99).toFixed(1),
    median(one.cost).toFixed(0),
    thousands(sizes[i] ?? 0),
    one === own ? '' : ratio(one).toFixed(2),
  ]);
  const against = (name: string) => measured.find((one) => one.name === name);
  const [bare, sirv] = [against(BARE), against(SIRV_CLI)];
  return part(
    'Serving',
    [
      `The home page, asked for with \`Accept-Encoding: br\` by one thread of wrk over 32 connections; ${ROUNDS} rounds of ${SECONDS} s, all servers in turn, medians. Processor time is that of the server alone and is the steadier figure on a machine that others use.`,
      table(
        [
          'server',
          'requests/s',
          'p99 ms',
          'µs of processor per request',
          'bytes per answer',
          'ours is × as fast',
        ],
        rows,
      ),
      ...contenders.flatMap(({ lacking }) => (lacking ? [`Not measured: ${lacking}`] : [])),
    ],
    [
      ...(bare ? [{ what: 'of a bare handler’s speed', figure: ratio(bare), limit: 0.85, least: true }] : []),
      ...(sirv ? [{ what: 'times sirv’s speed', figure: ratio(sirv), limit: 2.5, least: true }] : []),
    ],
  );
}

export const startOurs = () =>
  startNode(
    () => ['src/server/main.ts'],
    (port) => ({ PORT: port }),
  );

interface Measured {
  name: string;
  running: Running;
  perSecond: number[];
  p99: number[];
  cost: number[];
}

async function startNode(
  parameters: (port: string) => string[],
  env: (port: string) => NodeJS.ProcessEnv = () => ({}),
): Promise<Running> {
  const port = String(await freePort());
  return startOnPort(Number(port), process.execPath, parameters(port), {
    NODE_ENV: 'production',
    ...env(port),
  });
}

function startStandalone(): Promise<Running> {
  execFileSync(
    'npx',
    ['--no', 'astro', 'build', '--silent', '--config', 'bench/astro.config.ts', '--outDir', STANDALONE],
    { stdio: 'inherit', env: plainEnvironment({ NODE_ENV: 'production' }) },
  );
  return startNode(
    () => [`${STANDALONE}/server/entry.mjs`],
    (port) => ({ HOST: '127.0.0.1', PORT: port }),
  );
}

/** Bytes of one answer on the wire, its head included. */
function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${url}/`, { agent: false, headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      const { socket } = answer;
      answer.resume().on('end', () => resolve(socket.bytesRead));
    }).on('error', reject);
  });
}
