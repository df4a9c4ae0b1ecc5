import { setTimeout as sleep } from 'node:timers/promises';
import type { Claimed, Kind, Settled } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import type { Log } from '../log.ts';

export interface Channel {
  /** Who gets each enquiry now; an empty one where the channel knows by itself. */
  recipients: string[];
  /** Sends one enquiry to one recipient, and answers with the server that took it over. It throws what went wrong. */
  send(enquiry: StoredEnquiry, recipient: string): Promise<string>;
}

interface Particulars {
  /** What went wrong, for the log: without anything of the visitor. */
  reason?: string;
  /** It will be refused every time, so it is parked until the owner sends it again. */
  isFinal?: boolean;
}

/** A delivery that failed. The message is for the owner and may name the visitor. */
export class Failed extends Error {
  override name = 'Failed';
  readonly reason: string;
  readonly isFinal: boolean;
  constructor(message: string, { reason = message, isFinal = false }: Particulars = {}) {
    super(message);
    this.reason = reason;
    this.isFinal = isFinal;
  }
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
  /** The pause after the first failure; each next one is twice as long. */
  firstDelayMs: number;
  /** How often to look for what other processes stored, and for what became due. */
  intervalMs?: number;
  log: Log;
}

const AT_A_TIME = 5;
/** Longer than any conversation with a mail server can last. */
const LEASE_MS = 3 * 60_000;
const LONGEST_DELAY_MS = 4 * 60 * 60_000;
const ONE_AN_HOUR = 'an address gets at most one an hour';

/** Delivers what is waiting, each kind on its own, so that a dead mail server holds up no webhook. */
export function startOutbox({ store, channels, firstDelayMs, intervalMs = 2000, log }: Options): Outbox {
  let stopping = false;
  let news = 0;
  let resting = new AbortController();

  async function work(kind: Kind, channel: Channel) {
    while (!stopping) {
      const seen = news;
      const claimed = await claim(kind, channel);
      await Promise.all(claimed.map((one) => deliver(one, channel)));
      if (claimed.length < AT_A_TIME && seen === news) await rest();
    }
  }

  /** Told once until the store answers again: it is asked every other second. */
  const waiting = new Set<Kind>();
  async function claim(kind: Kind, { recipients }: Channel): Promise<Claimed[]> {
    const terms = { lease: LEASE_MS, longestDelay: LONGEST_DELAY_MS, limit: AT_A_TIME, recipients };
    try {
      const due = await store.claim(kind, terms);
      waiting.delete(kind);
      return due;
    } catch (error) {
      if (!waiting.has(kind)) log('outbox-waits', { kind, error });
      waiting.add(kind);
      return [];
    }
  }

  async function deliver(claimed: Claimed, channel: Channel) {
    const { reference, kind, tries } = claimed;
    const { reason, ...settled } = await outcome(claimed, channel);
    log('delivery', { reference, kind, tries, state: settled.state, reason });
    // Retry until the result is saved, or the mail would be sent twice.
    while (!(await settle(claimed, settled)) && !stopping) await rest();
  }

  async function outcome(
    { reference, kind, recipient, tries }: Claimed,
    channel: Channel,
  ): Promise<Settled & { reason?: string }> {
    try {
      const enquiry = await store.find(reference);
      if (!enquiry) return { state: 'sent' };
      if (kind === 'acknowledgement' && !(await store.acknowledge(enquiry)))
        return { state: 'held', error: ONE_AN_HOUR, reason: ONE_AN_HOUR };
      return { state: 'sent', acceptedBy: await channel.send(enquiry, recipient) };
    } catch (error) {
      const { message, reason, isFinal } = error instanceof Failed ? error : unforeseen(error);
      if (isFinal) return { state: 'parked', error: message, reason };
      const delay = Math.min(firstDelayMs * 2 ** (tries - 1), LONGEST_DELAY_MS);
      return { state: 'waiting', error: message, dueAt: Date.now() + delay, reason };
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

  const rest = () => sleep(intervalMs, undefined, { signal: resting.signal }).catch(() => {});
  const wake = () => {
    news += 1;
    resting.abort();
    resting = new AbortController();
  };

  const workers = Object.entries(channels).map(([kind, channel]) => work(kind as Kind, channel));
  return {
    wake,
    stop: async () => {
      stopping = true;
      wake();
      await Promise.all(workers);
    },
  };
}

/** Its message may hold anything, so the log gets only what kind of error it is. */
function unforeseen(error: unknown): Failed {
  if (!(error instanceof Error)) return new Failed(String(error), { reason: 'unknown' });
  const { name, message, cause = error } = error;
  const code = cause instanceof Error && 'code' in cause ? `: ${cause.code}` : '';
  return new Failed(message, { reason: `${name}${code}` });
}
