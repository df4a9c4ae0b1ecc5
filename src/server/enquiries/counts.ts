import { hash, randomBytes } from 'node:crypto';

/** Places for networks: twice a million, so that a million of them rarely meet. */
const PLACES = 2 ** 21;
/** How far from its own place a network is looked for; past that, it shares one with another. */
const REACH = 64;

export interface Counts {
  /** How often each of two things was counted for this name in the present window. */
  of(name: string, thing: 0 | 1): number;
  add(name: string, thing: 0 | 1, by: 1 | -1): void;
  /** Milliseconds until everything is forgotten. */
  left(): number;
}

/**
 * Counts for very many names in 32 MB, whatever is thrown at it: a name is kept as 64 bits of a hash under a secret of
 * this process, and the whole table is emptied when its window is over. The memory is taken only where it is used.
 */
export function createCounts(window: number, now: () => number = () => performance.now()): Counts {
  const secret = randomBytes(16).toString('base64');
  let marks = new Uint32Array(PLACES * 2);
  let counts = new Uint32Array(PLACES * 2);
  let isEmpty = true;
  let end = 0;

  function placeOf(name: string, isNew: boolean): number | undefined {
    const digest = hash('sha256', secret + name, 'buffer');
    const home = digest.readUInt32LE(0);
    // Never 0, which means free.
    const [one, two] = [digest.readUInt32LE(4) | 1, digest.readUInt32LE(8)];
    for (let i = 0; i < REACH; i++) {
      const place = (home + i) % PLACES;
      if (marks[place * 2] === one && marks[place * 2 + 1] === two) return place;
      if (marks[place * 2] !== 0) continue;
      if (!isNew) return undefined;
      marks[place * 2] = one;
      marks[place * 2 + 1] = two;
      return place;
    }
    return home % PLACES;
  }

  function turn(): void {
    if (now() < end && !isEmpty) return;
    if (!isEmpty) {
      marks = new Uint32Array(PLACES * 2);
      counts = new Uint32Array(PLACES * 2);
      isEmpty = true;
    }
    end = now() + window;
  }

  return {
    of: (name, thing) => {
      turn();
      const place = placeOf(name, false);
      return place === undefined ? 0 : (counts[place * 2 + thing] ?? 0);
    },
    add: (name, thing, by) => {
      turn();
      const place = placeOf(name, by > 0);
      if (place === undefined) return;
      const count = (counts[place * 2 + thing] ?? 0) + by;
      // What is given back after its window was never counted in this one.
      counts[place * 2 + thing] = Math.max(0, count);
      isEmpty = false;
    },
    left: () => end - now(),
  };
}

export interface Seen {
  has(name: string): boolean;
  add(name: string): void;
}

const BITS = 2 ** 24;
const PROBES = 4;

/** Remembers very many names in 2 MB for a window's time; one in hundreds of strangers is taken for known. */
export function createSeen(window: number, now: () => number = () => performance.now()): Seen {
  const secret = randomBytes(16).toString('base64');
  let bits = new Uint8Array(BITS / 8);
  let end = 0;
  const placesOf = (name: string) => {
    if (now() >= end) {
      bits = new Uint8Array(BITS / 8);
      end = now() + window;
    }
    const digest = hash('sha256', secret + name, 'buffer');
    return Array.from({ length: PROBES }, (_, i) => digest.readUInt32LE(i * 4) % BITS);
  };
  return {
    has: (name) => placesOf(name).every((place) => ((bits[place >> 3] ?? 0) >> (place & 7)) & 1),
    add: (name) => {
      for (const place of placesOf(name)) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
    },
  };
}
