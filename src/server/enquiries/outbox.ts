import type { Log } from '../log.ts';
import type { Claimed, EnquiryStore, Kind, Settled, StoredEnquiry } from './store.ts';

/** Sends one enquiry somewhere. It may answer with a remark for the owner; it throws what went wrong. */
export type Channel = (enquiry: StoredEnquiry) => Promise<string | undefined>;

/** Said of what will be refused every time: it is parked until the owner sends it again. */
export class Refused extends Error {
  override name = 'Refused';
}

export interface Outbox {
  /** There is something new. */
  wake(): void;
  /** Ends after what is in hand. */
  stop(): Promise<void>;
}

interface Options {
  store: EnquiryStore;
  channels: Partial<Record<Kind, Channel>>;
  /** The wait after the first failure; each next one is twice as long. */
  firstDelay: number;
  /** How often to look for what other processes stored, and for what became due. */
  interval?: number;
  log: Log;
}

const AT_A_TIME = 5;
/** Longer than any conversation with a mail server can last. */
const LEASE = 3 * 60_000;
const LONGEST_DELAY = 4 * 60 * 60_000;

/** Delivers what is waiting, each kind on its own, so that a dead mail server holds up no webhook. */
export function startOutbox({ store, channels, firstDelay, interval = 2000, log }: Options): Outbox {
  let stopping = false;
  let news = 0;
  const resting = new Set<() => void>();

  async function work(kind: Kind, send: Channel) {
    while (!stopping) {
      const seen = news;
      const claimed = await claim(kind);
      await Promise.all(claimed.map((one) => deliver(one, send)));
      if (claimed.length < AT_A_TIME && seen === news) await rest();
    }
  }

  const claim = (kind: Kind) =>
    store.claim(kind, { lease: LEASE, longestDelay: LONGEST_DELAY, limit: AT_A_TIME }).catch((error) => {
      log('outbox-waits', { kind, error });
      return [];
    });

  async function deliver(claimed: Claimed, send: Channel) {
    const { reference, kind, tries } = claimed;
    const settled = await outcome(claimed, send);
    log('delivery', { reference, kind, tries, state: settled.state });
    // Unless the store knows, the same would be sent again; so it is told until it listens.
    while (!(await settle(claimed, settled)) && !stopping) await rest();
  }

  async function outcome({ reference, tries }: Claimed, send: Channel): Promise<Settled> {
    try {
      const enquiry = await store.find(reference);
      const remark = enquiry && (await send(enquiry));
      return { state: 'sent', ...(remark && { error: remark }) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof Refused) return { state: 'parked', error: message };
      const delay = Math.min(firstDelay * 2 ** (tries - 1), LONGEST_DELAY);
      return { state: 'waiting', error: message, dueAt: Date.now() + delay };
    }
  }

  const settle = (claimed: Claimed, settled: Settled) =>
    store.settle(claimed, settled).then(
      () => true,
      (error) => {
        log('outbox-waits', { reference: claimed.reference, error });
        return false;
      },
    );

  const rest = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        resting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, interval);
      resting.add(end);
    });
  const wake = () => {
    news += 1;
    for (const end of resting) end();
  };

  const workers = Object.entries(channels).map(([kind, send]) => work(kind as Kind, send));
  return {
    wake,
    stop: async () => {
      stopping = true;
      wake();
      await Promise.all(workers);
    },
  };
}
