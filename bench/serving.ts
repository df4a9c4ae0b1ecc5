import { get } from 'node:http';
import { lacking, startNginx } from '../tests/support/fronts.ts';
import type { Running } from '../tests/support/process.ts';
import { counting } from './counting.ts';
import { lackingWrk } from './lacking.ts';
import { keepToOneCore } from './load.ts';
import { ROUNDS, type Runner, race, SECONDS } from './race.ts';
import { notMeasured, type Part, part, table, thousands } from './report.ts';
import { startBare, startOurs, startSirv, startStandalone } from './servers.ts';

const BARE = 'bare `node:http`, one fixed answer';
const SIRV = '`sirv-cli`';

interface Contender {
  name: string;
  lacking?: string | undefined;
  start(ours: string): Promise<Running>;
}

const contenders: Contender[] = [
  { name: BARE, start: startBare },
  { name: 'nginx, one worker, deploy/nginx.conf', lacking: lacking.nginx, start: () => startNginx() },
  { name: SIRV, start: startSirv },
  { name: '`@astrojs/node` standalone', start: startStandalone },
];

/** The home page from one process of ours and from others. */
export async function serving(): Promise<Part> {
  if (lackingWrk) return notMeasured('Serving', lackingWrk);
  const ours = await startOurs();
  const running = [ours];
  const runners: Runner[] = [{ name: 'this site', url: `${ours.url}/`, pids: [ours.pid] }];
  for (const { name, lacking, start } of contenders) {
    if (lacking) continue;
    const other = await start(ours.url);
    running.push(other);
    runners.push({ name, url: `${other.url}/`, pids: [other.pid] });
  }
  // Each has one core, or a server that reads files in threads would be given two.
  for (const { pid } of running) keepToOneCore(pid);
  const results = await race(runners);
  const sizes = await Promise.all(runners.map(({ url }) => sizeOf(url)));
  await Promise.all(running.map(({ stop }) => stop()));
  const counted = await counting();

  const against = (wanted: string, what: string, limit: number) =>
    results
      .filter(({ name }) => name === wanted)
      .map(({ slower }) => ({ what, figure: slower, limit, least: true }));
  return part(
    'Serving',
    [
      `The home page, requested with \`Accept-Encoding: br\` by one thread of wrk over 32 connections; ${ROUNDS} rounds of ${SECONDS} s, all servers in turn, medians. Each server is kept to one core and wrk to another; processor time is the server's alone.`,
      table(
        [
          'server',
          'requests/s',
          'p99 ms',
          'µs of processor per request',
          'bytes per answer',
          'ours is × as fast',
        ],
        results.map(({ name, perSecond, p99, cost, slower }, i) => [
          name,
          thousands(perSecond),
          p99.toFixed(1),
          cost.toFixed(0),
          thousands(sizes[i] ?? 0),
          i === 0 ? '' : slower.toFixed(2),
        ]),
      ),
      ...contenders.flatMap(({ lacking }) => (lacking ? [`Not measured: ${lacking}`] : [])),
      counted.text,
    ],
    [
      ...against(BARE, 'of a bare handler’s speed:', 0.85),
      ...against(SIRV, 'times sirv’s speed:', 2.5),
      {
        what: 'of its own speed while it counts page views, by processor time:',
        figure: counted.ratio,
        limit: 0.97,
        least: true,
      },
    ],
  );
}

/** Bytes of one answer on the wire, its head included. */
function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      const { socket } = answer;
      answer.resume().on('end', () => resolve(socket.bytesRead));
    }).on('error', reject);
  });
}
