import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { dayOf, OTHERS, type Views } from '../db/visits.ts';
import { startCounting } from './counter.ts';

const FLUSH_MS = 10_000;
const noon = Date.UTC(2026, 0, 15, 12);
const today = dayOf(noon);
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const from = (host: string) => ({ ...browser, referer: `https://${host}/` });

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

/** A counter whose store is away for the given calls. */
function start(awayAt: number[] = []) {
  const [stored, logged]: [Views[], unknown[]] = [[], []];
  let calls = 0;
  const add = async (lot: Views[]) => {
    calls += 1;
    if (awayAt.includes(calls)) throw new Error('away');
    stored.push(...lot);
  };
  const counting = startCounting({ add }, (event) => logged.push(event));
  onTestFinished(counting.stop);
  const flush = (times = 1) => vi.advanceTimersByTimeAsync(times * FLUSH_MS);
  return { ...counting, flush, stored, logged };
}

it('gives invented hosts a bounded number of rows a day, and loses no view', async () => {
  const { count, flush, stored } = start();
  for (let i = 0; i < 1050; i++) count('/', from(`h${i}.example`));
  await flush();
  // A host with a row keeps it, every page has its row of others, and the next day has room again.
  count('/', from('h0.example'));
  count('/about', from('late.example'));
  count('/faq', browser);
  await flush();
  vi.setSystemTime(noon + 24 * 60 * 60 * 1000);
  count('/', from('late.example'));
  await flush();
  expect(new Set(stored.slice(0, 1000).map(({ referrer }) => referrer)).size).toBe(1000);
  expect(stored.slice(1000)).toEqual([
    { day: today, path: '/', referrer: OTHERS, views: 50 },
    { day: today, path: '/', referrer: 'h0.example', views: 1 },
    { day: today, path: '/about', referrer: OTHERS, views: 1 },
    { day: today, path: '/faq', referrer: '', views: 1 },
    { day: today + 1, path: '/', referrer: 'late.example', views: 1 },
  ]);
});

it('keeps what could not be stored for its own day, says so once, and stores the rest when it stops', async () => {
  const { count, flush, stop, stored, logged } = start([1, 2, 3]);
  for (let i = 0; i < 450; i++) count(`/${i}`, browser);
  await flush(3);
  expect([stored.length, logged]).toEqual([0, ['visits-not-stored']]);
  vi.setSystemTime(noon + 24 * 60 * 60 * 1000);
  await flush();
  expect(new Set(stored.map(({ path }) => path)).size).toBe(450);
  expect(new Set(stored.map(({ day }) => day))).toEqual(new Set([today]));
  count('/', browser);
  await stop();
  expect([stored.length, stored.at(-1)?.day, vi.getTimerCount()]).toEqual([451, today + 1, 0]);
});
