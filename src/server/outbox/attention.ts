import { ENQUIRIES } from '../built.ts';
import type { Kind, Standing } from '../db/deliveries.ts';
import type { SetAside } from '../db/set-aside.ts';
import type { EnquiryStore } from '../db/store.ts';
import type { Log } from '../log.ts';
import { Failed } from './outbox.ts';

const HOUR_MS = 60 * 60 * 1000;

interface Options {
  store: Pick<EnquiryStore, 'standing' | 'claimSetAside' | 'settleSetAside'>;
  kinds: Kind[];
  /** Mails the owner how many messages were set aside; left out where there is no mail server. */
  mailSetAside: ((told: SetAside) => Promise<void>) | undefined;
  log: Log;
}

/** Looks every hour for what the owner has to know. What is set aside goes by mail, once a day; the rest into the log. */
export function startAttention({ store, kinds, mailSetAside, log }: Options) {
  /** What the log has been told, and before that the start. */
  let told: string | undefined;
  async function tellDeliveries() {
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
  }
  async function tellSetAside() {
    try {
      const setAside = mailSetAside && (await store.claimSetAside());
      if (!setAside) return;
      await mailSetAside(setAside);
      await store.settleSetAside(setAside);
    } catch (error) {
      log('set-aside-not-mailed', error instanceof Failed ? { reason: error.reason } : { error });
    }
  }
  const look = async () => {
    await tellDeliveries();
    await tellSetAside();
  };
  look();
  const timer = setInterval(look, HOUR_MS);
  return { look, stop: () => clearInterval(timer) };
}

/** What waits or was refused, in words; nothing where all is well. */
export function sentencesOf({ parked, waiting, waitingSince }: Standing): string[] {
  const isLate = waitingSince !== undefined && Date.now() - waitingSince.getTime() > HOUR_MS;
  const since = waitingSince?.toISOString().slice(0, 16).replace('T', ' ');
  return [
    parked > 0 &&
      `${count(parked)} been refused for good and ${parked === 1 ? 'is' : 'are'} parked: ${ENQUIRIES} list --state parked`,
    isLate &&
      `${count(waiting)} been waiting to be sent since ${since} UTC: ${ENQUIRIES} list --state waiting`,
  ].filter((sentence) => sentence !== false);
}

const count = (number: number) => (number === 1 ? '1 delivery has' : `${number} deliveries have`);
