import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Views } from '../db/visits.ts';
import { startCounting } from './start.ts';

const PAUSE = 10_000;
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
let stored: Views[];
let logged: string[];
let mood: () => Promise<void>;
const store = {
  add: async (lot: Views[]) => {
    await mood();
    stored.push(...lot);
  },
};
const sum = () => stored.reduce((total, { views }) => total + views, 0);

beforeEach(() => {
  vi.useFakeTimers();
  [stored, logged, mood] = [[], [], async () => {}];
});
afterEach(() => vi.useRealTimers());

it('keeps what could not be stored, says so once, tries again, and stores the rest when it stops', async () => {
  const counting = startCounting(store, (event) => logged.push(event));
  mood = () => Promise.reject(new Error('away'));
  for (let i = 0; i < 5; i++) {
    counting.count('/', browser);
    await vi.advanceTimersByTimeAsync(PAUSE);
  }
  expect([sum(), logged]).toEqual([0, ['visits-not-stored']]);
  mood = async () => {};
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect(sum()).toBe(5);
  counting.count('/', browser);
  await counting.stop();
  expect([sum(), vi.getTimerCount()]).toEqual([6, 0]);
});

it('counts nothing twice where a store fails in the middle', async () => {
  const counting = startCounting(store, () => {});
  for (let i = 0; i < 450; i++) counting.count(`/${i}`, browser);
  let calls = 0;
  mood = async () => {
    calls += 1;
    if (calls === 2) throw new Error('away');
  };
  await vi.advanceTimersByTimeAsync(2 * PAUSE);
  expect([sum(), new Set(stored.map(({ path }) => path)).size]).toEqual([450, 450]);
  await counting.stop();
});
