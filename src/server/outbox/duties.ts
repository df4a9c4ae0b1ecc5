import { ENQUIRIES } from '../built.ts';
import type { SetAside } from '../db/set-aside.ts';
import type { EnquiryStore } from '../db/store.ts';
import { DAY_MS } from '../db/visits.ts';
import { kindsFor } from '../enquiries/accept.ts';
import { Failed } from '../failures.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { sentencesOf } from './describe.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A site that runs leaves nothing that is overdue for as long. */
const DOUBTFUL_DAYS = 7;

/**
 * Each hour: deletes what is too old, mails (once a day, where there is a mail server) what was set aside, and logs what
 * needs the owner. Returns the function that ends it.
 */
export function startDuties(
  settings: Pick<Settings, 'retentionDays' | 'mail' | 'acknowledges' | 'webhook'>,
  store: EnquiryStore,
  mailSetAside: ((setAside: SetAside) => Promise<void>) | undefined,
  log: Log,
): () => void {
  const attempt = (failed: string, duty: () => Promise<void>) =>
    duty().catch((error) => log(failed, error instanceof Failed ? { reason: error.reason } : { error }));

  async function tellSetAside() {
    const setAside = mailSetAside && (await store.claimSetAside());
    if (!setAside) return;
    await mailSetAside(setAside).catch(async (error) => {
      await store.releaseSetAside(setAside);
      throw error;
    });
  }
  async function tellStanding() {
    for (const sentence of sentencesOf(await store.standing(kindsFor(settings))))
      log('needs-attention', { sentence });
  }
  async function run(isFirst: boolean) {
    await attempt('enquiries-not-purged', () => purge(store, settings.retentionDays, log));
    await attempt('set-aside-not-mailed', tellSetAside);
    // At the start it is printed.
    if (!isFirst) await attempt('attention-unknown', tellStanding);
  }
  void run(true);
  const timer = setInterval(run, HOUR_MS, false);
  return () => clearInterval(timer);
}

/**
 * Deletes what the privacy policy no longer allows to keep. Where an enquiry is overdue for a week, the clock is wrong, the
 * limit was changed, or nothing ran: the owner decides.
 */
export async function purge(store: EnquiryStore, days: number, log: Log): Promise<void> {
  const { references, oldest } = await store.expired(new Date(Date.now() - days * DAY_MS));
  if (oldest && Date.now() - oldest.getTime() > (days + DOUBTFUL_DAYS) * DAY_MS)
    return log('purge-asks-first', {
      sentence: `By this machine’s clock, something should have been deleted more than a week ago, so the clock may be wrong. Nothing was deleted. If the clock is right, run: ${ENQUIRIES} purge --older-than ${days}d`,
    });
  const count = await store.remove(references);
  if (count > 0) log('enquiries-purged', { count });
  await store.forget();
}
