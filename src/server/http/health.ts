import { ENQUIRIES } from '../built.ts';
import { within } from '../enquiries/accept.ts';
import type { Kind } from '../enquiries/store/enquiries.ts';
import type { EnquiryStore, Standing } from '../enquiries/store/store.ts';

export type Health = () => Promise<{ isWell: boolean; attention?: string[] }>;

/** Each look writes to the disk: however often somebody asks, there is one in this time. */
const ONCE_IN = 1000;
const DEADLINE = 5000;
const HOUR = 60 * 60 * 1000;

/** Whether an enquiry could be stored right now, and what the owner should look at. */
export function createHealth(store: Pick<EnquiryStore, 'check' | 'standing'>, kinds: Kind[]): Health {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looked: ReturnType<Health> | undefined;
  const look = async () => {
    try {
      await store.check();
      const attention = await store.standing(kinds);
      return { isWell: true, attention: sentencesOf(attention) };
    } catch {
      return { isWell: false };
    }
  };
  return () => {
    if (!looked || performance.now() > lookedAt + ONCE_IN) {
      lookedAt = performance.now();
      looked = within(DEADLINE, look(), { isWell: false });
    }
    return looked;
  };
}

/** What waits or was refused, in words; nothing where all is well. */
export function sentencesOf({ parked, waiting, waitingSince }: Standing): string[] {
  const isLate = waitingSince !== undefined && Date.now() - waitingSince.getTime() > HOUR;
  return [
    ...(parked > 0
      ? [
          `${count(parked)} been refused for good and ${parked === 1 ? 'is' : 'are'} parked: ${ENQUIRIES} list --state parked`,
        ]
      : []),
    ...(isLate
      ? [
          `${count(waiting)} been waiting to be sent since ${waitingSince.toISOString().slice(0, 16).replace('T', ' ')} UTC: ${ENQUIRIES} list --state waiting`,
        ]
      : []),
  ];
}

const count = (number: number) => (number === 1 ? '1 delivery has' : `${number} deliveries have`);
