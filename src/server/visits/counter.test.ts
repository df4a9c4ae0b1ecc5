import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayOf, OTHERS, type Views } from '../db/visits.ts';
import { createCounter } from './counter.ts';
import { startCounting } from './start.ts';

const FLUSH_MS = 10_000;
const noon = Date.UTC(2026, 0, 15, 12);
const today = dayOf(noon);
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const from = (host: string) => ({ ...browser, referer: `https://${host}/` });
const sum = (views: Views[]) => views.reduce((total, { views }) => total + views, 0);

it('adds up by page and by host, leaves out programs and objections, and hands everything over once', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 3; i++) counter.count('/', from('search.example'));
  counter.count('/about', browser);
  counter.count('/', { ...browser, dnt: '1' });
  for (const name of ['curl/8.14.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)', ''])
    counter.count('/', { 'user-agent': name });
  counter.count('/', {});
  expect(counter.take().views).toEqual([
    { day: today, path: '/', referrer: 'search.example', views: 3 },
    { day: today, path: '/about', referrer: '', views: 1 },
  ]);
  expect(counter.take().views).toEqual([]);
});

it('counts for the day on which a page was opened, also what could not be stored on it', () => {
  let now = Date.UTC(2026, 0, 15) - 1;
  const counter = createCounter(() => now);
  counter.count('/', browser);
  counter.giveBack(counter.take().views);
  now += 1;
  counter.count('/', browser);
  expect(counter.take().views.map(({ day, views }) => [day, views])).toEqual([
    [today - 1, 1],
    [today, 1],
  ]);
});

it('holds a bounded number of made-up hosts, and loses no view', () => {
  const counter = createCounter(() => noon);
  const flood = (first: number) => {
    for (let i = first; i < first + 5000; i++) counter.count(i % 2 ? '/' : '/about', from(`h${i}.example`));
  };
  flood(0);
  // A page of ours that was not opened before still has room.
  counter.count('/faq', from('late.example'));
  const { views } = counter.take();
  expect([views.length, sum(views)]).toEqual([2003, 5001]);
  expect(views).toContainEqual({ day: today, path: '/faq', referrer: OTHERS, views: 1 });
  // While the store is away, the bound holds for all that it is owed.
  counter.giveBack(views);
  flood(5000);
  const again = counter.take().views;
  expect([again.length, sum(again)]).toEqual([2003, 10_001]);
});

it('stops growing while a store is away for years, and tells how much it left out', () => {
  const counter = createCounter(() => noon);
  counter.giveBack(Array.from({ length: 12_000 }, (_, i) => ({ day: i, path: '/', referrer: '', views: 3 })));
  const { views, leftOut } = counter.take();
  expect([views.length, sum(views), leftOut]).toEqual([10_000, 30_000, 6000]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps what could not be stored, says so once, tries again, and stores the rest when it stops', async () => {
  const [stored, logged]: [Views[], string[]] = [[], []];
  let calls = 0;
  // Away for a while, and then once in the middle of what it is given.
  const add = async (lot: Views[]) => {
    calls += 1;
    if (calls <= 3 || calls === 5) throw new Error('away');
    stored.push(...lot);
  };
  const counting = startCounting({ add }, (event) => logged.push(event));
  for (let i = 0; i < 450; i++) counting.count(`/${i}`, browser);
  await vi.advanceTimersByTimeAsync(3 * FLUSH_MS);
  expect([stored.length, logged]).toEqual([0, ['visits-not-stored']]);
  await vi.advanceTimersByTimeAsync(2 * FLUSH_MS);
  expect([sum(stored), new Set(stored.map(({ path }) => path)).size]).toEqual([450, 450]);
  counting.count('/', browser);
  await counting.stop();
  expect([sum(stored), vi.getTimerCount()]).toEqual([451, 0]);
});
