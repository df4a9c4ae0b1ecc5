import { createHmac } from 'node:crypto';
import { kept } from '../../lib/kept.ts';
import type { Database } from '../db/database.ts';
import { createRateLimits } from '../db/rate-limits.ts';
import { type Network, networksOf } from '../http/networks.ts';
import { createCounts, HIGHEST_COUNT } from './counts.ts';
import { createDay } from './day.ts';

const WINDOW = kept.windowMinutes * 60 * 1000;
/** For each enquiry that an address may store, this many requests: mistakes, repetitions, look-ups. */
const REQUESTS = 20;
const STORED = 0;
const ASKED = 1;

export interface Limiter {
  /** The seconds to wait before this address may ask for anything that costs work; 0 when it may, which then counts. */
  ask(address: string): number;
  /** The seconds to wait before this address may store an enquiry; 0 when it may, which then counts. */
  take(address: string): Promise<number>;
  /** What was not stored does not count. */
  giveBack(address: string): Promise<void>;
  /** How many enquiries a day may have brought before this address is refused, of so many for everybody. */
  roomOnDay(address: string, dailyLimit: number): number;
}

/**
 * At most `points` enquiries per address in ten minutes, and a few times that for the networks it belongs to. Counted
 * in memory and, for several machines, in PostgreSQL too. There an address is never written down: what is stored cannot
 * be turned back without the database's own password.
 */
export function createLimiter(points: number, shared?: { database: Database; secret: string }): Limiter {
  const counts = createCounts(WINDOW);
  const day = createDay();
  if (points === 0)
    return {
      ask: () => 0,
      take: async () => 0,
      giveBack: async () => {},
      roomOnDay: (_, dailyLimit) => dailyLimit,
    };

  const wait = () => Math.ceil(Math.max(0, counts.left()) / 1000);
  const count = (places: number[], thing: 0 | 1, by: 1 | -1) => {
    for (const place of places) counts.add(place, thing, by);
  };
  /** Counts one more, unless that is too many for one of them; then false. */
  const takes = (networks: Network[], places: number[], thing: 0 | 1, most: number) => {
    if (
      networks.some(
        ({ share }, i) => counts.of(places[i] ?? 0, thing) >= Math.min(most * share, HIGHEST_COUNT),
      )
    )
      return false;
    count(places, thing, 1);
    return true;
  };
  const placesOf = (networks: Network[]) => networks.map(({ name }) => counts.placeOf(name));
  const together = shared && countTogether(points, shared);

  return {
    roomOnDay: (address, dailyLimit) => day.roomFor(networksOf(address), dailyLimit),
    ask: (address) => {
      const networks = networksOf(address);
      return takes(networks, placesOf(networks), ASKED, points * REQUESTS) ? 0 : wait();
    },
    take: async (address) => {
      const networks = networksOf(address);
      const places = placesOf(networks);
      // First in memory: whoever is refused here costs the database nothing.
      if (!takes(networks, places, STORED, points)) return wait();
      try {
        const seconds = (await together?.take(networks)) ?? 0;
        if (seconds > 0) count(places, STORED, -1);
        else day.count(networks, 1);
        return seconds;
      } catch (error) {
        count(places, STORED, -1);
        throw error;
      }
    },
    giveBack: async (address) => {
      const networks = networksOf(address);
      count(placesOf(networks), STORED, -1);
      day.count(networks, -1);
      await together?.giveBack(networks);
    },
  };
}

/** The same counts for all machines, in the store's own database. */
function countTogether(points: number, { database, secret }: { database: Database; secret: string }) {
  const { take, giveBack } = createRateLimits(database, WINDOW);
  const keyOf = ({ name }: Network) => createHmac('sha256', secret).update(name).digest('base64url');
  return {
    take: (networks: Network[]) =>
      take(
        networks.map((network) => ({ key: keyOf(network), most: points * network.share })),
        Date.now(),
      ),
    giveBack: (networks: Network[]) => giveBack(networks.map(keyOf)),
  };
}
