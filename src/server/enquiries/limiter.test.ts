import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../tests/support/postgres.ts';
import { kept } from '../../lib/kept.ts';
import type { Database } from '../db/database.ts';
import { openPostgres } from '../db/postgres.ts';
import { createStore } from '../db/store.ts';
import { networksOf } from '../http/networks.ts';
import { createLimiter, type Limiter } from './limiter.ts';

const DAY = 24 * 60 * 60_000;
/** Whether each of them has to wait, one after the other. */
const waits = async (limiter: Limiter, ...addresses: string[]) => {
  const seconds = [];
  for (const address of addresses) seconds.push((await limiter.take(address)) > 0);
  return seconds;
};

describe('in memory', () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['each address of version 4 in any form', ['192.0.2.1', '::ffff:192.0.2.1'], '192.0.2.1', '192.0.2.2'],
    ['a /64 of version 6 as one visitor', ['2001:db8::1', '2001:db8::2:3'], '2001:db8::4', '2001:db8:0:1::1'],
    ['what is no address as one', ['', 'nonsense'], 'x', '192.0.2.1'],
    ['no version 4 as a network of version 6', ['32.1.13.184', '32.1.13.184'], '32.1.13.184', '2001:db8::1'],
  ])('counts %s', async (_, first, same, other) => {
    expect(await waits(createLimiter(2), ...first, same, other)).toEqual([false, false, true, false]);
  });

  it.each([
    ['a /56 at twice', 2, (i: number) => `2001:db8:0:${i.toString(16)}::1`],
    ['a /48 at four times', 4, (i: number) => `2001:db8:0:${(i * 256).toString(16)}::1`],
    ['a /32 at sixteen times', 16, (i: number) => `2001:db8:${i + 2}::1`],
    ['a /24 of version 4 at four times', 4, (i: number) => `198.51.100.${i}`],
    ['a /16 of version 4 at sixteen times', 16, (i: number) => `198.51.${i}.1`],
  ])('stops %s the limit, and nobody else', async (_, times, addressOf) => {
    const limiter = createLimiter(3);
    const waited = await waits(limiter, ...Array.from({ length: 60 }, (_, i) => addressOf(i)));
    expect(waited.indexOf(true)).toBe(3 * times);
    expect(await waits(limiter, '2001:db9::1', '192.0.2.1')).toEqual([false, false]);
  });

  it('does not let the refused use up what their neighbours have, and gives back what was not stored', async () => {
    const limiter = createLimiter(2);
    await waits(limiter, ...Array(50).fill('2001:db8::1'));
    expect(await waits(limiter, '2001:db8:0:1::1', '2001:db8:0:1::1')).toEqual([false, false]);
    await limiter.giveBack('2001:db8::1');
    expect(await waits(limiter, '2001:db8::1', '2001:db8::1')).toEqual([false, true]);
  });

  it('says how long to wait, and then forgets', async () => {
    vi.useFakeTimers();
    const limiter = createLimiter(1);
    await limiter.take('192.0.2.1');
    const seconds = await limiter.take('192.0.2.1');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(kept.windowMinutes * 60);
    vi.advanceTimersByTime(seconds * 1000);
    expect(await limiter.take('192.0.2.1')).toBe(0);
  });

  it('bounds questions as well, apart from what is stored', async () => {
    const limiter = createLimiter(1);
    const waited = Array.from({ length: 30 }, () => limiter.ask('192.0.2.1') > 0);
    expect(waited.indexOf(true)).toBe(20);
    expect([await limiter.take('192.0.2.1'), limiter.ask('192.0.2.2')]).toEqual([0, 0]);
  });

  it('keeps the last part of a day for networks that stored little, gives none too much, and begins anew', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    const limiter = createLimiter(1000);
    const room = async (address: string) => {
      await limiter.take(address);
      return limiter.roomOnDay(address, 200);
    };
    expect([await room('2001:db8::1'), await room('2001:db8:ffff::1')]).toEqual([200, 200]);
    for (let i = 3; i <= 20; i++) expect(await room(`2001:db8:${i}::1`)).toBe(100);
    expect(await room('2001:db8:aaaa::1')).toBe(0);
    await limiter.giveBack('2001:db8:aaaa::1');
    expect(limiter.roomOnDay('2001:db8:aaaa::1', 200)).toBe(100);
    expect([await room('2001:db9::1'), await room('192.0.2.1')]).toEqual([200, 200]);
    vi.setSystemTime(Date.UTC(2026, 0, 2));
    expect(await room('2001:db8::1')).toBe(200);
  });

  it('counts nothing when it is off', async () => {
    const limiter = createLimiter(0);
    expect(await waits(limiter, ...Array(50).fill('192.0.2.1'))).not.toContain(true);
    expect(limiter.ask('192.0.2.1')).toBe(0);
  });
});

describe('in PostgreSQL', () => {
  let postgres: RunningPostgres;
  let url: string;
  const opened: Database[] = [];
  const machine = () => {
    const database = openPostgres(url);
    opened.push(database);
    return { store: createStore(database), limiter: createLimiter(2, { database, secret: url }) };
  };
  const ask = async (sql: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  beforeEach(async () => {
    url = await postgres.newDatabase();
  });
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())));

  it('counts for several machines, without writing an address down', async () => {
    const [one, two] = [machine().limiter, machine().limiter];
    expect([await one.take('192.0.2.1'), await two.take('192.0.2.1')]).toEqual([0, 0]);
    expect(await one.take('192.0.2.1')).toBeGreaterThan(0);
    expect(await two.take('192.0.2.1')).toBeGreaterThan(0);
    await two.giveBack('192.0.2.1');
    expect(await one.take('192.0.2.1')).toBe(0);
    const rows = await ask('SELECT * FROM rate_limits');
    expect(rows).toHaveLength(networksOf('192.0.2.1').length);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
  });

  it('bars nobody for longer than its window, whatever the clock of another machine said', async () => {
    const ahead = machine().limiter;
    for (let i = 0; i < 3; i++) await ahead.take('192.0.2.1');
    await ask(`UPDATE rate_limits SET expire = expire + ${365 * DAY}`);
    const { store, limiter } = machine();
    expect([await limiter.take('192.0.2.1'), await limiter.take('192.0.2.1')]).toEqual([0, 0]);
    const wait = await machine().limiter.take('192.0.2.1');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(kept.windowMinutes * 60);
    // Nor is anything of an address that does not come back kept for a year.
    await ask(`UPDATE rate_limits SET expire = expire + ${365 * DAY}`);
    await store.forget();
    expect(await ask('SELECT * FROM rate_limits')).toEqual([]);
  });
});
