import { describe, expect, it } from 'vitest';
import { incoming, onEachEngine, referenceOf } from '../../../tests/support/engines.ts';
import { type Claimed, type Kind, LEASE_MS, stateOf } from './deliveries.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const [ONE, TWO, NEW] = ['one@firm.example', 'two@firm.example', 'new@firm.example'];

onEachEngine((engine) => {
  let messages = 0;
  const add = async (rest: Parameters<typeof incoming>[1] = {}) =>
    referenceOf(await engine.store.add(incoming({ message: `Message number ${++messages}` }, rest)));
  const claim = (kind: Kind = 'mail', limit = 10) => engine.store.claim(kind, limit);
  const claimed = async (kind?: Kind) => (await claim(kind)).map(({ reference }) => reference);
  const claimOne = async (): Promise<Claimed> => {
    const [one] = await claim('mail', 1);
    if (!one) throw new Error('nothing was claimed');
    return one;
  };
  const deliveryOf = async (reference: string) => (await engine.store.find(reference))?.deliveries[0];

  it('is handed to one process alone, by its kind', async () => {
    const stores = [engine.store, engine.another(), engine.another()];
    for (let i = 0; i < 12; i++) await add();
    const lots = await Promise.all(stores.map((one) => one.claim('mail', 5)));
    const references = [...lots.flat().map(({ reference }) => reference), ...(await claimed())];
    expect([references.length, new Set(references).size]).toEqual([12, 12]);
    expect([await claimed(), await claimed('webhook')]).toEqual([[], []]);
  });

  it('is taken back from a dead process, which then undoes nothing', async () => {
    const reference = await add();
    const first = await claimOne();
    expect(first).toEqual({ reference, kind: 'mail', recipient: '', tries: 1 });
    engine.now += LEASE_MS - 1;
    expect(await claimed()).toEqual([]);
    engine.now += 1;
    const second = await claimOne();
    expect(second).toMatchObject({ reference, tries: 2 });
    await engine.store.settle(second, { state: 'parked', error: 'second' });
    await engine.store.settle(first, { state: 'waiting', error: 'first', dueAt: engine.now });
    expect(await deliveryOf(reference)).toMatchObject({ state: 'parked', error: 'second' });
  });

  it('goes out after the clock was moved back, tried before or not', async () => {
    engine.now += 400 * DAY;
    const tried = await add();
    await engine.store.settle(await claimOne(), { state: 'waiting', error: 'busy', dueAt: engine.now });
    const untried = await add();
    engine.now -= 400 * DAY;
    expect(await claimed()).toEqual([untried, tried]);
    expect(await claimed()).toEqual([]);
  });

  it('of spam is held back until the owner takes it back', async () => {
    const reference = await add({ spam: 'hidden field' });
    expect(await claimed()).toEqual([]);
    expect(await engine.store.standing(['mail'])).toMatchObject({ waiting: 0, parked: 0 });
    await engine.store.mark(reference, null, 'Ada');
    expect(await claimed()).toEqual([reference]);
    await engine.store.mark(reference, 'by hand', 'Ada');
    engine.now += DAY;
    expect(await claimed()).toEqual([]);
  });

  it.each([
    ['waiting', 'held'],
    ['parked', 'held'],
    ['sent', 'sent'],
  ] as const)('that ends in %s after it became spam is %s', async (state, after) => {
    const reference = await add();
    const one = await claimOne();
    await engine.store.mark(reference, 'by hand', 'Ada');
    await engine.store.settle(one, { state, error: 'busy', dueAt: engine.now });
    engine.now += DAY;
    expect(await claimed()).toEqual([]);
    expect(await deliveryOf(reference)).toMatchObject({ state: after, error: 'busy' });
    await engine.store.mark(reference, null, 'Ada');
    expect(await claimed()).toEqual(after === 'held' ? [reference] : []);
  });

  it('calls sent what was mailed to the owner, whatever else is held back', async () => {
    const reference = await add({ kinds: ['mail', 'acknowledgement'] });
    for (const [kind, state] of Object.entries({ mail: 'sent', acknowledgement: 'held' } as const))
      for (const one of await claim(kind as Kind)) await engine.store.settle(one, { state });
    const [found] = await engine.store.list({ state: 'sent' });
    expect([found?.reference, stateOf(found?.deliveries ?? [])]).toEqual([reference, 'sent']);
    engine.now += DAY;
    expect(await claimed('acknowledgement')).toEqual([]);
  });

  it('tells what waits and what was refused, of what the owner should have got', async () => {
    const standing = () => engine.store.standing(['mail', 'acknowledgement']);
    expect(await standing()).toEqual({ parked: 0, waiting: 0, waitingSince: undefined });
    const waitingSince = new Date(engine.now);
    await add({ kinds: ['mail', 'acknowledgement', 'webhook'] });
    engine.now += HOUR;
    await add();
    expect(await standing()).toEqual({ parked: 0, waiting: 2, waitingSince });
    // Deliveries to a system that is no longer configured are not reported.
    expect(await engine.store.standing(['mail', 'webhook'])).toMatchObject({ waiting: 3 });
    for (const kind of ['mail', 'acknowledgement'] as const)
      for (const one of await claim(kind, 1))
        await engine.store.settle(one, { state: 'parked', error: '550 no' });
    expect(await standing()).toMatchObject({ parked: 1, waiting: 1 });
    expect(await engine.store.resendAll()).toBe(2);
    expect(await standing()).toMatchObject({ parked: 0, waiting: 2 });
  });

  describe('a mail to the firm', () => {
    const claimFor = (recipients: string[], limit = 10) => engine.store.claim('mail', limit, recipients);
    const recipientsOf = (lot: { recipient: string }[]) => lot.map(({ recipient }) => recipient).sort();
    const states = async (reference: string) =>
      Object.fromEntries(
        ((await engine.store.find(reference))?.deliveries ?? []).map(({ recipient, state }) => [
          recipient,
          state,
        ]),
      );
    /** One has it, and the other one’s server says this. */
    async function sendToOne(state: 'waiting' | 'parked'): Promise<string> {
      const reference = await add();
      for (const one of await claimFor([ONE, TWO]))
        if (one.recipient === ONE) await engine.store.settle(one, { state: 'sent' });
        else await engine.store.settle(one, { state, error: 'no', dueAt: engine.now });
      return reference;
    }

    it('is a delivery for each recipient from its first claim on, for one process alone', async () => {
      const reference = await add();
      expect(await states(reference)).toEqual({ '': 'waiting' });
      const lots = await Promise.all([claimFor([ONE, TWO]), claimFor([ONE, TWO])]);
      expect(recipientsOf(lots.flat())).toEqual([ONE, TWO]);
      expect(await claimFor([ONE, TWO])).toEqual([]);
    });

    it('is claimed no more often at a time than is wanted, and the rest next', async () => {
      await add();
      expect([...(await claimFor([ONE, TWO], 1)), ...(await claimFor([ONE, TWO], 1))]).toHaveLength(2);
    });

    it('that waits goes to who is a recipient now, and to no one who has it', async () => {
      const reference = await sendToOne('waiting');
      expect(recipientsOf(await claimFor([ONE, NEW]))).toEqual([NEW]);
      expect(await states(reference)).toEqual({ [ONE]: 'sent', [NEW]: 'waiting' });
      engine.now += DAY;
      expect(await claimFor([ONE])).toEqual([]);
      expect(await states(reference)).toEqual({ [ONE]: 'sent' });
    });

    it('that was refused goes to no one who has it, unless it is asked for by name', async () => {
      const reference = await sendToOne('parked');
      expect(await engine.store.resendAll()).toBe(1);
      expect(recipientsOf(await claimFor([ONE, NEW]))).toEqual([NEW]);
      expect(await engine.store.resend(reference, 'Ada')).toEqual(['mail']);
      expect(recipientsOf(await claimFor([ONE, NEW]))).toEqual([NEW, ONE]);
    });
  });

  describe('the daily mail about what was set aside', () => {
    const setAside = () => add({ spam: 'hidden field' });

    it('is sent once a day where there is any, by one process, and counts each message once', async () => {
      expect(await engine.store.claimSetAside()).toBeUndefined();
      for (let i = 0; i < 2; i++) await setAside();
      await engine.store.mark(await setAside(), 'by hand', 'Ada');
      expect(await engine.store.claimSetAside()).toBeUndefined();
      engine.now += DAY;
      const both = [engine.store.claimSetAside(), engine.another().claimSetAside()];
      const [due, ...more] = (await Promise.all(both)).filter((one) => one !== undefined);
      expect([due?.count, more]).toEqual([2, []]);
      for (const hours of [1, 24, 24]) {
        engine.now += hours * HOUR;
        expect(await engine.another().claimSetAside()).toBeUndefined();
      }
      await setAside();
      engine.now += DAY;
      expect(await engine.store.claimSetAside()).toMatchObject({ count: 1 });
    });

    it('that failed is tried again within the hour, and tells of what came since too', async () => {
      await engine.store.claimSetAside();
      const since = new Date(engine.now);
      await setAside();
      engine.now += DAY;
      const due = await engine.store.claimSetAside();
      expect(due).toEqual({ count: 1, since });
      if (due) await engine.store.releaseSetAside(due);
      await setAside();
      engine.now += HOUR;
      expect(await engine.store.claimSetAside()).toMatchObject({ count: 2, since });
    });

    it('begins with the time that is, where a clock was ahead', async () => {
      engine.now += 400 * DAY;
      await engine.store.claimSetAside();
      engine.now -= 400 * DAY;
      expect(await engine.store.claimSetAside()).toBeUndefined();
      await setAside();
      engine.now += DAY;
      expect(await engine.store.claimSetAside()).toMatchObject({ count: 1 });
    });
  });
});
