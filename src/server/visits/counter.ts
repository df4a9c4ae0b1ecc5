import type { IncomingHttpHeaders } from 'node:http';
import { dayOf, OTHERS, type Views } from '../enquiries/store/visits.ts';
import { isOpened, isRobot, referrerOf } from './what-counts.ts';

/** From here on, hosts that are new are others; each page and day may still begin. */
const MOST_NAMED = 2000;
/** A store that is away for weeks must not fill the memory. */
const MOST = 10_000;
/** Browsers send a handful of different names: reading one each time would cost as much as all the rest. */
const REMEMBERED = 500;

/** Counts in memory what the store has not got yet. Nothing here waits, and nothing can throw. */
export function createCounter(now: () => number = Date.now) {
  const waiting = new Map<string, Views>();
  const verdicts = new Map<string, boolean>();
  let leftOut = 0;

  function isKnownRobot(userAgent = ''): boolean {
    let verdict = verdicts.get(userAgent);
    if (verdict === undefined) {
      verdict = isRobot(userAgent);
      if (verdicts.size < REMEMBERED) verdicts.set(userAgent, verdict);
    }
    return verdict;
  }

  function add(day: number, path: string, referrer: string): void {
    const known = waiting.get(keyOf(day, path, referrer));
    if (known) known.views += 1;
    else if (waiting.size >= MOST_NAMED && referrer !== '' && referrer !== OTHERS) add(day, path, OTHERS);
    else if (waiting.size >= MOST) leftOut += 1;
    else waiting.set(keyOf(day, path, referrer), { day, path, referrer, views: 1 });
  }

  return {
    /** The path is one of ours, as the map of files has it: nothing of it comes from the request. */
    count(path: string, headers: IncomingHttpHeaders): void {
      if (isOpened(headers) && !isKnownRobot(headers['user-agent']))
        add(dayOf(now()), path, referrerOf(headers));
    },

    /** What waits for the store, as it is now. */
    waiting: (): Views[] => Array.from(waiting.values(), (views) => ({ ...views })),

    /** The store has these; what was counted meanwhile goes on waiting. */
    settle(stored: Views[]): void {
      for (const { day, path, referrer, views } of stored) {
        const key = keyOf(day, path, referrer);
        const left = waiting.get(key);
        if (left) left.views -= views;
        if (left?.views === 0) waiting.delete(key);
      }
    },

    /** How many found no room since this was asked; what browsers call themselves is forgotten with it. */
    clear(): number {
      verdicts.clear();
      const count = leftOut;
      leftOut = 0;
      return count;
    },
  };
}

const keyOf = (day: number, path: string, referrer: string) => `${day}\n${path}\n${referrer}`;
