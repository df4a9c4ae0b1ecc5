import { hash as digest } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { incoming, onEachEngine, referenceOf } from '../../../tests/support/engines.ts';
import type { Enquiry } from '../../lib/enquiry.ts';
import type { Claimed } from './deliveries.ts';
import { type Kind, stateOf } from './deliveries.ts';
import { REFERENCE } from './enquiries.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const terms = { lease: 60_000, longestDelay: 4 * HOUR, limit: 10 };

const typed: Partial<Enquiry> = {
  firstName: 'Zoë',
  lastName: '李',
  email: 'zoe@shop.example',
  company: "O'Neill & “Co”; DROP TABLE enquiries",
  message: '  नमस्ते 🚀\n\n<b>Our checkout</b>\tfails: Zoe\u0308 \n',
};

onEachEngine((engine) => {
  const add = async (...parameters: Parameters<typeof incoming>) =>
    referenceOf(await engine.store.add(incoming(...parameters)));
  const claimed = async (kind: Kind = 'mail', change = {}) =>
    (await engine.store.claim(kind, { ...terms, ...change })).map(({ reference }) => reference);
  const claimOne = async (): Promise<Claimed> => {
    const [one] = await engine.store.claim('mail', { ...terms, limit: 1 });
    if (!one) throw new Error('nothing was claimed');
    return one;
  };
  const deliveryOf = async (reference: string) => (await engine.store.find(reference))?.deliveries[0];

  it('gives back what was typed, to the letter, and nothing else, also after it was closed and opened', async () => {
    const reference = await add(typed);
    expect(reference).toMatch(REFERENCE);
    await engine.closeAll();
    expect(await engine.another().find(reference)).toEqual({
      reference,
      receivedAt: new Date(engine.now),
      ...typed,
      spam: null,
      doubt: null,
      deliveries: [
        {
          kind: 'mail',
          recipient: '',
          state: 'waiting',
          tries: 0,
          dueAt: new Date(engine.now),
          error: null,
          acceptedBy: null,
        },
      ],
      handling: 'new',
      notes: 0,
    });
  });

  it('lists the newest first, from a day on, and leaves nothing of a look', async () => {
    const old = await add({ message: 'An old message' });
    engine.now += DAY;
    const young = await add({ message: 'A new message' });
    await engine.store.check();
    const listed = async (filter = {}) => (await engine.store.list(filter)).map(({ reference }) => reference);
    expect(await listed()).toEqual([young, old]);
    expect(await listed({ since: new Date(engine.now) })).toEqual([young]);
  });

  describe('a repetition', () => {
    it('is known by its key or by its words and sender, however they are written', async () => {
      const reference = await add(typed, { key: 'k' });
      const shouted = { email: 'ZOE@shop.example', message: ` ${typed.message}\n` };
      for (const repeated of [
        incoming(typed, { key: 'k' }),
        incoming(typed),
        incoming(typed, { key: 'another' }),
        incoming({ ...typed, ...shouted }),
      ])
        expect(await engine.store.add(repeated)).toEqual({ reference, isNew: false });
      const other = incoming({ ...typed, company: 'Other' }, { key: 'k' });
      expect(await engine.store.add(other)).toBe('conflict');
      expect(await engine.store.list()).toHaveLength(1);
    });

    it('is known after the form got another field, and by what the version before stored', async () => {
      const known = { ...typed, message: 'नमस्ते 🚀\n\n<b>Our checkout</b> fails.' };
      const { enquiry } = incoming(known);
      const same = { reference: await add(known, { key: 'k' }), isNew: false };
      // As it was computed when there were five fields: whoever repeats something during an upgrade is known by it.
      const stored = await engine.database.read('SELECT message, fingerprint FROM keys');
      expect(stored).toEqual([{ message: 'L_0uAUEgknJLwIZU6FD690', fingerprint: 'BKu-Zf5ReGCwvUt2kUA0wP' }]);
      const upgraded = (fieldToCome: string, key?: string) =>
        engine.store.add({ enquiry: { ...{ fieldToCome }, ...enquiry }, key, kinds: [] });
      expect([await upgraded('', 'k'), await upgraded('')]).toEqual([same, same]);
      expect(await upgraded('123', 'k')).toBe('conflict');
      expect(await upgraded('123')).toMatchObject({ isNew: true });
    });

    it('is not what a stranger foresaw and chose as a key', async () => {
      const [words, email] = ['A question that was foreseen', 'victim@shop.example'];
      const hash = (text: string) => digest('sha256', text, 'base64url').slice(0, 22);
      const key = JSON.stringify([hash(words), email, '', '', '']);
      await add({ email: 'eve@evil.example', message: 'Something harmless' }, { key });
      await add({ email, message: words });
      expect(await engine.store.from(email)).toHaveLength(1);
    });

    it('of the same words by another sender is sent like any other, and says whose they were', async () => {
      const first = await add();
      const second = await add({ email: 'mended@shop.example' });
      expect(await engine.store.find(first)).toMatchObject({ spam: null, doubt: null });
      expect(await engine.store.find(second)).toMatchObject({ spam: null, doubt: `same words as ${first}` });
      expect((await claimed()).sort()).toEqual([first, second].sort());
    });

    it('twenty times at once, from two processes too, is stored once', async () => {
      const stores = [engine.store, engine.another()] as const;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => stores[i % 2 ? 0 : 1].add(incoming({}, { key: 'same' }))),
      );
      expect(new Set(answers.map(referenceOf)).size).toBe(1);
      expect(await engine.store.list()).toHaveLength(1);
    });

    it('is forgotten after two days, not before, and what a clock far ahead wrote once it is right again', async () => {
      const old = await add();
      engine.now += 30 * HOUR;
      await engine.store.forget();
      expect(await add()).toBe(old);
      engine.now += 30 * HOUR;
      await engine.store.forget();
      expect(await add()).not.toBe(old);

      engine.now += 400 * DAY;
      const early = await add({ message: 'A year too early' });
      engine.now -= 400 * DAY;
      await engine.store.forget();
      // Taken for a repetition, it would not be mailed.
      expect(await add({ message: 'A year too early' })).not.toBe(early);
    });
  });

  it('is made by several processes that start at once', async () => {
    const starting = Array.from({ length: 6 }, engine.another);
    await Promise.all(starting.map((one, i) => one.add(incoming({ message: `Message number ${i}` }))));
    expect(await engine.store.list()).toHaveLength(6);
  });

  describe('a delivery', () => {
    it('is handed to one process alone, by its kind', async () => {
      const stores = [engine.store, engine.another(), engine.another()];
      for (let i = 0; i < 12; i++) await add({ message: `Message number ${i}` });
      const lots = await Promise.all(stores.map((one) => one.claim('mail', { ...terms, limit: 5 })));
      const references = [...lots.flat().map(({ reference }) => reference), ...(await claimed())];
      expect([references.length, new Set(references).size]).toEqual([12, 12]);
      expect([await claimed(), await claimed('webhook')]).toEqual([[], []]);
    });

    it('is taken back from a dead process, which then undoes nothing', async () => {
      const reference = await add();
      const first = await claimOne();
      expect(first).toEqual({ reference, kind: 'mail', recipient: '', tries: 1 });
      engine.now += terms.lease - 1;
      expect(await claimed()).toEqual([]);
      engine.now += 1;
      const second = await claimOne();
      expect(second).toMatchObject({ reference, tries: 2 });
      await engine.store.settle(second, { state: 'parked', error: 'second' });
      await engine.store.settle(first, { state: 'waiting', error: 'first', dueAt: engine.now });
      expect(await deliveryOf(reference)).toMatchObject({ state: 'parked', error: 'second' });
    });

    it('is repeated when it is due, and is kept where it was refused', async () => {
      const reference = await add();
      const dueAt = engine.now + HOUR;
      await engine.store.settle(await claimOne(), { state: 'waiting', error: 'busy', dueAt });
      expect(await claimed()).toEqual([]);
      engine.now += HOUR;
      const again = await claimOne();
      expect(again).toMatchObject({ tries: 2 });
      await engine.store.settle(again, { state: 'parked', error: '550 no' });
      engine.now += DAY;
      expect(await claimed()).toEqual([]);
      expect(await engine.store.list({ state: 'parked' })).toMatchObject([
        { reference, deliveries: [{ state: 'parked', error: '550 no' }] },
      ]);
      expect(await engine.store.resend(reference, 'Ada')).toEqual(['mail']);
      expect(await claimOne()).toMatchObject({ reference, tries: 1 });
    });

    it('goes out after the clock was moved back', async () => {
      engine.now += 400 * DAY;
      const reference = await add();
      engine.now -= 400 * DAY;
      expect(await claimed()).toEqual([reference]);
      expect(await claimed('mail', { longestDelay: 400 * DAY })).toEqual([]);
      expect(await add()).toBe(reference);
    });

    it('of spam is held back until the owner takes it back', async () => {
      const reference = await add({}, { spam: 'hidden field' });
      expect(await claimed()).toEqual([]);
      expect(await engine.store.list({ isSpam: true })).toMatchObject([{ reference, spam: 'hidden field' }]);
      expect(await engine.store.list({ isSpam: false })).toEqual([]);
      expect(await engine.store.standing(['mail'])).toMatchObject({ waiting: 0, parked: 0 });
      expect(await engine.store.mark(reference, null, 'Ada')).toBe(true);
      expect(await claimed()).toEqual([reference]);
      expect(await engine.store.mark('BBBB-BBBB', null, 'Ada')).toBe(false);
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
  });

  it('lets one address be acknowledged once in an hour, by whichever process asks first', async () => {
    const stores = [engine.store, engine.another()] as const;
    const references: string[] = [];
    for (let i = 0; i < 10; i++) references.push(await add({ message: `Message number ${i}` }));
    const email = 'zoe@b.example';
    const ask = (reference: string, by = email) => engine.store.acknowledge({ reference, email: by });
    const asked = await Promise.all(
      references.map((reference, i) =>
        stores[i % 2 ? 0 : 1].acknowledge({ reference, email: i % 3 ? email : 'Zoe@B.example' }),
      ),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
    const [first = ''] = references.filter((_, i) => asked[i]);
    const [second = '', third = ''] = references.filter((_, i) => !asked[i]);
    expect(await ask(second, 'ada@b.example')).toBe(true);
    // Its own may be tried again, and then counts from there.
    engine.now += HOUR / 2;
    expect(await ask(first)).toBe(true);
    engine.now += HOUR / 2 + 1;
    expect(await ask(second)).toBe(false);
    engine.now += HOUR / 2;
    expect(await ask(second)).toBe(true);
    // A clock that was moved back does not hold up anybody for as long.
    engine.now -= DAY;
    expect(await ask(third)).toBe(true);
  });

  it('calls sent what was mailed to the owner, whatever else is held back', async () => {
    const reference = await add({}, { kinds: ['mail', 'acknowledgement'] });
    for (const [kind, state] of Object.entries({ mail: 'sent', acknowledgement: 'held' } as const))
      for (const one of await engine.store.claim(kind as Kind, terms))
        await engine.store.settle(one, { state });
    const [found] = await engine.store.list({ state: 'sent' });
    expect([found?.reference, stateOf(found?.deliveries ?? [])]).toEqual([reference, 'sent']);
    engine.now += DAY;
    expect(await claimed('acknowledgement')).toEqual([]);
  });

  it('tells what waits and what was refused, of what the owner should have got', async () => {
    const standing = () => engine.store.standing(['mail', 'acknowledgement']);
    expect(await standing()).toEqual({ parked: 0, waiting: 0, waitingSince: undefined });
    const waitingSince = new Date(engine.now);
    await add({ message: 'The first message' }, { kinds: ['mail', 'acknowledgement', 'webhook'] });
    engine.now += HOUR;
    await add({ message: 'The second message' });
    expect(await standing()).toEqual({ parked: 0, waiting: 2, waitingSince });
    // What waits for a system that is told no longer is not told of.
    expect(await engine.store.standing(['mail', 'webhook'])).toMatchObject({ waiting: 3 });
    for (const kind of ['mail', 'acknowledgement'] as const)
      for (const one of await engine.store.claim(kind, { ...terms, limit: 1 }))
        await engine.store.settle(one, { state: 'parked', error: '550 no' });
    expect(await standing()).toMatchObject({ parked: 1, waiting: 1 });
    expect(await engine.store.resendAll()).toBe(2);
    expect(await standing()).toMatchObject({ parked: 0, waiting: 2 });
  });

  describe('one sender', () => {
    it.each([
      ['a host in letters or in ASCII', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
      ['accents apart or joined', 'zoe\u0308@bu\u0308cher.example', 'zo\u00eb@b\u00fccher.example'],
      ['any case', 'ÉVA@BÜCHER.EXAMPLE', ' éva@XN--BCHER-kva.example '],
      ['marks that nobody sees', 'ada\u200e@shop\u00ad.example', 'ada@shop.example'],
      ['any dot', 'ada@bücher。example', 'ada@bücher.example'],
    ])('is found by %s', async (_, one, other) => {
      const references = [
        await add({ email: one, message: 'The first message' }),
        await add({ email: other, message: 'The second message' }),
      ].sort();
      await add({ email: `x${one}`, message: 'Of somebody else' });
      for (const form of [one, other]) expect((await engine.store.from(form)).sort()).toEqual(references);
    });

    it('is nobody else, whatever stands behind the host or is left off a letter', async () => {
      for (const more of ['/x', '?x', '#x', ':80', '\\x', '%2e'])
        await add({ email: `ada@shop.example${more}`, message: `With ${more} behind` });
      await add({ email: 'zoë@bücher.example' });
      for (const form of ['ada@shop.example', 'zoe@bücher.example', 'zoë@bucher.example', 'zoë'])
        expect(await engine.store.from(form)).toEqual([]);
      expect(await engine.store.from('ada@shop.example/x')).toHaveLength(1);
    });

    // Work that grows faster than the address would not end before the test does.
    it('is looked for at once, also beside an address of old that is very long', async () => {
      const email = `${'a\u0315\u0300'.padEnd(400_000, '\u0315\u0300')}@shop.example`;
      const reference = await add({ email });
      expect(await engine.store.from('ada@shop.example')).toEqual([]);
      expect(await engine.store.from(email.toUpperCase())).toEqual([reference]);
    });

    it('is deleted with everything that belongs to them', async () => {
      const reference = await add({}, { key: 'k' });
      const other = await add({ email: 'other@shop.example', message: 'Something else' });
      expect(await engine.store.findAll([reference, 'BBBB-BBBB'])).toEqual([
        await engine.store.find(reference),
      ]);
      expect(await engine.store.remove(await engine.store.from(' ADA@shop.EXAMPLE '))).toBe(1);
      expect(await engine.store.from('ada@shop.example')).toEqual([]);
      expect([await engine.store.find(reference), await engine.store.has(reference)]).toEqual([
        undefined,
        false,
      ]);
      expect(await claimed()).toEqual([other]);
      expect(await add({}, { key: 'k' })).not.toBe(reference);
    });
  });

  it('finds what has expired, but nothing that the firm has neither got nor dealt with', async () => {
    const [sent, waiting, parked, answered] = [
      await add({ message: 'This one is sent' }),
      await add({ message: 'This one waits' }),
      await add({ message: 'This one was refused' }),
      await add({ message: 'This one was refused, and answered in the inbox' }),
    ];
    await engine.store.handle(answered, 'answered', 'Ada');
    const spam = await add({ message: 'This one is spam' }, { spam: 'hidden field' });
    for (const one of await engine.store.claim('mail', terms)) {
      if (one.reference === sent) await engine.store.settle(one, { state: 'sent' });
      if (one.reference === parked || one.reference === answered)
        await engine.store.settle(one, { state: 'parked', error: '550' });
    }
    const received = new Date(engine.now);
    engine.now += 1100 * DAY;
    const young = await add({ message: 'This one is young' });
    const before = new Date(engine.now - DAY);
    const { references, oldest, unsent } = await engine.store.expired(before);
    expect([references.sort(), oldest, unsent]).toEqual([[sent, answered, spam].sort(), received, 2]);
    expect((await engine.store.expired(before, true)).references).toEqual([spam]);
    expect(await engine.store.remove(references)).toBe(3);
    const left = (await engine.store.list()).map(({ reference }) => reference);
    expect(left.sort()).toEqual([young, waiting, parked].sort());
  });

  it('counts by week and by state', async () => {
    const WEEK = 7 * DAY;
    const monday = Date.parse('2026-01-05');
    const addAt = async (time: number, spam: string | null = null) => {
      engine.now = time;
      await add({ message: `At ${time}` }, { spam });
    };
    for (const time of [monday - 1, monday, monday + WEEK - 1, monday + WEEK]) await addAt(time);
    for (const time of [monday + WEEK + 1, monday + 2 * WEEK + 5]) await addAt(time, '5 links');
    const weeks = await engine.store.weekly(new Date(monday));
    expect(weeks.sort((a, b) => a.week - b.week || Number(a.isSpam) - Number(b.isSpam))).toEqual([
      { week: 0, isSpam: false, count: 2 },
      { week: 1, isSpam: false, count: 1 },
      { week: 1, isSpam: true, count: 1 },
      { week: 2, isSpam: true, count: 1 },
    ]);
    await engine.store.settle(await claimOne(), { state: 'parked', error: '550 no' });
    for (const [state, count] of Object.entries({ parked: 1, waiting: 3, held: 2, sent: 0 } as const))
      expect(await engine.store.count({ state: state as 'parked' }), state).toBe(count);
    const since = new Date(monday + WEEK);
    expect(await engine.store.count({ state: 'waiting', isSpam: false, since })).toBe(1);
    // All the spam there is, whatever the clock said when it came.
    expect((await engine.store.expired(new Date(8.64e15), true)).references).toHaveLength(2);
  });
});
