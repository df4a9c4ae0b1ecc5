import { expect, it } from 'vitest';
import { incoming, onEachEngine, referenceOf } from '../../../tests/support/engines.ts';
import type { Filter } from './enquiries.ts';

onEachEngine((engine) => {
  let questions = 0;
  const add = async (...[change, rest]: Parameters<typeof incoming>) =>
    referenceOf(await engine.store.add(incoming({ message: `A question ${++questions}`, ...change }, rest)));
  const referencesIn = async (filter: Filter) =>
    (await engine.store.list(filter)).map(({ reference }) => reference).sort();
  const found = (search: string) => referencesIn({ search });

  it('is new until it is marked otherwise, and remembers by whom and when', async () => {
    const reference = await add();
    await engine.store.handle(reference, 'open', 'Ada');
    engine.now += 1000;
    await engine.store.handle(reference, 'answered', 'Grace');
    expect(await engine.store.find(reference)).toMatchObject({ handling: 'answered' });
    expect(await engine.store.changes(reference)).toEqual([
      { at: new Date(engine.now - 1000), by: 'Ada', deed: 'open' },
      { at: new Date(engine.now), by: 'Grace', deed: 'answered' },
    ]);
  });

  it('counts the first answer, and none that was taken back', async () => {
    const reference = await add();
    const first = engine.now + 1000;
    for (const [handling, time, expected] of [
      ['answered', first, first],
      ['closed', first + 1000, first],
      ['answered', first + 2000, first],
      ['open', first + 3000, null],
      ['answered', first + 4000, first + 4000],
    ] as const) {
      engine.now = time;
      await engine.store.handle(reference, handling, 'Ada');
      const [answer] = await engine.store.answers(new Date(0));
      expect(answer?.answeredAt, handling).toBe(expected);
    }
  });

  it('puts each into its lists, and spam into its own and that of everything, which count what they list', async () => {
    const [plain, refused, spam] = [await add(), await add(), await add({}, { spam: 'a robot' })];
    for (const one of await engine.store.claim('mail', 10))
      await engine.store.settle(
        one,
        one.reference === refused ? { state: 'parked', error: '550' } : { state: 'sent' },
      );
    expect(await referencesIn({ list: 'parked' })).toEqual([refused]);
    expect(await referencesIn({ list: 'spam' })).toEqual([spam]);
    expect(await referencesIn({ list: 'all' })).toEqual([plain, refused, spam].sort());
    const counts = { new: 2, open: 0, answered: 0, closed: 0, parked: 1, spam: 1, all: 3 };
    expect(await engine.store.counts()).toEqual(counts);
    await engine.store.mark(spam, null, 'Ada');
    await engine.store.mark(plain, 'marked by hand', 'Ada');
    expect(await engine.store.counts()).toEqual(counts);
    expect(await engine.store.changes(spam)).toMatchObject([{ by: 'Ada', deed: 'not spam' }]);
    expect(await engine.store.changes(plain)).toMatchObject([{ by: 'Ada', deed: 'spam' }]);
  });

  it('turns pages without leaving one out or showing one twice, also of the same moment', async () => {
    const all: string[] = [];
    for (let i = 0; i < 30; i++) {
      if (i % 10 === 0) engine.now += 1000;
      all.push(await add());
    }
    const seen: string[] = [];
    for (let after: Filter['after']; ; ) {
      const page = await engine.store.list({ list: 'new', limit: 7, after });
      seen.push(...page.map(({ reference }) => reference));
      after = page.at(-1);
      // One that comes meanwhile is newer, and moves nothing.
      engine.now += 1000;
      await add();
      if (page.length < 7) break;
    }
    expect(seen.toSorted()).toEqual(all.toSorted());
    while (all.length < 230) all.push(await add());
    const exported: string[] = [];
    for await (const lot of engine.store.inLots({ list: 'new' }))
      exported.push(...lot.map(({ reference }) => reference));
    expect([exported.length, new Set(exported).size]).toEqual([235, 235]);
  });

  it('finds words of every field by their beginnings, whatever their accents and case', async () => {
    const reference = await add({
      firstName: 'Zoë',
      lastName: 'Núñez',
      email: 'zoe.nunez@tea-shop.example',
      company: 'Kōwhai & Söhne',
      message: 'Our CHECKOUT fails since the 3rd of June: नमस्ते',
    });
    const other = await add({ message: 'Something else entirely' });
    for (const words of [
      ...['zoe', 'ZOË nunez', 'kowhai', 'sohne', 'check', 'tea-shop', 'zoe.nunez@tea-shop.example'],
      ...['nunez tea', '3rd june', 'नमस्ते', reference, reference.toLowerCase()],
    ])
      expect(await found(words), words).toEqual([reference]);
    for (const words of ['zoe else', 'heckout']) expect(await found(words), words).toEqual([]);
    expect(await found('something')).toEqual([other]);
    expect(await found('  ')).toHaveLength(2);
    // What came after the first search is found as well, also by several who search at once.
    const later = await add({ message: 'A late checkout' });
    const stores = [engine.store, engine.another(), engine.another()];
    for (const page of await Promise.all(stores.map((one) => one.list({ search: 'checkout' }))))
      expect(page.map((row) => row.reference).sort()).toEqual([reference, later].sort());
  });

  it('takes what is typed for words and nothing else', async () => {
    const reference = await add({ message: 'Plain text a' });
    for (const words of [
      // No reference has a y; a letter since Unicode 8, which an older one takes for the end of a word.
      ...['"', '*', "' OR 1=1 --", 'NEAR(a b)', 'words:zoe', '-y', '& | !', '\\', '(', '\u0000', 'a\u19b0b'],
      'x'.repeat(5000),
    ])
      expect(await found(words), words).toEqual([]);
    expect(await found('a '.repeat(500))).toEqual([reference]);
  });

  it('takes words, notes, changes, mails and keys away with the enquiry, and has none of an unknown one', async () => {
    const confidential = () => add({ message: 'Something confidential' }, { key: 'k' });
    const reference = await confidential();
    await engine.store.handle(reference, 'open', 'Ada');
    await engine.store.addNote(reference, 'A note', 'Ada');
    expect(await engine.store.notes(reference)).toHaveLength(1);
    expect(await found('confidential')).toEqual([reference]);
    expect(await engine.store.remove([reference])).toBe(1);
    expect(await found('confidential')).toEqual([]);
    await engine.store.addNote(reference, 'A note', 'Ada');
    await engine.store.handle(reference, 'open', 'Ada');
    await engine.store.mark(reference, null, 'Ada');
    expect(await engine.store.notes(reference)).toEqual([]);
    expect(await engine.store.changes(reference)).toEqual([]);
    expect(await engine.store.claim('mail', 10)).toEqual([]);
    expect(await engine.store.has(reference)).toBe(false);
    expect(await confidential()).not.toBe(reference);
  });
});
