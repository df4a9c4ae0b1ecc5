import { hash, randomBytes } from 'node:crypto';

/** Places for networks: twice a million, so that a million of them rarely meet. */
const PLACES = 2 ** 21;
/** How far from its own place a network is looked for; past that, it shares one with another. */
const REACH = 64;

/** No count goes higher. */
export const HIGHEST_COUNT = 2 ** 16 - 1;

export interface Counts {
  /** Where the counts of this name are, until everything is forgotten. */
  placeOf(name: string): number;
  /** How often each of two things was counted. */
  of(place: number, thing: 0 | 1): number;
  add(place: number, thing: 0 | 1, by: 1 | -1): void;
  /** Milliseconds until everything is forgotten. */
  left(): number;
}

/**
 * Counts for very many names in 16 MB, whatever is thrown at it: a name is kept as 32 bits of a hash under a secret of
 * this process, near the place that other bits give it, and the whole table is emptied when its window is over.
 */
export function createCounts(window: number, now: () => number = () => performance.now()): Counts {
  const secret = randomBytes(16).toString('base64');
  let marks = new Uint32Array(0);
  let counts = new Uint16Array(0);
  let end = Number.NEGATIVE_INFINITY;

  return {
    placeOf: (name) => {
      if (now() >= end) {
        marks = new Uint32Array(PLACES);
        counts = new Uint16Array(PLACES * 2);
        end = now() + window;
      }
      const numbers = numbersOf(secret + name);
      const home = numbers(0);
      // Never 0, which means free.
      const mark = (numbers(1) | 1) >>> 0;
      for (let i = 0; i < REACH; i++) {
        const place = (home + i) % PLACES;
        if (marks[place] === 0) marks[place] = mark;
        if (marks[place] === mark) return place;
      }
      return home % PLACES;
    },
    of: (place, thing) => counts[place * 2 + thing] ?? 0,
    add: (place, thing, by) => {
      // What is given back after its window was never counted in this one.
      const count = Math.max(0, (counts[place * 2 + thing] ?? 0) + by);
      counts[place * 2 + thing] = Math.min(count, HIGHEST_COUNT);
    },
    left: () => end - now(),
  };
}

/** Up to eight numbers of 32 bits from a text. As a string: a million small buffers would outweigh the table itself. */
function numbersOf(text: string): (i: number) => number {
  const digest = hash('sha256', text, 'binary');
  return (i) =>
    ((digest.charCodeAt(i * 4) << 24) |
      (digest.charCodeAt(i * 4 + 1) << 16) |
      (digest.charCodeAt(i * 4 + 2) << 8) |
      digest.charCodeAt(i * 4 + 3)) >>>
    0;
}
