import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startPostgres } from '../../../tests/support/postgres.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { openPostgres } from './postgres.ts';
import { createStore } from './store.ts';

const often = async (limiter: Limiter, ...addresses: string[]) => {
  const waits = [];
  for (const address of addresses) waits.push((await limiter(address)) > 0);
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

  it('counts a network of version 6 as one visitor', async () => {
    const limiter = createLimiter(2);
    expect(await often(limiter, '2001:db8::1', '2001:db8::2:3', '2001:db8:0:1::1', '2001:db8::4')).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('says how long to wait', async () => {
    const limiter = createLimiter(1);
    await limiter('192.0.2.1');
    const seconds = await limiter('192.0.2.1');
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
  });

  it('counts nothing when it is off', async () => {
    expect(await often(createLimiter(0), ...Array(50).fill('192.0.2.1'))).not.toContain(true);
  });
});

describe('in PostgreSQL', () => {
  it('counts for several machines, without writing an address down', async () => {
    const postgres = await startPostgres();
    const url = await postgres.newDatabase();
    const machines = [openPostgres(url), openPostgres(url)];
    await Promise.all(machines.map((machine) => createStore(machine).ping()));
    const [one, two] = machines.map(({ pool }) => createLimiter(2, { pool, secret: url })) as [
      Limiter,
      Limiter,
    ];
    expect([await one('192.0.2.1'), await two('192.0.2.1')]).toEqual([0, 0]);
    expect(await one('192.0.2.1')).toBeGreaterThan(0);
    expect(await two('192.0.2.1')).toBeGreaterThan(0);
    expect(await two('192.0.2.2')).toBe(0);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query('SELECT * FROM rate_limits');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    await client.end();
    await Promise.all(machines.map((machine) => machine.close()));
    await postgres.remove();
  });
});
