import { setTimeout as sleep } from 'node:timers/promises';
import { type Claimed, type Kind, LONGEST_DELAY_MS, type Settled } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import type { Failed } from '../failures.ts';
import type { Log } from '../log.ts';

export interface Channel {
  /** Who gets each enquiry now; left out where the channel knows by itself. */
  recipients?: string[];
  /** Sends one enquiry to one recipient, and answers with the server that accepted it. */
  send(enquiry: StoredEnquiry, recipient: string): Promise<string>;
}

interface Options {
  store: EnquiryStore;
  channels: Partial<Record<Kind, Channel>>;
  log: Log;
  /** The pause after the first failure; each next one is twice as long. */
  firstDelayMs?: number;
  /** How often to look for what other processes stored, and for what became due. */
  intervalMs?: number;
}

const AT_A_TIME = 5;
const ONE_AN_HOUR = 'an address gets at most one an hour';

/** Delivers what is waiting, each kind on its own, so that a dead mail server holds up no webhook. */
export function startOutbox({ store, channels, log, firstDelayMs = 30_000, intervalMs = 2000 }: Options) {
  let isStopping = false;
  let resting = new AbortController();
  const rest = () => sleep(intervalMs, undefined, { signal: resting.signal }).catch(() => {});

  async function work(kind: Kind, { recipients, send }: Channel) {
    let isStoreLost = false;
    while (!isStopping) {
      let claimed: Claimed[] = [];
      try {
        claimed = await store.claim(kind, AT_A_TIME, recipients);
        isStoreLost = false;
      } catch (error) {
        // Once for each outage: the store is asked every other second.
        if (!isStoreLost) log('outbox-waits', { kind, error });
        isStoreLost = true;
      }
      await Promise.all(claimed.map((one) => deliver(one, send)));
      if (claimed.length < AT_A_TIME && !isStopping) await rest();
    }
  }

  async function deliver(claimed: Claimed, send: Channel['send']) {
    const { reference, kind, tries } = claimed;
    const { reason, ...settled } = await outcome(claimed, send);
    log('delivery', { reference, kind, tries, state: settled.state, reason });
    // Retry until the result is saved, or the mail would be sent twice.
    for (;;)
      try {
        return await store.settle(claimed, settled);
      } catch (error) {
        log('outbox-waits', { reference, error });
        if (isStopping) return;
        await rest();
      }
  }

  async function outcome(
    { reference, kind, recipient, tries }: Claimed,
    send: Channel['send'],
  ): Promise<Settled & { reason?: string }> {
    try {
      const enquiry = await store.find(reference);
      if (!enquiry) return { state: 'sent' };
      if (kind === 'acknowledgement' && !(await store.acknowledge(enquiry)))
        return { state: 'held', error: ONE_AN_HOUR, reason: ONE_AN_HOUR };
      return { state: 'sent', acceptedBy: await send(enquiry, recipient) };
    } catch (thrown) {
      // The message of an error that is not ours may quote anything: the log gets its code or name.
      const { name, code = name, message: error, reason = code, isFinal } = thrown as Thrown;
      if (isFinal) return { state: 'parked', error, reason };
      const delay = Math.min(firstDelayMs * 2 ** (tries - 1), LONGEST_DELAY_MS);
      return { state: 'waiting', error, dueAt: Date.now() + delay, reason };
    }
  }

  function wake(): void {
    resting.abort();
    resting = new AbortController();
  }

  const workers = Object.entries(channels).map(([kind, channel]) => work(kind as Kind, channel));
  return {
    wake,
    /** Ends after what is in hand. */
    stop: async (): Promise<void> => {
      isStopping = true;
      wake();
      await Promise.all(workers);
    },
  };
}

type Thrown = NodeJS.ErrnoException & Partial<Failed>;
