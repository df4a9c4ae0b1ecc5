import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../tests/support/postgres.ts';
import { kept } from '../../lib/kept.ts';
import { networksOf } from '../http/networks.ts';
import { createCounts } from './counts.ts';
import { createDay } from './day.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import type { Database } from './store/database.ts';
import { openPostgres } from './store/postgres.ts';
import { createStore } from './store/store.ts';

const often = async (limiter: Limiter, ...addresses: string[]) => {
  const waits = [];
  for (const address of addresses) waits.push((await limiter.take(address)) > 0);
  return waits;
};

describe('in memory', () => {
  it('counts each address of version 4, however it is written', async () => {
    const limiter = createLimiter(2);
    expect(await often(limiter, '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2', '192.0.2.1')).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('counts a /64 of version 6 as one visitor', async () => {
    const limiter = createLimiter(2);
    expect(await often(limiter, '2001:db8::1', '2001:db8::2:3', '2001:db8:0:1::1', '2001:db8::4')).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it.each([
    ['a /56 at twice', 2, (i: number) => `2001:db8:0:${i.toString(16)}::1`],
    ['a /48 at four times', 4, (i: number) => `2001:db8:0:${(i * 256).toString(16)}::1`],
    ['a /32 at sixteen times', 16, (i: number) => `2001:db8:${i + 2}::1`],
    ['a /24 of version 4 at four times', 4, (i: number) => `198.51.100.${i}`],
    ['a /16 of version 4 at sixteen times', 16, (i: number) => `198.51.${i}.1`],
  ])('stops %s the limit, and nobody else', async (_, times, addressOf) => {
    const limiter = createLimiter(3);
    const waits = await often(limiter, ...Array.from({ length: 60 }, (_, i) => addressOf(i)));
    expect(waits.indexOf(true)).toBe(3 * times);
    expect(await often(limiter, '2001:db9::1', '192.0.2.1')).toEqual([false, false]);
  });

  it('does not take an address of version 4 for a network of version 6', async () => {
    const limiter = createLimiter(1);
    expect(await often(limiter, '32.1.13.184', '2001:db8::1', '32.1.13.184')).toEqual([false, false, true]);
  });

  it('does not let the refused use up what their neighbours have', async () => {
    const limiter = createLimiter(2);
    await often(limiter, ...Array(50).fill('2001:db8::1'));
    expect(await often(limiter, '2001:db8:0:1::1', '2001:db8:0:1::1')).toEqual([false, false]);
  });

  it('gives back what was not stored', async () => {
    const limiter = createLimiter(1);
    for (let i = 0; i < 5; i++) {
      expect(await limiter.take('2001:db8::1')).toBe(0);
      await limiter.giveBack('2001:db8::1');
    }
  });

  it('says how long to wait', async () => {
    const limiter = createLimiter(1);
    await limiter.take('192.0.2.1');
    const seconds = await limiter.take('192.0.2.1');
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
  });

  it('bounds questions as well, apart from what is stored', async () => {
    const limiter = createLimiter(1);
    const waits = Array.from({ length: 30 }, () => limiter.ask('192.0.2.1') > 0);
    expect(waits.indexOf(true)).toBe(20);
    expect(await limiter.take('192.0.2.1')).toBe(0);
    expect(limiter.ask('192.0.2.2')).toBe(0);
  });

  it('keeps the last part of a day for networks that stored little, and gives none too much', async () => {
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
  });

  it('begins every day anew', () => {
    let now = Date.UTC(2026, 0, 1);
    const day = createDay(() => now);
    const networks = networksOf('192.0.2.1');
    for (let i = 0; i < 50; i++) day.count(networks, 1);
    expect(day.roomFor(networks, 200)).toBe(0);
    now = Date.UTC(2026, 0, 2);
    day.count(networks, 1);
    expect(day.roomFor(networks, 200)).toBe(200);
  });

  it('counts what is no address as one', async () => {
    expect(await often(createLimiter(1), '', 'nonsense')).toEqual([false, true]);
  });

  it('counts nothing when it is off', async () => {
    const limiter = createLimiter(0);
    expect(await often(limiter, ...Array(50).fill('192.0.2.1'))).not.toContain(true);
    expect(limiter.ask('192.0.2.1')).toBe(0);
  });
});

describe('a million addresses', () => {
  const names = Array.from({ length: 1_000_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);

  it('fit into 50 MiB', () => {
    const script = `
      import { createLimiter } from ${JSON.stringify(new URL('limiter.ts', import.meta.url).href)};
      const held = () => {
        gc();
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };
      const before = held();
      const limiter = createLimiter(10);
      for (let i = 0; i < 1_000_000; i++) {
        const address = \`10.\${i >> 16}.\${(i >> 8) & 255}.\${i & 255}\`;
        await limiter.take(address);
      }
      console.log(held() - before);`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--expose-gc', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    // More than nothing, or it was not measured.
    expect(Number(stdout) / 2 ** 20).toBeGreaterThan(10);
    expect(Number(stdout) / 2 ** 20).toBeLessThan(50);
  });

  it('are told apart', () => {
    const counts = createCounts(60_000, () => 0);
    for (const name of names) counts.add(counts.placeOf(name), 0, 1);
    const of = (name: string, thing: 0 | 1 = 0) => counts.of(counts.placeOf(name), thing);
    const wrong = names.filter((name, i) => i % 100 === 0 && of(name) !== 1);
    expect(wrong).toEqual([]);
    expect(of('192.0.2.1')).toBe(0);
    expect(of(names[0] ?? '', 1)).toBe(0);
  });
});

it('forgets everything when the time is over', () => {
  let now = 0;
  const counts = createCounts(1000, () => now);
  const count = () => counts.of(counts.placeOf('a'), 0);
  counts.add(counts.placeOf('a'), 0, 1);
  expect([count(), counts.left()]).toEqual([1, 1000]);
  now = 1000;
  expect(count()).toBe(0);
  counts.add(counts.placeOf('a'), 0, -1);
  expect(count()).toBe(0);
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
    expect(await two.take('2001:db8::1')).toBe(0);
    const rows = await ask('SELECT * FROM rate_limits');
    expect(rows).toHaveLength(networksOf('192.0.2.1').length + networksOf('2001:db8::1').length);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
  });

  it('bars nobody for longer than its window, whatever the clock of another machine said', async () => {
    const ahead = machine().limiter;
    for (let i = 0; i < 3; i++) await ahead.take('192.0.2.1');
    await ask(`UPDATE rate_limits SET expire = expire + ${365 * 24 * 60 * 60_000}`);
    const { store, limiter } = machine();
    expect([await limiter.take('192.0.2.1'), await limiter.take('192.0.2.1')]).toEqual([0, 0]);
    const wait = await machine().limiter.take('192.0.2.1');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(kept.windowMinutes * 60);
    // Nor is anything of an address that does not come back kept for a year.
    await ask(`UPDATE rate_limits SET expire = expire + ${365 * 24 * 60 * 60_000}`);
    await store.forget();
    expect(await ask('SELECT * FROM rate_limits')).toEqual([]);
  });
});
