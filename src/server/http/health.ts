import type { EnquiryStore } from '../db/store.ts';
import { within } from '../enquiries/accept.ts';
import type { Log } from '../log.ts';

/** Whether all is well. Anybody may ask, so nothing else is told. */
export type Health = () => Promise<boolean>;

/** Each look writes to the disk: however often somebody asks, there is one in this time. */
const LOOK_EVERY_MS = 1000;
const DEADLINE_SECONDS = 5;
/** A disk that is nearly full takes every other enquiry: what is well for less than this is not well again. */
const RECOVERY_MS = 60_000;

/** Whether an enquiry could be stored right now. If not, the log is told why, once until it is well again. */
export function createHealth(
  store: Pick<EnquiryStore, 'check'>,
  log: Log,
  now: () => number = () => performance.now(),
): Health {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looked: ReturnType<Health> | undefined;
  let wasWell = true;
  let lostAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const error = await within<unknown>(
      DEADLINE_SECONDS * 1000,
      store.check().catch((reason) => reason ?? 'unknown'),
      `The store did not answer within ${DEADLINE_SECONDS} seconds.`,
    );
    const isWell = error === undefined;
    if (!isWell && wasWell && now() > lostAt + RECOVERY_MS) log('store-unavailable', { error });
    if (!isWell) lostAt = now();
    wasWell = isWell;
    return isWell;
  };
  return () => {
    if (!looked || now() > lookedAt + LOOK_EVERY_MS) {
      lookedAt = now();
      looked = look();
    }
    return looked;
  };
}
