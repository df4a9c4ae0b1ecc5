import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../enquiries/store/sqlite.ts';
import { createStore } from '../enquiries/store/store.ts';
import { createHealth } from './health.ts';

it('looks once in a second, and tells the log once why the store is of no use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-'));
  const file = join(folder, 'enquiries.db');
  const store = createStore(openSqlite(file));
  const told: unknown[] = [];
  let now = 0;
  const health = createHealth(
    store,
    (event, { error } = {}) => told.push([event, String(error)]),
    () => now,
  );
  const after = (seconds: number) => {
    now += seconds * 1000 + 1;
    return health();
  };
  const away = join(folder, 'away.db');
  // With a folder in the place of the file, nothing can be stored.
  const lose = async () => {
    await store.close();
    renameSync(file, away);
    mkdirSync(file);
  };
  const giveBack = () => {
    rmSync(file, { recursive: true });
    renameSync(away, file);
  };
  const line = ['store-unavailable', expect.stringMatching(/\S/)];

  expect(await health()).toBe(true);
  await lose();
  expect(await health()).toBe(true);
  for (let i = 0; i < 3; i++) expect(await after(1)).toBe(false);
  expect(await after(3600)).toBe(false);
  expect(told).toEqual([line]);
  // It comes and goes.
  for (let i = 0; i < 3; i++) {
    giveBack();
    expect(await after(1)).toBe(true);
    await lose();
    expect(await after(1)).toBe(false);
  }
  expect(told).toEqual([line]);
  giveBack();
  expect(await after(1)).toBe(true);
  await lose();
  expect(await after(60)).toBe(false);
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
