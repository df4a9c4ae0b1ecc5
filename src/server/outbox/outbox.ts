import type { Claimed, Kind, Settled } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import type { Log } from '../http/log.ts';

/** Sends one enquiry to whoever has not been reached yet. It throws what went wrong, also for some of several. */
export type Channel = (enquiry: StoredEnquiry, reached: readonly string[]) => Promise<Sent>;

export interface Sent {
  /** The server that took it over. */
  acceptedBy?: string;
  /** For the owner: who will never get it. */
  remark?: string;
  /** The same for the log. */
  reason?: string;
}

interface Particulars {
  /** What went wrong, for the log: without anything of the visitor. */
  reason?: string;
  /** Who has it all the same, and must not get it twice. */
  reached?: string[];
}

/** A delivery that is tried again. The message is for the owner and may name the visitor. */
export class Failed extends Error {
  override name = 'Failed';
  readonly reason: string;
  readonly reached: string[] | undefined;
  constructor(message: string, { reason = message, reached }: Particulars = {}) {
    super(message);
    this.reason = reason;
    this.reached = reached;
  }
}

/** Said of what will be refused every time: it is parked until the owner sends it again. */
export class Refused extends Failed {
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
const ONE_AN_HOUR = 'an address gets at most one an hour';

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

  /** Told once until it is well again: it looks every other second. */
  const waiting = new Set<Kind>();
  async function claim(kind: Kind): Promise<Claimed[]> {
    try {
      const due = await store.claim(kind, { lease: LEASE, longestDelay: LONGEST_DELAY, limit: AT_A_TIME });
      waiting.delete(kind);
      return due;
    } catch (error) {
      if (!waiting.has(kind)) log('outbox-waits', { kind, error });
      waiting.add(kind);
      return [];
    }
  }

  async function deliver(claimed: Claimed, send: Channel) {
    const { reference, kind, tries } = claimed;
    const { reason, ...settled } = await outcome(claimed, send);
    log('delivery', { reference, kind, tries, state: settled.state, reason });
    // Unless the store knows, the same would be sent again; so it is told until it listens.
    while (!(await settle(claimed, settled)) && !stopping) await rest();
  }

  async function outcome(
    { reference, kind, tries, reached }: Claimed,
    send: Channel,
  ): Promise<Settled & { reason?: string }> {
    try {
      const enquiry = await store.find(reference);
      if (!enquiry) return { state: 'sent' };
      if (kind === 'acknowledgement' && !(await store.acknowledge(enquiry)))
        return { state: 'held', error: ONE_AN_HOUR, reason: ONE_AN_HOUR };
      const { remark, reason, acceptedBy } = await send(enquiry, reached);
      return { state: 'sent', acceptedBy, ...(remark && { error: remark, reason }) };
    } catch (error) {
      const { message, reason, reached } = error instanceof Failed ? error : unforeseen(error);
      if (error instanceof Refused) return { state: 'parked', error: message, reason };
      const delay = Math.min(firstDelay * 2 ** (tries - 1), LONGEST_DELAY);
      return { state: 'waiting', error: message, dueAt: Date.now() + delay, reached, reason };
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

/** Nobody has looked at what this says, so the log gets only what kind of error it is. */
function unforeseen(error: unknown): Failed {
  if (!(error instanceof Error)) return new Failed(String(error), { reason: 'unknown' });
  const { name, message, cause = error } = error;
  const code = cause instanceof Error && 'code' in cause ? `: ${cause.code}` : '';
  return new Failed(message, { reason: `${name}${code}` });
}
