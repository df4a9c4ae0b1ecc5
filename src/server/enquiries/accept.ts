import { checkEnquiry, type Enquiry, type EnquiryErrors } from '../../lib/enquiry.ts';
import type { Log } from '../log.ts';
import type { Limiter } from './limiter.ts';
import { type Signs, spamSign } from './spam.ts';
import type { EnquiryStore, Kind } from './store.ts';

export interface Post extends Signs {
  key?: string | undefined;
  address: string;
}

export type Outcome =
  | { kind: 'accepted'; reference: string }
  | { kind: 'invalid'; errors: EnquiryErrors }
  | { kind: 'conflict' }
  | { kind: 'busy'; retryAfter: number }
  | { kind: 'unavailable'; retryAfter: number };

export type Accept = (post: Post) => Promise<Outcome>;

interface Options {
  store: EnquiryStore;
  limiter: Limiter;
  /** What is to be sent for each enquiry. */
  kinds: Kind[];
  /** Called once a new enquiry is on disk. */
  onStored: () => void;
  log: Log;
}

/** More than this many at a time means that the store does not keep up: better to say so at once. */
const MOST_IN_HAND = 1000;
const RETRY_AFTER = 10;

/** Takes an enquiry in. 'accepted' is said only of what the store has on disk. */
export function createAccept({ store, limiter, kinds, onStored, log }: Options): Accept {
  const inHand = new Map<string, Promise<Outcome>>();

  async function take({ key, enquiry, address, ...signs }: Post): Promise<Outcome> {
    try {
      const retryAfter = await limiter(address);
      // Whoever repeats what is stored already gets the answer to it, however often they ask.
      if (retryAfter > 0 && !(await store.known({ enquiry, key }))) return { kind: 'busy', retryAfter };
      const added = await store.add({ enquiry, key, spam: spamSign({ enquiry, ...signs }), kinds });
      if (added !== 'conflict' && added.isNew) onStored();
      else await limiter(address, 'back');
      if (added === 'conflict') return { kind: 'conflict' };
      return { kind: 'accepted', reference: added.reference };
    } catch (error) {
      log('enquiry-not-stored', { error });
      return { kind: 'unavailable', retryAfter: RETRY_AFTER };
    }
  }

  return async (post) => {
    const errors = checkEnquiry(post.enquiry);
    if (Object.keys(errors).length > 0) return { kind: 'invalid', errors };
    if (inHand.size >= MOST_IN_HAND) return { kind: 'unavailable', retryAfter: RETRY_AFTER };
    // The same message sent twenty times at once is one message, also to the limiter.
    const id = identity(post.enquiry, post.key);
    let outcome = inHand.get(id);
    if (!outcome) {
      outcome = take(post).finally(() => inHand.delete(id));
      inHand.set(id, outcome);
    }
    return outcome;
  };
}

const identity = (enquiry: Enquiry, key = '') => JSON.stringify([key, ...Object.values(enquiry)]);
