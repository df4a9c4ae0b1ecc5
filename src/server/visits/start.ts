import { LOT } from '../db/database.ts';
import type { Visits } from '../db/visits.ts';
import type { Log } from '../log.ts';
import { createCounter } from './counter.ts';

/** A process that is killed loses what it counted in this time. */
const FLUSH_MS = 10_000;

/** Counts page views and adds them to the store now and then. What a store that is away did not take, it gets later. */
export function startCounting(store: Pick<Visits, 'add'>, log: Log) {
  const counter = createCounter();
  let isFailing = false;
  let flushing = Promise.resolve();

  async function flush(): Promise<void> {
    const { views, leftOut } = counter.take();
    if (leftOut > 0) log('visits-left-out', { count: leftOut });
    try {
      while (views.length > 0) {
        await store.add(views.slice(0, LOT));
        views.splice(0, LOT);
        isFailing = false;
      }
    } catch (error) {
      counter.giveBack(views);
      // Once, not every ten seconds of a night.
      if (!isFailing) log('visits-not-stored', { error });
      isFailing = true;
    }
  }
  const flushNext = () => {
    flushing = flushing.then(flush);
    return flushing;
  };
  const timer = setInterval(flushNext, FLUSH_MS);
  return {
    /** For a page that was just sent. */
    count: counter.count,
    /** Stores what is left. */
    stop: () => {
      clearInterval(timer);
      return flushNext();
    },
  };
}
