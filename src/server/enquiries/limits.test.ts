import fastify from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { retention } from '../../lib/retention.ts';
import { limitRequests, quotas } from './limits.ts';

describe('requests', () => {
  afterEach(() => void vi.useRealTimers());

  /** Asks once from each address, and answers with the seconds that each has to wait. */
  async function visitors(enquiriesPerAddress: number) {
    const app = fastify({ trustProxy: true });
    onTestFinished(() => app.close());
    const count = await limitRequests(app, enquiriesPerAddress);
    app.get('/', (request) => count(request));
    return async (...addresses: string[]) => {
      const waits: number[] = [];
      for (const address of addresses)
        waits.push((await app.inject({ url: '/', headers: { 'x-forwarded-for': address } })).json());
      return waits;
    };
  }
  const each = (count: number, addressOf: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => addressOf(i));
  const same = (count: number, address: string) => each(count, () => address);

  it.each([
    ['an address of version 4 at 20', 20, () => '192.0.2.1'],
    ['its /24 at four times as many', 80, (i: number) => `198.51.100.${i % 200}`],
    ['its /16 at sixteen times', 320, (i: number) => `198.51.${i % 200}.1`],
    ['a /64 of version 6 at 20', 20, (i: number) => `2001:db8::${i}`],
    ['its /56 at twice as many', 40, (i: number) => `2001:db8:0:${(i % 200).toString(16)}::1`],
    ['its /48 at four times', 80, (i: number) => `2001:db8:0:${((i % 200) * 256).toString(16)}::1`],
    ['its /32 at sixteen times', 320, (i: number) => `2001:db8:${i % 200}::1`],
    ['an address of version 4, whatever its port', 20, (i: number) => `192.0.2.1:${i}`],
    ['a /64 of version 6, whatever its port', 20, (i: number) => `[2001:db8::${i}]:${i}`],
    ['what is no address as one', 20, (i: number) => `nonsense ${i}`],
  ])('stop %s, and none elsewhere', async (_, most, addressOf) => {
    const ask = await visitors(1);
    const waits = await ask(...each(most + 1, addressOf));
    expect(waits.slice(0, most)).toEqual(Array(most).fill(0));
    expect(waits[most]).toBeGreaterThan(0);
    expect(await ask('2001:db9::1', '203.0.113.1')).toEqual([0, 0]);
  });

  it('that are refused use up nothing of what the neighbours may ask', async () => {
    const ask = await visitors(1);
    await ask(...same(500, '192.0.2.1'));
    expect(await ask(...same(20, '192.0.2.2'))).toEqual(Array(20).fill(0));
  });

  it('get the time to wait, and are then forgotten', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const ask = await visitors(1);
    const [wait = 0] = (await ask(...same(21, '192.0.2.1'))).slice(-1);
    expect(wait).toBeLessThanOrEqual(retention.windowMinutes * 60);
    vi.setSystemTime(Date.now() + wait * 1000);
    expect(await ask('192.0.2.1')).toEqual([0]);
  });

  it('from very many addresses make it forget an address that was quiet, but not their provider', async () => {
    const ask = await visitors(1);
    await ask(...same(20, '192.0.2.1'), ...each(320, (i) => `198.51.${i % 200}.1`));
    await ask(...each(10_001, (i) => `2001:${(i % 3000).toString(16)}:${i.toString(16)}::1`));
    expect(await ask('192.0.2.1')).toEqual([0]);
    expect((await ask('198.51.222.1'))[0]).toBeGreaterThan(0);
  });
});

describe('the codes of networks', () => {
  const postgres = { database: { url: 'postgres://db.example/site' }, rateLimit: 10, dailyLimit: 100 };
  const codes = (address: string, limits: Parameters<typeof quotas>[0] = postgres) =>
    quotas(limits)(address).networks.map(({ code }) => code);

  it('are the same for an address in any form, on each machine, and others for others', () => {
    expect(codes('::ffff:192.0.2.1')).toEqual(codes('192.0.2.1'));
    expect(codes('2001:db8::2:3')).toEqual(codes('2001:db8::1'));
    const [one, other] = [codes('192.0.2.1'), codes('192.0.2.2')];
    expect([one[0] === other[0], one[1] === other[1]]).toEqual([false, true]);
    expect(codes('32.1.13.184').filter((code) => codes('2001:db8::1').includes(code))).toEqual([]);
    for (const code of one) expect(code).toMatch(/^[\w-]{43}$/);
  });

  it('cannot be made again by another process where the store is a file', () => {
    const file = { ...postgres, database: { file: 'enquiries.db' } };
    expect(codes('192.0.2.1', file)).not.toEqual(codes('192.0.2.1', file));
  });
});
