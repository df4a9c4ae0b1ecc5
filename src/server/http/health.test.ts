import { expect, it, vi } from 'vitest';
import { createHealth } from './health.ts';

it('looks once in a second, and tells the log once why the store is of no use, until it is well for a minute', async () => {
  const told: unknown[] = [];
  let [now, looks, isThere] = [0, 0, true];
  const check = async () => {
    looks += 1;
    if (!isThere) throw new Error('gone');
  };
  const health = createHealth(
    { check },
    (event, { error } = {}) => told.push([event, String(error)]),
    () => now,
  );
  const after = (seconds: number, there: boolean) => {
    now += seconds * 1000 + 1;
    isThere = there;
    return health();
  };
  for (let i = 0; i < 10; i++) expect(await health()).toBe(true);
  expect(looks).toBe(1);
  // It comes and goes, and then is gone for an hour.
  for (let i = 0; i < 3; i++) expect([await after(1, false), await after(1, true)]).toEqual([false, true]);
  expect([await after(1, false), await after(3600, false)]).toEqual([false, false]);
  expect(told).toEqual([['store-unavailable', 'Error: gone']]);
  expect([await after(1, true), await after(60, false)]).toEqual([true, false]);
  expect(told).toHaveLength(2);
});

it('tells the log of a store that does not answer', async () => {
  vi.useFakeTimers();
  const told: unknown[] = [];
  const health = createHealth({ check: () => new Promise(() => {}) }, (_, details) =>
    told.push(details?.error),
  );
  const isWell = health();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(await isWell).toBe(false);
  expect(told).toEqual([expect.stringContaining('did not answer')]);
});
