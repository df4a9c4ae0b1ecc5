import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../../../src/routes.ts';

export interface Visit {
  key: string;
  message: string;
  /** 0 where no answer came. */
  status: number;
  reference?: string;
  error?: string;
}

/** Longer than any answer may take, shorter than a test. */
const PATIENCE = 10_000;

/** One enquiry, unlike any other. */
export const visit = (url: string): Promise<Visit> => {
  const key = randomUUID();
  return send(url, { key, message: `An enquiry that nobody else makes: ${key}` });
};

/** The same enquiry once more, as the form does when no answer came. */
export const repeat = (url: string, { key, message }: Visit): Promise<Visit> => send(url, { key, message });

async function send(url: string, { key, message }: Pick<Visit, 'key' | 'message'>): Promise<Visit> {
  try {
    const response = await fetch(url + routes.contact, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ firstName: 'Ada', email: 'ada@example.com', message }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = (await response.json()) as Pick<Visit, 'reference' | 'error'>;
    return { key, message, status: response.status, ...answer };
  } catch {
    return { key, message, status: 0 };
  }
}

/** Visitors who come at a steady rate, whatever becomes of those before them. */
export function visitors(perSecond: number, url: string): { leave(): Promise<Visit[]> } {
  const visits: Promise<Visit>[] = [];
  const timer = setInterval(() => visits.push(visit(url)), 1000 / perSecond);
  return {
    leave: () => {
      clearInterval(timer);
      return Promise.all(visits);
    },
  };
}

export const answered = (visits: Visit[]) => visits.filter(({ status }) => status === 200);

/** What a condition waits for must come within `seconds`; `what` names it. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = 30,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Within ${seconds} s this did not happen: ${what}`);
    await sleep(50);
  }
}
