import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import { dayOf, keyOf, OTHERS, type Views, type Visits } from '../db/visits.ts';
import type { Log } from '../log.ts';
import { isOpened, referrerOf } from './what-counts.ts';

/** A process that is killed loses what it counted in this time. */
const FLUSH_MS = 10_000;
/** Rows a day that name a host, because hosts can be invented. Any others are added to the page's row of others. */
const NAMED_A_DAY = 1000;

/** Counts page views in memory and adds them to the store now and then; what it did not take, it gets later. */
export function startCounting(store: Pick<Visits, 'add'>, log: Log) {
  let counted = new Map<string, Views>();
  let today = 0;
  let named = new Set<string>();
  let isFailing = false;
  let flushing = Promise.resolve();

  function add(row: Views): void {
    const known = counted.get(keyOf(row));
    if (known) known.views += row.views;
    else counted.set(keyOf(row), row);
  }

  function hasRow(row: Omit<Views, 'views'>): boolean {
    if (row.day !== today) [today, named] = [row.day, new Set()];
    if (row.referrer !== '' && named.size < NAMED_A_DAY) named.add(keyOf(row));
    return row.referrer === '' || named.has(keyOf(row));
  }

  async function flush(): Promise<void> {
    const views = [...counted.values()];
    counted = new Map();
    try {
      if (views.length > 0) await store.add(views);
      isFailing = false;
    } catch (error) {
      views.forEach(add);
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
    /** The path is one of ours, as the map of files has it: nothing of it comes from the request. */
    count: (path: string, headers: IncomingHttpHeaders): void => {
      const userAgent = headers['user-agent'];
      // Every browser gives itself a name.
      if (!isOpened(headers) || !userAgent || isbot(userAgent)) return;
      const row = { day: dayOf(Date.now()), path, referrer: referrerOf(headers) };
      add({ ...row, ...(!hasRow(row) && { referrer: OTHERS }), views: 1 });
    },

    /** Stores what is left. */
    stop: (): Promise<void> => {
      clearInterval(timer);
      return flushNext();
    },
  };
}
