import type { IncomingHttpHeaders } from 'node:http';
import { dayOf, OTHERS, type Views } from '../enquiries/store/visits.ts';
import { remember } from './memory.ts';
import { isOpened, isRobot, referrerOf } from './what-counts.ts';

/** From here on, hosts that are new are others; each page and day may still begin. */
const MOST_NAMED = 2000;
/** A store that is away for weeks must not fill the memory. */
const MOST = 10_000;

/** By host; in maps of maps, because a key made of all three cost as much as everything else. */
type Pages = Map<string, Map<string, Views>>;

/** Counts in memory what the store has not got yet. Nothing here waits, and nothing can throw. */
export function createCounter(now: () => number = Date.now) {
  let days = new Map<number, Pages>();
  let size = 0;
  let leftOut = 0;
  let ownHost: string | undefined;
  // Visitors' browsers have a handful of names, and come from a handful of hosts.
  const robots = remember(isRobot);
  const hosts = remember((referer) => referrerOf(referer, ownHost));

  function add(day: number, path: string, referrer: string, views: number): void {
    const pages = days.get(day) ?? begin(days, day, new Map());
    const known = pages.get(path)?.get(referrer);
    if (known) known.views += views;
    else if (size >= MOST_NAMED && referrer !== '' && referrer !== OTHERS) add(day, path, OTHERS, views);
    else if (size >= MOST) leftOut += views;
    else {
      const row = { day, path, referrer, views };
      (pages.get(path) ?? begin(pages, path, new Map())).set(referrer, row);
      size += 1;
    }
  }

  function hostOf({ referer, host, 'sec-fetch-site': site }: IncomingHttpHeaders): string {
    if (!referer || site === 'same-origin') return '';
    if (host !== ownHost) hosts.forget();
    ownHost = host;
    return hosts.find(referer);
  }

  return {
    /** The path is one of ours, as the map of files has it: nothing of it comes from the request. */
    count(path: string, headers: IncomingHttpHeaders): void {
      if (isOpened(headers) && !robots.find(headers['user-agent'] ?? ''))
        add(dayOf(now()), path, hostOf(headers), 1);
    },

    /** Hands over everything. What browsers called themselves, and where they came from, is forgotten with it. */
    take(): { views: Views[]; leftOut: number } {
      const views = [...days.values()].flatMap((pages) =>
        [...pages.values()].flatMap((rows) => [...rows.values()]),
      );
      const taken = { views, leftOut };
      days = new Map();
      size = 0;
      leftOut = 0;
      robots.forget();
      hosts.forget();
      return taken;
    },

    giveBack(views: Views[]): void {
      for (const { day, path, referrer, views: count } of views) add(day, path, referrer, count);
    },
  };
}

function begin<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}
