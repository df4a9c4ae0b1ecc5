import { keepToOneCore, load, processorTime } from './load.ts';
import { median, thousands } from './report.ts';
import { startToggled } from './servers.ts';

/** Short ones and many, because the difference is a hundredth. */
const ROUNDS = 60;
const SECONDS = 1;

/** Somebody who follows a link from elsewhere: wrk by itself has no name, and would not be counted. */
const VISITOR = [
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Referer: https://www.search.example/',
  'Sec-Fetch-Dest: document',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-Site: cross-site',
];

/** What counting page views costs: one process that counts and does not, in turn. */
export async function counting(): Promise<{ text: string; ratio: number }> {
  const { url, pid, stop } = await startToggled();
  keepToOneCore(pid);
  const laps = [false, true].map(() => ({ perSecond: [] as number[], spent: 0, requests: 0 }));
  // Both ways, so that all of it is warm.
  for (let round = -2; round < 2 * ROUNDS; round += 1) {
    const before = processorTime(pid);
    const { perSecond } = await load(`${url}/`, SECONDS, VISITOR);
    const lap = laps[Math.abs(round) % 2];
    if (lap && round >= 0) {
      lap.perSecond.push(perSecond);
      lap.spent += processorTime(pid) - before;
      lap.requests += perSecond * SECONDS;
    }
    process.kill(pid, 'SIGUSR2');
  }
  await stop();
  const [without, counted] = laps.map(({ perSecond, spent, requests }) => ({
    perSecond: median(perSecond),
    cost: spent / requests,
  }));
  if (!without || !counted) throw new Error('Nothing was measured.');
  const figures = ({ perSecond, cost }: typeof without) =>
    `${thousands(perSecond)} requests/s, ${cost.toFixed(1)} µs of processor each`;
  return {
    // By the processor's time, which other work on the machine disturbs least.
    ratio: without.cost / counted.cost,
    text: `While it counts page views: ${figures(counted)}; without: ${figures(without)}; one process, ${ROUNDS} rounds of ${SECONDS} s in turn, asked with the headers of a browser that follows a link.`,
  };
}
