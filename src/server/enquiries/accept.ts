import { checkEnquiry, type Enquiry, type EnquiryErrors } from '../../lib/enquiry.ts';
import type { Kind } from '../db/deliveries.ts';
import type { Added } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import type { Log } from '../http/log.ts';
import type { Limiter } from './limiter.ts';
import { judge, type Signs } from './spam.ts';

export interface Posted extends Signs {
  key?: string | undefined;
  address: string;
}

export type Outcome =
  | { kind: 'accepted'; reference: string }
  | { kind: 'invalid'; errors: EnquiryErrors }
  | { kind: 'conflict' }
  | { kind: 'busy'; retryAfter: number }
  | { kind: 'unavailable'; retryAfter: number };

export type Accept = (post: Posted) => Promise<Outcome>;

interface Options {
  store: EnquiryStore;
  limiter: Limiter;
  /** What is to be sent for each enquiry. */
  kinds: Kind[];
  /** How many enquiries a day may bring; 0: any number. */
  dailyLimit: number;
  /** Called once a new enquiry is on disk. */
  onStored: () => void;
  log: Log;
}

/** More than this many at a time means that the store does not keep up: better to say so at once. */
const MOST_IN_HAND = 1000;
const RETRY_AFTER = 10;
/** A visitor is answered within this time, whatever the store does. */
const DEADLINE = 8000;
/** What a robot surely sent may take this part of a day's cap. */
const FOR_SPAM = 0.25;
const UNAVAILABLE: Outcome = { kind: 'unavailable', retryAfter: RETRY_AFTER };

/** Takes an enquiry in. 'accepted' is said only of what the store has on disk. */
export function createAccept({ store, limiter, kinds, dailyLimit, onStored, log }: Options): Accept {
  const inHand = new Map<string, Promise<Outcome>>();
  const capFor = (address: string) =>
    dailyLimit === 0
      ? undefined
      : { enquiries: limiter.roomOnDay(address, dailyLimit), spam: dailyLimit * FOR_SPAM };

  async function take({ key, enquiry, address, ...signs }: Posted): Promise<Outcome> {
    const wait = await limiter.take(address);
    // Whoever repeats what is stored already gets the answer to it, however often they ask.
    if (wait > 0 && !(await store.known({ enquiry, key }))) return { kind: 'busy', retryAfter: wait };
    let added: Added | undefined;
    try {
      added = await store.add({ enquiry, key, ...judge({ enquiry, ...signs }), kinds, cap: capFor(address) });
    } finally {
      // What led to nothing new, or could not be stored, does not count.
      if (wait === 0 && (typeof added !== 'object' || !added.isNew))
        await limiter.giveBack(address).catch(() => {});
    }
    if (added === 'full') {
      log('day-is-full', { dailyLimit });
      return UNAVAILABLE;
    }
    if (added === 'conflict') return { kind: 'conflict' };
    if (added.isNew) onStored();
    return { kind: 'accepted', reference: added.reference };
  }

  const taken = (post: Posted): Promise<Outcome> =>
    take(post).catch((error) => {
      log('enquiry-not-stored', { error });
      return UNAVAILABLE;
    });

  return async (post) => {
    const errors = checkEnquiry(post.enquiry);
    if (Object.keys(errors).length > 0) return { kind: 'invalid', errors };
    if (inHand.size >= MOST_IN_HAND) return UNAVAILABLE;
    // The same message sent twenty times at once is one message, also to the limiter.
    const id = identity(post.enquiry, post.key);
    let outcome = inHand.get(id);
    if (!outcome) {
      outcome = taken(post).finally(() => inHand.delete(id));
      inHand.set(id, outcome);
    }
    return within(DEADLINE, outcome, UNAVAILABLE);
  };
}

const identity = (enquiry: Enquiry, key = '') => JSON.stringify([key, ...Object.values(enquiry)]);

/** What a promise brings, or something else when that takes too long. */
export const within = <Value>(milliseconds: number, promise: Promise<Value>, otherwise: Value) =>
  new Promise<Value>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, otherwise);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
