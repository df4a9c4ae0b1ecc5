import { expect, it } from 'vitest';
import { incoming, onEachEngine } from '../../../tests/support/engines.ts';
import { retention } from '../../lib/retention.ts';
import type { Quota } from './intake.ts';

const WINDOW = retention.windowMinutes * 60_000;
const DAY = 24 * 60 * 60_000;

onEachEngine((engine) => {
  let count = 0;
  type Sending = Partial<Quota> & { provider?: string; spam?: string };
  /** Sends one enquiry from an address in a provider's network, and says what became of it. */
  async function sendOne(address: string, { provider, spam, ...quota }: Sending = {}, store = engine.store) {
    const networks = [
      { code: address, share: 1 },
      { code: provider ?? `of ${address}`, share: 4 },
    ];
    const limits = { perDay: 0, perAddress: 100, networks, ...quota };
    const added = await store.add(
      incoming({ message: `Message number ${++count}` }, { spam: spam ?? null, quota: limits }),
    );
    return typeof added === 'string' ? added : 'stored';
  }
  async function send(times: number, address: string, sending: Sending = {}) {
    const outcomes: string[] = [];
    while (outcomes.length < times) outcomes.push(await sendOne(address, sending));
    return outcomes;
  }
  const stored = (count: number) => Array(count).fill('stored');
  const codes = async () => (await engine.database.read('SELECT key FROM rate_limits')).length;

  it('takes so many of an address within ten minutes, a few times that of its network, and counts none it refuses', async () => {
    const limits = { perAddress: 2, provider: 'n' };
    expect(await send(5, 'a', limits)).toEqual([...stored(2), 'busy', 'busy', 'busy']);
    for (const neighbour of ['b', 'c', 'd']) expect(await send(2, neighbour, limits)).toEqual(stored(2));
    expect(await send(1, 'e', limits)).toEqual(['busy']);
    expect(await send(1, 'z', { perAddress: 2 })).toEqual(stored(1));
    engine.now += WINDOW;
    expect(await send(2, 'a', limits)).toEqual(stored(2));
  });

  it('counts for all processes together', async () => {
    await send(1, 'z');
    const stores = [engine.store, engine.another(), engine.another()];
    const atOnce = (address: string, sending: Sending) =>
      Promise.all(Array.from({ length: 15 }, (_, i) => sendOne(address, sending, stores[i % 3])));
    expect((await atOnce('a', { perAddress: 3 })).toSorted()).toEqual([
      ...Array(12).fill('busy'),
      ...stored(3),
    ]);
    expect((await atOnce('b', { perDay: 6 })).toSorted()).toEqual([...Array(13).fill('full'), ...stored(2)]);
  });

  it('takes so many a day, and fewer that are surely spam', async () => {
    const day = { perDay: 8, networks: [] };
    expect(await send(3, 'a', { ...day, spam: 'a robot' })).toEqual([...stored(2), 'full']);
    expect(await send(8, 'a', day)).toEqual([...stored(6), 'full', 'full']);
    engine.now += DAY;
    expect(await send(1, 'a', day)).toEqual(stored(1));
  });

  it('gives one provider’s network a tenth of the day, and the last half to those that sent at most one', async () => {
    const day = { perDay: 110 };
    for (const one of ['a', 'b', 'c', 'd']) expect(await send(12, one, day)).toEqual([...stored(11), 'full']);
    expect(await send(11, 'e', day)).toEqual(stored(11));
    expect(await send(3, 'f', day)).toEqual([...stored(2), 'full']);
    // An office may send a few, however little the day may bring.
    engine.now += DAY;
    expect(await send(11, 'a', { perDay: 30 })).toEqual([...stored(10), 'full']);
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
