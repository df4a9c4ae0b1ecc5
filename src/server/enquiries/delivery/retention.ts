import { ENQUIRIES } from '../../built.ts';
import type { Log } from '../../http/log.ts';
import type { EnquiryStore } from '../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;
/**
 * What expires is deleted every day. Something that expired longer ago than this means that the clock is wrong, that
 * the limit was changed, or that nothing ran for weeks: then the owner decides.
 */
const USUAL = 31 * DAY;

/** Deletes what is older than the privacy policy allows, now and once a day. */
export function startRetention(store: EnquiryStore, days: number, log: Log): { stop(): void } {
  const purge = async () => {
    const before = Date.now() - days * DAY;
    try {
      await store.forget();
      const { references, oldest } = await store.expired(new Date(before));
      if (oldest && oldest.getTime() < before - USUAL)
        log('purge-asks-first', {
          count: references.length,
          sentence: `${references.length} enquiries are older than ${days} days by this machine’s clock, some by more than a month. Nothing was deleted. If the clock is right: ${ENQUIRIES} purge --older-than ${days}d`,
        });
      else if (references.length > 0) log('enquiries-purged', { count: await store.remove(references) });
    } catch (error) {
      log('enquiries-not-purged', { error });
    }
  };
  purge();
  const timer = setInterval(purge, DAY);
  return { stop: () => clearInterval(timer) };
}
