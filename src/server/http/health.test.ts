import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHealth } from './health.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks once in a second, and tells the log once why the store is of no use, until it is well again', async () => {
  const logged: unknown[] = [];
  let [looks, isThere] = [0, true];
  const check = async () => {
    looks += 1;
    if (!isThere) throw new Error('gone');
  };
  const health = createHealth({ check }, (event, { error } = {}) => logged.push([event, String(error)]));
  const after = (seconds: number, there: boolean) => {
    vi.advanceTimersByTime(seconds * 1000 + 1);
    isThere = there;
    return health();
  };
  for (let i = 0; i < 10; i++) expect(await health()).toBe(true);
  expect(looks).toBe(1);
  expect([await after(1, false), await after(3600, false)]).toEqual([false, false]);
  expect(logged).toEqual([['store-unavailable', 'Error: gone']]);
  expect([await after(1, true), await after(1, false)]).toEqual([true, false]);
  expect(logged).toHaveLength(2);
});

it('tells the log of a store that does not answer', async () => {
  const logged: unknown[] = [];
  const health = createHealth({ check: () => new Promise(() => {}) }, (_, details) =>
    logged.push(details?.error),
  );
  const isWell = health();
  await vi.runAllTimersAsync();
  expect(await isWell).toBe(false);
  expect(logged).toEqual([expect.stringContaining('did not answer')]);
});
