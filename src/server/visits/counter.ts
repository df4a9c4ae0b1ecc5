import type { IncomingHttpHeaders } from 'node:http';
import { dayOf, OTHERS, type Views } from '../db/visits.ts';
import { remember } from './memory.ts';
import { isOpened, isRobot, referrerOf } from './what-counts.ts';

/** From here on, what is new of a host goes to others; each page may still begin. */
const MOST_NAMED = 2000;
/** A store that is away for weeks must not fill the memory. */
const MOST = 10_000;

/** What followers of links at one host opened. */
interface Host {
  referrer: string;
  pages: Map<string, { views: number }>;
}

/**
 * Counts in memory what the store has not got yet. Nothing here waits, and nothing can throw. The day is that on which it
 * is taken to the store: looking at the clock for each page cost as much as everything else.
 */
export function createCounter(now: () => number = Date.now) {
  let hosts = new Map<string, Host>();
  let size = 0;
  const owed = new Map<string, Views>();
  let leftOut = 0;
  let ownHost: string | undefined;
  // Browsers have a handful of names, and come from a handful of hosts: for most pages, this is all there is to find.
  const robots = remember(isRobot);
  const followed = remember((referer) => hostOf(referrerOf(referer, ownHost)));

  function hostOf(referrer: string): Host {
    const known = hosts.get(referrer);
    if (known) return known;
    if (size >= MOST_NAMED && isNamed(referrer)) return hostOf(OTHERS);
    const host = { referrer, pages: new Map() };
    hosts.set(referrer, host);
    return host;
  }

  function add({ referrer, pages }: Host, path: string): void {
    const known = pages.get(path);
    if (known) known.views += 1;
    else if (size >= MOST_NAMED && isNamed(referrer)) add(hostOf(OTHERS), path);
    else {
      pages.set(path, { views: 1 });
      size += 1;
    }
  }

  function hostBehind({ referer, host, 'sec-fetch-site': site }: IncomingHttpHeaders): Host {
    if (!referer || site === 'same-origin') return hostOf('');
    if (host !== ownHost) {
      followed.forget();
      ownHost = host;
    }
    return followed.find(referer);
  }

  function owe(row: Views): void {
    const key = `${row.day} ${row.path} ${row.referrer}`;
    const known = owed.get(key);
    if (known) known.views += row.views;
    else if (owed.size >= MOST_NAMED && isNamed(row.referrer)) owe({ ...row, referrer: OTHERS });
    else if (owed.size >= MOST) leftOut += row.views;
    else owed.set(key, row);
  }

  return {
    /** The path is one of ours, as the map of files has it: nothing of it comes from the request. */
    count(path: string, headers: IncomingHttpHeaders): void {
      if (isOpened(headers) && !robots.find(headers['user-agent'] ?? '')) add(hostBehind(headers), path);
    },

    /** Hands over everything. What browsers called themselves, and whence they came, is forgotten with it. */
    take(): { views: Views[]; leftOut: number } {
      const day = dayOf(now());
      for (const { referrer, pages } of hosts.values())
        for (const [path, { views }] of pages) owe({ day, path, referrer, views });
      const taken = { views: [...owed.values()], leftOut };
      hosts = new Map();
      size = 0;
      owed.clear();
      leftOut = 0;
      robots.forget();
      followed.forget();
      return taken;
    },

    /** How much lies in memory; nobody can make it more than it may be. */
    held: () => hosts.size + size + owed.size + robots.size() + followed.size(),

    /** For the next time. */
    giveBack: (views: Views[]): void => views.forEach(owe),
  };
}

const isNamed = (referrer: string) => referrer !== '' && referrer !== OTHERS;
