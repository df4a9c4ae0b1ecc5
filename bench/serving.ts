import { load } from './support/load.ts';
import { least, median, part, table, thousands } from './support/report.ts';
import { processorTime, start, startSite, withFolder } from './support/run.ts';

const ROUNDS = 21;
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n';
const SIRV = 'node_modules/sirv-cli/bin.js dist/client --quiet --etag --host 127.0.0.1 --port'.split(' ');

/** What a page costs the server, compared with a bare handler and a common file server. */
export const serving = () =>
  withFolder(async (folder) => {
    const site = await startSite(folder);
    const bare = await start((port) => ['bench/support/bare.ts', port, site.url]);
    const sirv = await start((port) => [...SIRV, port]);
    const servers = [site, bare, sirv].map((running) => ({
      running,
      costs: [] as number[],
      rates: [] as number[],
    }));
    // In turn, so that a noisy minute hits all; the first round warms them up.
    for (let round = -1; round < ROUNDS; round += 1)
      for (const { running, costs, rates } of servers) {
        const before = processorTime(running.pid);
        const { perSecond, times } = await load({ url: running.url, seconds: 1, request: REQUEST });
        if (round < 0) continue;
        costs.push((processorTime(running.pid) - before) / times.length);
        rates.push(perSecond);
      }
    await Promise.all(servers.map(({ running }) => running.stop()));
    const ratios = servers.map(({ costs }) =>
      median(costs.map((cost, i) => cost / (servers[0]?.costs[i] ?? 0))),
    );
    const names = ['this site', 'bare `node:http`, one fixed answer', '`sirv-cli`'];
    return part(
      'Serving',
      `The home page with brotli, requested by one thread over 32 connections; ${ROUNDS} rounds of a second, all servers in turn, medians. Processor time is the server’s alone and hardly depends on what else the machine does; requests a second do.`,
      table(
        'server, µs of processor a request, × ours, requests/s',
        servers.map(({ costs, rates }, i) => [
          names[i] ?? '',
          median(costs).toFixed(0),
          ratios[i]?.toFixed(2) ?? '',
          thousands(median(rates)),
        ]),
      ),
      [
        least('a bare handler’s processor time, in ours', ratios[1] ?? 0, 0.8),
        least('sirv’s processor time, in ours', ratios[2] ?? 0, 2),
      ].join('\n'),
    );
  });
