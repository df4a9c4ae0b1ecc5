import { dayOf } from '../db/visits.ts';
import type { Network } from '../http/networks.ts';

/** Once a day has brought this part of its cap, the rest is for newcomers. */
const FOR_ALL = 0.5;
/** A provider's network that has stored no more than this today, the enquiry in hand included, is a newcomer. */
const NEWCOMER = 2;
/** The part of a day's cap that one provider's network may store. */
const FOR_ONE_NETWORK = 0.1;
/** Unless the cap is tiny: an office may send a few. */
const LEAST_FOR_ONE_NETWORK = 10;

/**
 * Who stored how much today, by the widest of their networks. It is small: nobody stores more than the day's cap, and
 * only what is stored is counted.
 */
export function createDay(now: () => number = Date.now) {
  const stored = new Map<string, number>();
  let today = dayOf(now());
  const nameOf = (networks: Network[]) => networks.at(-1)?.name ?? '';
  return {
    count(networks: Network[], by: 1 | -1): void {
      if (today !== dayOf(now())) {
        today = dayOf(now());
        stored.clear();
      }
      const name = nameOf(networks);
      const count = (stored.get(name) ?? 0) + by;
      if (count > 0) stored.set(name, count);
      else stored.delete(name);
    },
    /** How many enquiries the day may have brought before these are refused. */
    roomFor(networks: Network[], dailyLimit: number): number {
      const count = stored.get(nameOf(networks)) ?? 0;
      if (count <= NEWCOMER) return dailyLimit;
      const most = Math.max(dailyLimit * FOR_ONE_NETWORK, LEAST_FOR_ONE_NETWORK);
      return count > most ? 0 : dailyLimit * FOR_ALL;
    },
  };
}
