import { load } from './support/load.ts';
import { least, median, part, table, thousands } from './support/report.ts';
import { HOME, processorTime, start, startBuiltSite, withFolder } from './support/run.ts';

const ROUNDS = 21;

/** The processor time of a page, compared with a bare handler. */
export const serving = () =>
  withFolder(async (folder) => {
    const site = await startBuiltSite(folder);
    const bare = await start((port) => ['bench/support/bare.ts', port, site.url]);
    const servers = [site, bare].map((running) => ({
      running,
      costs: [] as number[],
      rates: [] as number[],
    }));
    // In turn, so that a noisy minute hits both; the first round warms them up.
    for (let round = -1; round < ROUNDS; round += 1)
      for (const { running, costs, rates } of servers) {
        const before = processorTime(running.pid);
        const { perSecond, times } = await load({ url: running.url, seconds: 1, request: HOME });
        if (round < 0) continue;
        costs.push((processorTime(running.pid) - before) / times.length);
        rates.push(perSecond);
      }
    await Promise.all([site.stop(), bare.stop()]);
    const [ours = [], its = []] = servers.map(({ costs }) => costs);
    const ratio = median(its.map((cost, i) => cost / (ours[i] ?? 0)));
    return part(
      'Serving',
      `The home page with brotli, requested by one thread over 32 connections; ${ROUNDS} rounds of a second, both servers in turn, medians. Processor time is the server’s alone and hardly depends on what else the machine does; requests a second do.`,
      table(
        'server, µs of processor a request, requests/s',
        servers.map(({ costs, rates }, i) => [
          ['this site', 'bare `node:http`, one fixed answer'][i] ?? '',
          median(costs).toFixed(0),
          thousands(median(rates)),
        ]),
      ),
      least('a bare handler’s processor time, divided by ours', ratio, 0.8),
    );
  });
