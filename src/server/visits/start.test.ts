import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Views } from '../enquiries/store/visits.ts';
import { startCounting } from './start.ts';

const PAUSE = 10_000;
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const stored: Views[] = [];
const logged: string[] = [];
let lots: number;
let mood: () => Promise<void>;
const store = {
  add: async (lot: Views[]) => {
    await mood();
    lots += 1;
    stored.push(...lot);
  },
};
const log = (event: string) => logged.push(event);
const sum = () => stored.reduce((total, { views }) => total + views, 0);

beforeEach(() => {
  vi.useFakeTimers();
  stored.length = 0;
  logged.length = 0;
  lots = 0;
  mood = async () => {};
});
afterEach(() => vi.useRealTimers());

it('stores now and then, and not where there is nothing', async () => {
  const counting = startCounting(store, log);
  await vi.advanceTimersByTimeAsync(3 * PAUSE);
  expect(lots).toBe(0);
  counting.count('/', browser);
  counting.count('/', browser);
  await vi.advanceTimersByTimeAsync(PAUSE - 1);
  expect(lots).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([lots, sum()]).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(3 * PAUSE);
  expect(lots).toBe(1);
  await counting.stop();
});

it('stores what is left when it stops, and nothing after that', async () => {
  const counting = startCounting(store, log);
  counting.count('/', browser);
  await counting.stop();
  expect(sum()).toBe(1);
  counting.count('/', browser);
  await vi.advanceTimersByTimeAsync(3 * PAUSE);
  expect(sum()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps what could not be stored, says so once, and tries again', async () => {
  const counting = startCounting(store, log);
  mood = () => Promise.reject(new Error('away'));
  for (let i = 0; i < 5; i++) {
    counting.count('/', browser);
    await vi.advanceTimersByTimeAsync(PAUSE);
  }
  expect([sum(), logged]).toEqual([0, ['visits-not-stored']]);
  mood = async () => {};
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect(sum()).toBe(5);
  mood = () => Promise.reject(new Error('away again'));
  counting.count('/', browser);
  await counting.stop();
  expect(logged).toEqual(['visits-not-stored', 'visits-not-stored']);
});

it('counts nothing twice where a store fails in the middle', async () => {
  const counting = startCounting(store, log);
  for (let i = 0; i < 450; i++) counting.count(`/${i}`, browser);
  let calls = 0;
  mood = async () => {
    calls += 1;
    if (calls === 2) throw new Error('away');
  };
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect(sum()).toBe(200);
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect([sum(), new Set(stored.map(({ path }) => path)).size]).toEqual([450, 450]);
  await counting.stop();
});

it('never has two at the store at a time, and waits for the one at work before it stops', async () => {
  const counting = startCounting(store, log);
  let [atWork, most] = [0, 0];
  mood = async () => {
    atWork += 1;
    most = Math.max(most, atWork);
    await sleep(5 * PAUSE);
    atWork -= 1;
  };
  counting.count('/', browser);
  await vi.advanceTimersByTimeAsync(3 * PAUSE);
  counting.count('/', browser);
  const stopped = counting.stop();
  await vi.advanceTimersByTimeAsync(20 * PAUSE);
  await stopped;
  expect([most, sum(), vi.getTimerCount()]).toEqual([1, 2, 0]);
});

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
