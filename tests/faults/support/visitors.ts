import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { routes } from '../../../src/routes.ts';

export interface Visit {
  key: string;
  message: string;
  /** Where it comes from, as a trusted proxy would tell. */
  address: string;
  /** 0 where no answer came. */
  status: number;
  reference?: string;
  error?: string;
}

/** Longer than any answer may take, shorter than a test. */
const PATIENCE = 60_000;

/** One enquiry, unlike any other and from an address of its own. */
export const visit = (url: string, address = newAddress()): Promise<Visit> => {
  const key = randomUUID();
  return send(url, { key, message: `An enquiry unlike any other: ${key}`, address });
};

/** The same enquiry once more, as the form does when no answer came. */
export const repeat = (url: string, { key, message, address }: Visit): Promise<Visit> =>
  send(url, { key, message, address });

/** Sends the same until it is accepted: a visitor who reads that the store is locked tries again. */
export async function untilTaken(url: string, first: Visit): Promise<Visit> {
  let last = first;
  while (last.status === 503) last = await repeat(url, last);
  return last;
}

async function send(url: string, sent: Pick<Visit, 'key' | 'message' | 'address'>): Promise<Visit> {
  const { key, message, address } = sent;
  try {
    const response = await fetch(url + routes.contact, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        'X-Forwarded-For': address,
      },
      body: JSON.stringify({ firstName: 'Ada', email: 'ada@example.com', message }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = (await response.json()) as Pick<Visit, 'reference' | 'error'>;
    return { ...sent, status: response.status, ...answer };
  } catch {
    return { ...sent, status: 0 };
  }
}

let addresses = 0;
/** In a provider's network of its own, as long as there are any: what neighbours send does not count for it. */
function newAddress(): string {
  addresses += 1;
  return `${128 + (addresses & 63)}.${(addresses >> 6) & 255}.${(addresses >> 14) & 255}.1`;
}

/** Visitors who come at a steady rate, whatever becomes of those before them. */
export function visitors(
  perSecond: number,
  url: string,
): { answered(): number; refused(): number; leave(): Promise<Visit[]> } {
  const visits: Promise<Visit>[] = [];
  const seen: Visit[] = [];
  const come = async () => {
    const coming = await visit(url);
    seen.push(coming);
    return coming;
  };
  const timer = setInterval(() => visits.push(come()), 1000 / perSecond);
  return {
    answered: () => answered(seen).length,
    refused: () => seen.length - answered(seen).length,
    leave: () => {
      clearInterval(timer);
      return Promise.all(visits);
    },
  };
}

/** Eight connections of one network that post as fast as they are answered. */
export function flood(url: string): { end(): Promise<Visit[]> } {
  const visits: Visit[] = [];
  let isOver = false;
  const attack = async () => {
    while (!isOver) {
      const last = await visit(url, `2001:db8:7:${visits.length.toString(16)}::1`);
      visits.push(last);
      // A server that is starting needs some of the processor.
      if (last.status === 0) await sleep(20);
    }
  };
  const attacks = Promise.all(Array.from({ length: 8 }, attack));
  return {
    end: async () => {
      isOver = true;
      await attacks;
      return visits;
    },
  };
}

export const answered = (visits: Visit[]) => visits.filter(({ status }) => status === 200);

/** Waits until it is so; `what` names it. */
export const until = (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(isSo, { message: what }).toBe(true);
