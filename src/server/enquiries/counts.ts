import { hash, randomBytes } from 'node:crypto';

/** Places for networks: twice a million, so that a million of them rarely meet. */
const PLACES = 2 ** 21;
/** How far from its own place a network is looked for; past that, it shares one with another. */
const REACH = 64;

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
 * Counts for very many names in 32 MB, whatever is thrown at it: a name is kept as 64 bits of a hash under a secret of
 * this process, and the whole table is emptied when its window is over. The memory is taken only where it is used.
 */
export function createCounts(window: number, now: () => number = () => performance.now()): Counts {
  const secret = randomBytes(16).toString('base64');
  let marks = new Uint32Array(0);
  let counts = new Uint32Array(0);
  let end = Number.NEGATIVE_INFINITY;

  return {
    placeOf: (name) => {
      if (now() >= end) {
        marks = new Uint32Array(PLACES * 2);
        counts = new Uint32Array(PLACES * 2);
        end = now() + window;
      }
      const digest = hash('sha256', secret + name, 'buffer');
      const home = digest.readUInt32LE(0);
      // Never 0, which means free.
      const [one, two] = [(digest.readUInt32LE(4) | 1) >>> 0, digest.readUInt32LE(8)];
      for (let i = 0; i < REACH; i++) {
        const place = (home + i) % PLACES;
        if (marks[place * 2] === 0) {
          marks[place * 2] = one;
          marks[place * 2 + 1] = two;
        }
        if (marks[place * 2] === one && marks[place * 2 + 1] === two) return place;
      }
      return home % PLACES;
    },
    of: (place, thing) => counts[place * 2 + thing] ?? 0,
    add: (place, thing, by) => {
      // What is given back after its window was never counted in this one.
      counts[place * 2 + thing] = Math.max(0, (counts[place * 2 + thing] ?? 0) + by);
    },
    left: () => end - now(),
  };
}

export interface Seen {
  /** Whether the name was not there yet. */
  add(name: string): boolean;
}

const BITS = 2 ** 24;
const PROBES = 4;

/** Remembers very many names in 2 MB for a window's time; one in hundreds of strangers is taken for known. */
export function createSeen(window: number, now: () => number = () => performance.now()): Seen {
  const secret = randomBytes(16).toString('base64');
  let bits = new Uint8Array(0);
  let end = Number.NEGATIVE_INFINITY;
  return {
    add: (name) => {
      if (now() >= end) {
        bits = new Uint8Array(BITS / 8);
        end = now() + window;
      }
      const digest = hash('sha256', secret + name, 'buffer');
      let isNew = false;
      for (let i = 0; i < PROBES; i++) {
        const place = digest.readUInt32LE(i * 4) % BITS;
        const bit = 1 << (place & 7);
        const byte = bits[place >> 3] ?? 0;
        if ((byte & bit) === 0) isNew = true;
        bits[place >> 3] = byte | bit;
      }
      return isNew;
    },
  };
}
