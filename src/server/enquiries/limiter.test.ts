import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startPostgres } from '../../../tests/support/postgres.ts';
import { createCounts, createSeen } from './counts.ts';
import { createLimiter, type Limiter } from './limiter.ts';
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
  ])('stops %s the limit, and nobody else', async (_, times, addressOf) => {
    const limiter = createLimiter(3);
    const waits = await often(limiter, ...Array.from({ length: 20 }, (_, i) => addressOf(i)));
    expect(waits.indexOf(true)).toBe(3 * times);
    expect(await often(limiter, '2001:db8:1::1', '192.0.2.1')).toEqual([false, false]);
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

  it('knows whose network has sent something today', () => {
    const limiter = createLimiter(1);
    expect(limiter.isFirst('2001:db8::1')).toBe(true);
    expect(limiter.isFirst('2001:db8:0:ffff::1')).toBe(false);
    expect(limiter.isFirst('2001:db8:1::1')).toBe(true);
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
        limiter.isFirst(address);
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

  it('are remembered for a day, and hardly a stranger with them', () => {
    const seen = createSeen(60_000, () => 0);
    for (const name of names) seen.add(name);
    expect(names.filter((name, i) => i % 100 === 0 && seen.add(name))).toEqual([]);
    const strangers = Array.from({ length: 1000 }, (_, i) => `192.0.2.${i}`);
    expect(strangers.filter((name) => !seen.add(name)).length).toBeLessThan(20);
  });
});

it('forgets everything when the time is over', () => {
  let now = 0;
  const counts = createCounts(1000, () => now);
  const seen = createSeen(1000, () => now);
  const count = () => counts.of(counts.placeOf('a'), 0);
  counts.add(counts.placeOf('a'), 0, 1);
  seen.add('a');
  expect([count(), seen.add('a'), counts.left()]).toEqual([1, false, 1000]);
  now = 1000;
  expect([count(), seen.add('a')]).toEqual([0, true]);
  counts.add(counts.placeOf('a'), 0, -1);
  expect(count()).toBe(0);
});

describe('in PostgreSQL', () => {
  it('counts for several machines, without writing an address down', async () => {
    const postgres = await startPostgres();
    const url = await postgres.newDatabase();
    const machines = [openPostgres(url), openPostgres(url)];
    await Promise.all(machines.map((machine) => createStore(machine).check()));
    const [one, two] = machines.map((database) => createLimiter(2, { database, secret: url })) as [
      Limiter,
      Limiter,
    ];
    expect([await one.take('192.0.2.1'), await two.take('192.0.2.1')]).toEqual([0, 0]);
    expect(await one.take('192.0.2.1')).toBeGreaterThan(0);
    expect(await two.take('192.0.2.1')).toBeGreaterThan(0);
    await two.giveBack('192.0.2.1');
    expect(await one.take('192.0.2.1')).toBe(0);
    expect(await two.take('2001:db8::1')).toBe(0);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query('SELECT * FROM rate_limits');
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    await client.end();
    await Promise.all(machines.map((machine) => machine.close()));
    await postgres.remove();
  });
});
