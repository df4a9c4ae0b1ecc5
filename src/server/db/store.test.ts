import { hash as digest } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { incoming, onEachEngine, referenceOf } from '../../../tests/support/engines.ts';
import type { Enquiry } from '../../lib/enquiry.ts';
import { REFERENCE } from './enquiries.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

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
  const listed = async (filter = {}) => (await engine.store.list(filter)).map(({ reference }) => reference);

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

    it('is known by what earlier versions stored, and is none once a new field is filled in', async () => {
      const known = { ...typed, message: 'नमस्ते 🚀\n\n<b>Our checkout</b> fails.' };
      await add(known, { key: 'k' });
      const stored = await engine.database.read('SELECT message, fingerprint FROM keys');
      expect(stored).toEqual([{ message: 'L_0uAUEgknJLwIZU6FD690', fingerprint: 'BKu-Zf5ReGCwvUt2kUA0wP' }]);
      const enquiry = { fieldToCome: '123', ...incoming(known).enquiry };
      expect(await engine.store.add({ enquiry, key: 'k', kinds: [] })).toBe('conflict');
      expect(await engine.store.add({ enquiry, kinds: [] })).toMatchObject({ isNew: true });
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
      const second = await add({ email: 'corrected@shop.example' });
      expect(await engine.store.find(first)).toMatchObject({ spam: null, doubt: null });
      expect(await engine.store.find(second)).toMatchObject({ spam: null, doubt: `same words as ${first}` });
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

  it('is made by several processes that start at once, and keeps nothing of a look', async () => {
    const starting = Array.from({ length: 6 }, engine.another);
    await Promise.all(starting.map((one, i) => one.add(incoming({ message: `Message number ${i}` }))));
    await engine.store.check();
    expect(await engine.store.list()).toHaveLength(6);
  });

  it('lets one address be acknowledged once in an hour', async () => {
    const [first = '', second = '', third = ''] = await Promise.all(
      [1, 2, 3].map((n) => add({ message: `Message number ${n}` })),
    );
    const ask = (reference: string, email = 'zoe@b.example') =>
      engine.store.acknowledge({ reference, email });
    expect([await ask(first), await ask(second)]).toEqual([true, false]);
    expect([await ask(second, 'Zoe@B.example'), await ask(second, 'ada@b.example')]).toEqual([false, true]);
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

  describe('one sender', () => {
    it.each([
      ['a host in letters or in ASCII', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
      ['accents apart or joined', 'zoe\u0308@bu\u0308cher.example', 'zo\u00eb@b\u00fccher.example'],
      ['any case', 'ÉVA@BÜCHER.EXAMPLE', ' éva@XN--BCHER-kva.example '],
      ['invisible marks', 'ada\u200e@shop\u00ad.example', 'ada@shop.example'],
      ['any dot', 'ada@bücher。example', 'ada@bücher.example'],
    ])('is found by %s', async (_, one, other) => {
      const references = [
        await add({ email: one, message: 'The first message' }),
        await add({ email: other, message: 'The second message' }),
      ].sort();
      await add({ email: `x${one}`, message: 'Of another person' });
      for (const form of [one, other]) expect((await engine.store.from(form)).sort()).toEqual(references);
    });

    it('is the same person, whatever follows the host or is left off a letter', async () => {
      for (const more of ['/x', '?x', '#x', ':80', '\\x', '%2e'])
        await add({ email: `ada@shop.example${more}`, message: `With ${more} behind` });
      await add({ email: 'zoë@bücher.example' });
      for (const form of ['ada@shop.example', 'zoe@bücher.example', 'zoë@bucher.example', 'zoë'])
        expect(await engine.store.from(form)).toEqual([]);
      expect(await engine.store.from('ada@shop.example/x')).toHaveLength(1);
    });
  });

  it('finds what has expired, but nothing that the firm has neither got nor dealt with', async () => {
    const received = new Date(engine.now);
    const [sent, waiting, parked, half, answered, closed] = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => add({ message: `Message number ${n}` })),
    );
    const spam = await add({ message: 'Spam' }, { spam: 'hidden field' });
    await engine.store.handle(answered ?? '', 'answered', 'Ada');
    await engine.store.handle(closed ?? '', 'closed', 'Ada');
    const recipients = ['one@firm.example', 'two@firm.example'];
    for (const one of await engine.store.claim('mail', 20, recipients)) {
      const isTaken = one.reference === sent || (one.reference === half && one.recipient === recipients[0]);
      if (isTaken) await engine.store.settle(one, { state: 'sent' });
      else if (one.reference !== waiting) await engine.store.settle(one, { state: 'parked', error: '550' });
    }
    engine.now += 1100 * DAY;
    const young = await add({ message: 'This one is young' });
    const before = new Date(engine.now - DAY);
    const { references, oldest, unsent } = await engine.store.expired(before);
    expect(references.sort()).toEqual([sent, half, answered, closed, spam].sort());
    expect([oldest, unsent]).toEqual([received, 2]);
    expect((await engine.store.expired(before, true)).references).toEqual([spam]);
    expect(await engine.store.remove(references)).toBe(5);
    expect((await listed()).sort()).toEqual([young, waiting, parked].sort());
  });

  it('counts by time and by state', async () => {
    const WEEK = 7 * DAY;
    const monday = Date.parse('2026-01-05');
    const addAt = async (time: number, spam: string | null = null) => {
      engine.now = time;
      await add({ message: `At ${time}` }, { spam });
    };
    for (const time of [monday - 1, monday, monday + WEEK - 1, monday + WEEK]) await addAt(time);
    for (const time of [monday + WEEK + 1, monday + 2 * WEEK + 5]) await addAt(time, '5 links');
    const received = await engine.store.answers(new Date(monday));
    expect(received.filter(({ spam }) => spam !== null)).toHaveLength(2);
    expect(received).toHaveLength(5);
    for (const one of await engine.store.claim('mail', 1))
      await engine.store.settle(one, { state: 'parked', error: '550 no' });
    for (const [state, count] of Object.entries({ parked: 1, waiting: 3, held: 2, sent: 0 } as const))
      expect(await engine.store.count({ state: state as 'parked' }), state).toBe(count);
    const since = new Date(monday + WEEK);
    expect(await engine.store.count({ state: 'waiting', isSpam: false, since })).toBe(1);
    // All the spam there is, whatever the clock said when it came.
    expect((await engine.store.expired(new Date(8.64e15), true)).references).toHaveLength(2);
  });
});
