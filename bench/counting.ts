import { copyThatCounts } from '../tests/support/counting.ts';
import { keepToOneCore } from './load.ts';
import { type Runner, race, SECONDS } from './race.ts';
import { thousands } from './report.ts';
import { startOurs, startOursIn } from './servers.ts';

/** A difference of a hundredth needs more rounds than one of a half. */
const ROUNDS = 15;

/** Somebody who follows a link from elsewhere: wrk by itself has no name, and would not be counted. */
const VISITOR = [
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Referer: https://www.search.example/',
  'Sec-Fetch-Dest: document',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-Site: cross-site',
];

/** What counting page views costs: the same server with it and without, in turn. */
export async function counting(): Promise<{ text: string; ratio: number }> {
  const copy = copyThatCounts();
  const servers = [await startOursIn(copy.root), await startOurs()];
  for (const { pid } of servers) keepToOneCore(pid);
  const runners = servers.map(({ url, pid }, i): Runner => {
    const name = i === 0 ? 'with' : 'without';
    return { name, url: `${url}/`, pids: [pid], headers: VISITOR };
  });
  const [on, off] = await race(runners, ROUNDS);
  await Promise.all(servers.map(({ stop }) => stop()));
  copy.remove();
  if (!on || !off) throw new Error('Nothing was measured.');
  const figures = ({ perSecond, cost }: typeof on) =>
    `${thousands(perSecond)} requests/s, ${cost.toFixed(1)} µs of processor each`;
  return {
    ratio: off.slower,
    text: `While it counts page views: ${figures(on)}; without: ${figures(off)}; ${ROUNDS} rounds of ${SECONDS} s in turn, asked for with the headers of a browser that follows a link.`,
  };
}
