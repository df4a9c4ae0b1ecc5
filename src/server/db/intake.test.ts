import { expect, it } from 'vitest';
import { incoming, onEachEngine } from '../../../tests/support/engines.ts';
import { kept } from '../../lib/kept.ts';
import type { Quota } from './intake.ts';

const WINDOW = kept.windowMinutes * 60_000;
const DAY = 24 * 60 * 60_000;

onEachEngine((engine) => {
  let count = 0;
  /** Sends so many enquiries from an address in a provider's network, and says what became of each. */
  const send = async (
    times: number,
    address: string,
    {
      provider = `of ${address}`,
      spam = null as string | null,
      ...quota
    }: Partial<Quota> & { provider?: string; spam?: string | null } = {},
    stores = [engine.store],
  ) => {
    const networks = [
      { code: address, share: 1 },
      { code: provider, share: 4 },
    ];
    const one = async (i: number) => {
      const added = await (stores[i % stores.length] ?? engine.store).add(
        incoming(
          { message: `Message number ${++count}` },
          { spam, quota: { perDay: 0, perAddress: 100, networks, ...quota } },
        ),
      );
      return typeof added === 'string' ? added : 'stored';
    };
    return (await Promise.all(Array.from({ length: times }, (_, i) => one(i)))).toSorted();
  };
  const stored = (count: number) => Array(count).fill('stored');
  const codes = async () => (await engine.database.read('SELECT key FROM rate_limits')).length;

  it('takes so many of an address within ten minutes, a few times that of its network, and counts none it refuses', async () => {
    const limits = { perAddress: 2, provider: 'n' };
    expect(await send(50, 'a', limits)).toEqual([...Array(48).fill('busy'), ...stored(2)]);
    for (const neighbour of ['b', 'c', 'd']) expect(await send(2, neighbour, limits)).toEqual(stored(2));
    expect(await send(1, 'e', limits)).toEqual(['busy']);
    expect(await send(1, 'z', { perAddress: 2 })).toEqual(stored(1));
    engine.now += WINDOW;
    expect(await send(2, 'a', limits)).toEqual(stored(2));
  });

  it('counts for all processes together', async () => {
    await send(1, 'z');
    const stores = [engine.store, engine.another(), engine.another()];
    expect(await send(20, 'a', { perAddress: 3 }, stores)).toEqual([...Array(17).fill('busy'), ...stored(3)]);
    expect(await send(20, 'b', { perDay: 10, provider: 'n' }, stores)).toEqual([
      ...Array(18).fill('full'),
      ...stored(2),
    ]);
  });

  it('takes so many a day, and fewer that are surely spam', async () => {
    const day = { perDay: 8, networks: [] };
    expect(await send(3, 'a', { ...day, spam: 'a robot' })).toEqual(['full', ...stored(2)]);
    expect(await send(8, 'a', day)).toEqual([...Array(2).fill('full'), ...stored(6)]);
    engine.now += DAY;
    expect(await send(1, 'a', day)).toEqual(stored(1));
  });

  it('gives one provider’s network a tenth of the day, and the last half to those that sent at most one', async () => {
    const day = { perDay: 200 };
    expect(await send(30, 'a', day)).toEqual([...Array(10).fill('full'), ...stored(20)]);
    for (const other of ['b', 'c', 'd', 'e']) expect(await send(20, other, day)).toEqual(stored(20));
    expect(await send(5, 'f', day)).toEqual([...Array(3).fill('full'), ...stored(2)]);
    expect(await send(1, 'b', day)).toEqual(['full']);
    // An office may send a few, however little the day may bring.
    engine.now += DAY;
    expect(await send(12, 'a', { perDay: 30 })).toEqual([...Array(2).fill('full'), ...stored(10)]);
  });

  it('forgets its codes when they are over, and what a clock that was ahead has written', async () => {
    await send(5, 'a');
    expect(await codes()).toBeGreaterThan(0);
    engine.now += DAY + WINDOW;
    await engine.store.forget();
    expect(await codes()).toBe(0);

    const limits = { perAddress: 2, perDay: 2 };
    engine.now += 400 * DAY;
    await send(2, 'a', limits);
    engine.now -= 400 * DAY;
    expect(await send(1, 'a', limits)).toEqual(stored(1));
    await send(1, 'b');
    engine.now -= 400 * DAY;
    await engine.store.forget();
    expect(await codes()).toBe(0);
    engine.now += 400 * DAY;
    expect(await send(1, 'a', limits)).toEqual(stored(1));
  });
});
