import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../../src/routes.ts';
import { ask } from './from.ts';

/** What once held the server for seconds: marks on one letter, and very many fields. */
const marks = `message=a${encodeURIComponent('\u0301'.repeat(5000) + '\u0323'.repeat(5000))}`;
const bareMarks = JSON.stringify({ message: `a${'\u0301'.repeat(15_000)}${'\u0323'.repeat(15_000)}` });
const fields = 'a=&'.repeat(21_000);

const FORM = 'application/x-www-form-urlencoded';
const MARKS_INTERVAL_MS = 1500;
const FIELDS_INTERVAL_MS = 1000 / 60;
const PAGE_INTERVAL_MS = 50;
const ENQUIRY_INTERVAL_MS = 1000;

export interface Beside {
  /** Milliseconds of each page that an honest visitor read. */
  pages: number[];
  failedPages: number;
  enquiries: number;
  failedEnquiries: number;
  attacks: number;
}

/** Honest visitors for so many seconds, each from a network of its own, beside attackers from so many addresses. */
export async function visitBeside(url: string, seconds: number, attackers: number): Promise<Beside> {
  const site = url.replace('localhost', '127.0.0.1');
  const result: Beside = { pages: [], failedPages: 0, enquiries: 0, failedEnquiries: 0, attacks: 0 };
  let isOver = false;
  const post = (body: string, type: string, from: string) =>
    ask(site + routes.contact, {
      method: 'POST',
      from,
      body,
      headers: {
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(body),
        Accept: 'application/json',
      },
    });
  const every = async (milliseconds: number, act: (i: number) => Promise<void>) => {
    const acts: Promise<void>[] = [];
    for (let i = 0; !isOver; i++) {
      acts.push(act(i));
      await sleep(milliseconds);
    }
    await Promise.all(acts);
  };
  const attack = (body: (i: number) => [text: string, type: string]) => async (i: number) => {
    result.attacks += 1;
    await post(...body(i), `127.${1 + (i % attackers)}.0.1`);
  };
  const acts = [
    every(PAGE_INTERVAL_MS, async () => {
      const startedAt = performance.now();
      const { status } = await ask(site + routes.home, { from: '127.100.0.1' });
      if (status === 200) result.pages.push(performance.now() - startedAt);
      else result.failedPages += 1;
    }),
    every(ENQUIRY_INTERVAL_MS, async (i) => {
      const message = `An honest enquiry, number ${i} of ${Date.now()}`;
      const { status } = await post(
        JSON.stringify({ email: 'ada@example.com', message }),
        'application/json',
        `127.${101 + (i % 100)}.0.1`,
      );
      result.enquiries += 1;
      if (status !== 200) result.failedEnquiries += 1;
    }),
    ...(attackers > 0
      ? [
          every(
            MARKS_INTERVAL_MS,
            attack((i) => (i % 2 ? [marks, FORM] : [bareMarks, 'application/json'])),
          ),
          every(
            FIELDS_INTERVAL_MS,
            attack(() => [fields, FORM]),
          ),
        ]
      : []),
  ];
  await sleep(seconds * 1000);
  isOver = true;
  await Promise.all(acts);
  return result;
}

export const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
