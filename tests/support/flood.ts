import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Flood, Flooded } from './flood-thread.ts';

export interface RunningFlood {
  /** Resolves when it has sent all that it was to send, or was ended. */
  over: Promise<Flooded>;
  end(): Promise<Flooded>;
}

/** A flood from a thread of its own, so that it does not hold up whoever measures what it does to others. */
export function startFlood(flood: Flood): RunningFlood {
  const thread = new Worker(new URL('flood-thread.ts', import.meta.url), { workerData: flood });
  const over = once(thread, 'message').then(([flooded]) => flooded as Flooded);
  return {
    over,
    end: () => {
      thread.postMessage('end');
      return over;
    },
  };
}

export const sentBy = ({ statuses }: Flooded): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0);
