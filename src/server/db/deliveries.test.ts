import { describe, expect, it } from 'vitest';
import { incoming, onEachEngine, referenceOf } from '../../../tests/support/engines.ts';
import { fifthVersion } from '../../../tests/support/fifth-version.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const [ONE, TWO, NEW] = ['one@firm.example', 'two@firm.example', 'new@firm.example'];

onEachEngine((engine) => {
  const add = async (...parameters: Parameters<typeof incoming>) =>
    referenceOf(await engine.store.add(incoming(...parameters)));
  const claim = (recipients: string[], limit = 10) =>
    engine.store.claim('mail', { lease: 60_000, longestDelay: 4 * HOUR, limit, recipients });
  const recipientsOf = (claimed: { recipient: string }[]) => claimed.map(({ recipient }) => recipient).sort();
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
    for (const claimed of await claim([ONE, TWO]))
      if (claimed.recipient === ONE) await engine.store.settle(claimed, { state: 'sent' });
      else await engine.store.settle(claimed, { state, error: 'no', dueAt: engine.now });
    return reference;
  }

  describe('a mail to the firm', () => {
    it('is a delivery for each recipient from its first claim on, for one process alone', async () => {
      const reference = await add();
      expect(await states(reference)).toEqual({ '': 'waiting' });
      const lots = await Promise.all([claim([ONE, TWO]), claim([ONE, TWO])]);
      expect(lots.flat()).toHaveLength(2);
      expect(recipientsOf(lots.flat())).toEqual([ONE, TWO]);
      expect(await claim([ONE, TWO])).toEqual([]);
    });

    it('is claimed no more often at a time than is wanted, and the rest next', async () => {
      await add();
      expect([...(await claim([ONE, TWO], 1)), ...(await claim([ONE, TWO], 1))]).toHaveLength(2);
    });

    it('that waits goes to who is a recipient now, and to no one who has it', async () => {
      const reference = await sendToOne('waiting');
      expect(recipientsOf(await claim([ONE, NEW]))).toEqual([NEW]);
      expect(await states(reference)).toEqual({ [ONE]: 'sent', [NEW]: 'waiting' });
      engine.now += DAY;
      expect(await claim([ONE])).toEqual([]);
      expect(await states(reference)).toEqual({ [ONE]: 'sent' });
    });

    it('that was refused goes to no one who has it, unless it is asked for by name', async () => {
      const reference = await sendToOne('parked');
      expect(await engine.store.resendAll()).toBe(1);
      expect(recipientsOf(await claim([ONE, NEW]))).toEqual([NEW]);
      expect(await engine.store.resend(reference, 'Ada')).toEqual(['mail']);
      expect(recipientsOf(await claim([ONE, NEW]))).toEqual([NEW, ONE]);
    });
  });

  it('carries a store of the version before over: who has a mail does not get it again', async () => {
    await engine.execute(...fifthVersion(engine.isSqlite));
    expect(await states('BBBB-BBBB')).toEqual({ '': 'parked', [ONE]: 'sent' });
    const claimed = await claim([ONE, TWO]);
    expect(claimed.map(({ reference, recipient }) => `${reference} ${recipient}`).sort()).toEqual([
      `BBBB-BBBB ${TWO}`,
      `CCCC-CCCC ${ONE}`,
      `CCCC-CCCC ${TWO}`,
    ]);
    expect((await engine.store.find('BBBB-BBBB'))?.deliveries).toContainEqual(
      expect.objectContaining({ kind: 'webhook', state: 'parked', error: '404' }),
    );
    expect((await engine.store.find('DDDD-DDDD'))?.deliveries).toMatchObject([
      { recipient: '', state: 'sent', acceptedBy: 'mail.example:465' },
    ]);
    expect(await engine.store.page({ list: 'all', search: 'half', limit: 10 })).toHaveLength(1);
  });

  it.each([
    ['nobody at the firm has seen it', { mailed: false, handling: 'open' }, 0],
    ['somebody got it', { mailed: true, handling: 'new' }, 1],
    ['it was answered', { mailed: false, handling: 'answered' }, 1],
    ['it was closed', { mailed: false, handling: 'closed' }, 1],
  ] as const)('expires where %s, although a mail was refused: %o', async (_, { mailed, handling }, count) => {
    const reference = await sendToOne('parked');
    if (!mailed) await engine.execute(`DELETE FROM deliveries WHERE recipient = '${ONE}'`);
    await engine.store.handle(reference, handling, 'Ada');
    engine.now += 1000 * DAY;
    const { references, unsent } = await engine.store.expired(new Date(engine.now));
    expect([references.length, unsent]).toEqual([count, 1 - count]);
  });

  describe('the daily mail about what was set aside', () => {
    let messages = 0;
    const setAside = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => add({ message: `Spam ${++messages}` }, { spam: 'hidden field' })),
      );

    it('is sent once a day where there is any, by one process, and counts each message once', async () => {
      expect(await engine.store.claimSetAside()).toBeUndefined();
      await setAside(2);
      const [seen = ''] = await setAside(1);
      await engine.store.mark(seen, 'by hand', 'Ada');
      expect(await engine.store.claimSetAside()).toBeUndefined();
      engine.now += DAY;
      const both = [engine.store.claimSetAside(), engine.another().claimSetAside()];
      const [told, ...more] = (await Promise.all(both)).filter((one) => one !== undefined);
      expect([told?.count, more]).toEqual([2, []]);
      if (told) await engine.store.settleSetAside(told);
      for (const hours of [1, 24, 24]) {
        engine.now += hours * HOUR;
        expect(await engine.another().claimSetAside()).toBeUndefined();
      }
      await setAside(1);
      engine.now += DAY;
      expect(await engine.store.claimSetAside()).toMatchObject({ count: 1 });
    });

    it('that failed is tried again within the hour, and tells of what came since too', async () => {
      await engine.store.claimSetAside();
      const since = new Date(engine.now);
      await setAside(1);
      engine.now += DAY;
      expect(await engine.store.claimSetAside()).toMatchObject({ count: 1, since });
      expect(await engine.store.claimSetAside()).toBeUndefined();
      await setAside(1);
      engine.now += HOUR;
      expect(await engine.store.claimSetAside()).toMatchObject({ count: 2, since });
    });

    it('begins with the time that is, where a clock was ahead', async () => {
      engine.now += 400 * DAY;
      await engine.store.claimSetAside();
      engine.now -= 400 * DAY;
      expect(await engine.store.claimSetAside()).toBeUndefined();
      await setAside(1);
      engine.now += DAY;
      expect(await engine.store.claimSetAside()).toMatchObject({ count: 1 });
    });
  });
});
