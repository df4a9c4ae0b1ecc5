import { load, processorTime } from './load.ts';
import { median } from './report.ts';

/** Short ones and many: the machine's mood changes within seconds. */
export const ROUNDS = 21;
export const SECONDS = 1;

export interface Runner {
  name: string;
  url: string;
  /** Of every process that works on an answer. */
  pids: number[];
}

export interface Result extends Runner {
  perSecond: number;
  p99: number;
  /** Microseconds of processor time per request. */
  cost: number;
  /** How many times faster the first runner was, round by round: both saw the same minute. */
  slower: number;
}

/** All in turn, round by round, so that a noisy minute hits all; the figures are medians. */
export async function race(runners: Runner[]): Promise<Result[]> {
  const laps = runners.map((runner) => ({
    runner,
    perSecond: [] as number[],
    p99: [] as number[],
    cost: [] as number[],
  }));
  for (const { url } of runners) await load(url, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { runner, perSecond, p99, cost } of laps) {
      const before = spent(runner);
      const lap = await load(runner.url, SECONDS);
      perSecond.push(lap.perSecond);
      p99.push(lap.p99);
      cost.push((spent(runner) - before) / (lap.perSecond * SECONDS));
    }
  }
  const first = laps[0]?.perSecond ?? [];
  return laps.map(({ runner, perSecond, p99, cost }) => ({
    ...runner,
    perSecond: median(perSecond),
    p99: median(p99),
    cost: median(cost),
    slower: median(perSecond.map((value, round) => (first[round] ?? 0) / value)),
  }));
}

const spent = ({ pids }: Runner) => pids.reduce((sum, pid) => sum + processorTime(pid), 0);
