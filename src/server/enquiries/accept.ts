import { checkEnquiry, type EnquiryErrors } from '../../lib/enquiry.ts';
import { retention } from '../../lib/retention.ts';
import type { Kind } from '../db/deliveries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { DAY_MS } from '../db/visits.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { QuotaOf } from './limits.ts';
import { judge, type Signs } from './spam.ts';

export interface Posted extends Signs {
  key?: string | undefined;
  address: string;
}

type Outcome =
  | { kind: 'accepted'; reference: string }
  | { kind: 'invalid'; errors: EnquiryErrors }
  | { kind: 'conflict' }
  | { kind: 'busy' | 'full' | 'unavailable'; retryAfter: number };

export type Accept = (post: Posted) => Promise<Outcome>;

interface Options {
  store: EnquiryStore;
  quotaOf: QuotaOf;
  kinds: Kind[];
  /** Called once a new enquiry is on disk. */
  onStored: () => void;
  log: Log;
}

/** More than this many at a time means that the store does not keep up: better to say so at once. */
const MOST_IN_HAND = 1000;
/** A visitor, or a monitor, is answered within this time, whatever the store does. */
const DEADLINE_MS = 8000;
const UNAVAILABLE: Outcome = { kind: 'unavailable', retryAfter: 10 };

/** Takes an enquiry in. 'accepted' is said only of what the store has on disk. */
export function createAccept({ store, quotaOf, kinds, onStored, log }: Options): Accept {
  let inHand = 0;

  async function take({ key, enquiry, address, ...signs }: Posted): Promise<Outcome> {
    const quota = quotaOf(address);
    const added = await store.add({ enquiry, key, ...judge({ enquiry, ...signs }), kinds, quota });
    if (added === 'full') {
      log('day-is-full', { dailyLimit: quota.perDay });
      return { kind: 'full', retryAfter: untilTomorrow() };
    }
    if (added === 'conflict') return { kind: 'conflict' };
    if (added === 'busy') return { kind: 'busy', retryAfter: retention.windowMinutes * 60 };
    if (added.isNew) onStored();
    return { kind: 'accepted', reference: added.reference };
  }

  return async (post) => {
    const errors = checkEnquiry(post.enquiry);
    if (Object.keys(errors).length > 0) return { kind: 'invalid', errors };
    if (inHand >= MOST_IN_HAND) return UNAVAILABLE;
    inHand += 1;
    const outcome = take(post)
      .catch((error) => {
        log('enquiry-not-stored', { error });
        return UNAVAILABLE;
      })
      .finally(() => {
        inHand -= 1;
      });
    return inTime(outcome, UNAVAILABLE);
  };
}

/** In seconds: a day is counted in UTC. */
const untilTomorrow = () => Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000);

type Channels = Pick<Settings, 'mail' | 'acknowledges' | 'webhook'>;

/** What is made for each enquiry. A mail waits until there is a server for it; the rest is made only where it is wanted. */
export const kindsFor = ({ mail, acknowledges, webhook }: Channels): Kind[] => [
  'mail',
  ...(mail && acknowledges ? (['acknowledgement'] as const) : []),
  ...(webhook ? (['webhook'] as const) : []),
];

/** What the store answers, or something else when that takes too long. */
export const inTime = <Value>(promise: Promise<Value>, otherwise: Value) =>
  new Promise<Value>((resolve, reject) => {
    const timer = setTimeout(resolve, DEADLINE_MS, otherwise);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
