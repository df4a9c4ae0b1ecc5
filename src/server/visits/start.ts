import type { IncomingHttpHeaders } from 'node:http';
import { LOT } from '../db/database.ts';
import type { Visits } from '../db/visits.ts';
import type { Log } from '../http/log.ts';
import { createCounter } from './counter.ts';

/** A process that is killed loses what it counted in this time, in milliseconds. */
const PAUSE = 10_000;

export interface Counting {
  /** For a page that was just sent. */
  count(path: string, headers: IncomingHttpHeaders): void;
  /** Stores what is left. */
  stop(): Promise<void>;
}

/** Counts page views and hands them to the store now and then. A store that is away is tried again; no page waits. */
export function startCounting(store: Pick<Visits, 'add'>, log: Log): Counting {
  const counter = createCounter();
  let isFailing = false;
  let timer: NodeJS.Timeout;
  let flushing = Promise.resolve();

  async function flush(): Promise<void> {
    const { views, leftOut } = counter.take();
    if (leftOut > 0) log('visits-left-out', { count: leftOut });
    while (views.length > 0)
      try {
        await store.add(views.slice(0, LOT));
        views.splice(0, LOT);
        isFailing = false;
      } catch (error) {
        counter.giveBack(views);
        // Once, not every ten seconds of a night.
        if (!isFailing) log('visits-not-stored', { error, held: counter.held() });
        isFailing = true;
        return;
      }
  }
  const wait = () => {
    timer = setTimeout(() => {
      flushing = flush().then(wait);
    }, PAUSE);
  };
  wait();
  return {
    count: counter.count,
    stop: async () => {
      await flushing;
      clearTimeout(timer);
      await flush();
    },
  };
}
