import type { EnquiryStore } from '../db/store.ts';
import { inTime } from '../enquiries/accept.ts';
import type { Log } from '../log.ts';

/** Each check writes to the disk, so there is at most one in this time. */
const LOOK_EVERY_MS = 1000;

/** Whether an enquiry could be stored right now. If not, the log has the reason, once until the store works again. */
export function createHealth(store: Pick<EnquiryStore, 'check'>, log: Log): () => Promise<boolean> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isWell = Promise.resolve(true);
  const look = async (wasWell: Promise<boolean>) => {
    const checked = store.check().catch((reason: unknown) => reason ?? 'unknown');
    const error = await inTime<unknown>(checked, 'The store did not answer in time.');
    if (error !== undefined && (await wasWell)) log('store-unavailable', { error });
    return error === undefined;
  };
  return () => {
    if (performance.now() > lookedAt + LOOK_EVERY_MS) {
      lookedAt = performance.now();
      isWell = look(isWell);
    }
    return isWell;
  };
}
