import type { Log } from '../log.ts';
import type { EnquiryStore } from './store.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Deletes what is older than the privacy policy allows, now and once a day. */
export function startRetention(store: EnquiryStore, days: number, log: Log): { stop(): void } {
  const purge = () =>
    store.purge(new Date(Date.now() - days * DAY)).then(
      (count) => count > 0 && log('enquiries-purged', { count }),
      (error) => log('enquiries-not-purged', { error }),
    );
  purge();
  const timer = setInterval(purge, DAY);
  return { stop: () => clearInterval(timer) };
}
