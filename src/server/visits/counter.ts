import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import { dayOf, OTHERS, type Views } from '../db/visits.ts';
import { isOpened, referrerOf } from './what-counts.ts';

/** From here on, what is new of a host is added to others; each page may still begin. */
const MOST_NAMED = 2000;
/** A store that is away for weeks must not fill the memory. */
const MOST = 10_000;

/** Counts in memory what the store has not got yet: so many rows, whatever is asked. Nothing here waits or throws. */
export function createCounter(now: () => number = Date.now) {
  let counted = new Map<string, Views>();
  let leftOut = 0;

  function add(row: Views): void {
    const key = `${row.day} ${row.path} ${row.referrer}`;
    const known = counted.get(key);
    const isNamed = row.referrer !== '' && row.referrer !== OTHERS;
    if (known) known.views += row.views;
    else if (isNamed && counted.size >= MOST_NAMED) add({ ...row, referrer: OTHERS });
    else if (counted.size >= MOST) leftOut += row.views;
    else counted.set(key, row);
  }

  return {
    /** The path is one of ours, as the map of files has it: nothing of it comes from the request. */
    count(path: string, headers: IncomingHttpHeaders): void {
      const userAgent = headers['user-agent'];
      // Every browser gives itself a name.
      if (!isOpened(headers) || !userAgent || isbot(userAgent)) return;
      add({ day: dayOf(now()), path, referrer: referrerOf(headers), views: 1 });
    },

    /** Hands over everything, and how many views found no room. */
    take(): { views: Views[]; leftOut: number } {
      const taken = { views: [...counted.values()], leftOut };
      counted = new Map();
      leftOut = 0;
      return taken;
    },

    /** For the next time. */
    giveBack: (views: Views[]): void => views.forEach(add),
  };
}
