import { ENQUIRIES } from '../built.ts';
import type { Kind, Standing } from '../db/deliveries.ts';
import type { EnquiryStore } from '../db/store.ts';
import type { Log } from '../http/log.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Tells the log every hour what needs the owner's attention, if that has changed. What the start has said is known. */
export function startAttention(
  store: Pick<EnquiryStore, 'standing'>,
  kinds: Kind[],
  log: Log,
): { look(): Promise<void>; stop(): void } {
  let told: string | undefined;
  const look = async () => {
    try {
      const sentences = sentencesOf(await store.standing(kinds));
      const all = sentences.join(' ');
      if (told !== undefined && told !== all)
        for (const sentence of sentences) log('needs-attention', { sentence });
      told = all;
    } catch (error) {
      log('attention-unknown', { error });
      told ??= '';
    }
  };
  look();
  const timer = setInterval(look, HOUR_MS);
  return { look, stop: () => clearInterval(timer) };
}

/** What waits or was refused, in words; nothing where all is well. */
export function sentencesOf({ parked, waiting, waitingSince }: Standing): string[] {
  const isLate = waitingSince !== undefined && Date.now() - waitingSince.getTime() > HOUR_MS;
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
