import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../enquiries/store/sqlite.ts';
import { createStore } from '../enquiries/store/store.ts';
import { createHealth } from './health.ts';

it('tells the log once why the store is of no use, however often somebody asks, and again the next time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-'));
  const file = join(folder, 'enquiries.db');
  const store = createStore(openSqlite(file));
  let looks = 0;
  const told: unknown[] = [];
  const health = createHealth(
    {
      check: () => {
        looks += 1;
        return store.check();
      },
    },
    (event, { error } = {}) => told.push([event, String(error)]),
  );
  const askUntil = (wanted: boolean, atLeast: number) =>
    expect.poll(async () => (await health()) === wanted && looks >= atLeast).toBe(true);
  const line = ['store-unavailable', expect.stringMatching(/\S/)];

  // A folder in the place of the file: nothing can be stored.
  mkdirSync(file);
  await askUntil(false, 3);
  expect(told).toEqual([line]);
  rmSync(file, { recursive: true });
  await askUntil(true, 4);
  expect(told).toHaveLength(1);
  await store.close();
  rmSync(file);
  mkdirSync(file);
  await askUntil(false, 5);
  expect(told).toEqual([line, line]);
  await store.close();
  rmSync(folder, { recursive: true });
});

it('tells the log of a store that does not answer', async () => {
  const told: unknown[] = [];
  const health = createHealth({ check: () => new Promise(() => {}) }, (_, { error } = {}) =>
    told.push(error),
  );
  expect(await health()).toBe(false);
  expect(told).toEqual([expect.stringContaining('did not answer')]);
});
