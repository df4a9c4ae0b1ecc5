import { execFileSync, spawnSync } from 'node:child_process';
import { hash as digest } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeFirstVersion } from '../../../../tests/support/first-version.ts';
import { type RunningPostgres, startPostgres } from '../../../../tests/support/postgres.ts';
import { type Enquiry, emptyEnquiry } from '../../../lib/enquiry.ts';
import type { Database } from './database.ts';
import { stateOf } from './enquiries.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { type Added, createStore, type EnquiryStore, type Incoming, REFERENCE } from './store.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const terms = { lease: 60_000, longestDelay: 4 * HOUR, limit: 10 };
const folder = mkdtempSync(join(tmpdir(), 'store-'));
let postgres: RunningPostgres;
let files = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.remove();
  rmSync(folder, { recursive: true });
});

const newFile = () => join(folder, `${++files}`, 'enquiries.db');
const engines: Record<string, () => Promise<() => Database>> = {
  SQLite: async () => {
    const file = newFile();
    return () => openSqlite(file);
  },
  PostgreSQL: async () => {
    const url = await postgres.newDatabase();
    return () => openPostgres(url);
  },
};

const enquiry = (change: Partial<Enquiry> = {}): Enquiry => ({
  ...emptyEnquiry,
  firstName: 'Zoë',
  lastName: '李',
  email: 'zoe@shop.example',
  company: "O'Neill & “Co”; DROP TABLE enquiries",
  message: 'नमस्ते 🚀\n\n<b>Our checkout</b> fails.',
  ...change,
});
function referenceOf(added: Added): string {
  if (typeof added === 'string') throw new Error(added);
  return added.reference;
}
const incoming = (change: Partial<Enquiry> = {}, rest: Partial<Incoming> = {}): Incoming => ({
  enquiry: enquiry(change),
  spam: null,
  kinds: ['mail'],
  ...rest,
});

describe.each(Object.entries(engines))('the store on %s', (_, prepare) => {
  let open: () => Database;
  let store: EnquiryStore;
  let now: number;
  const opened: Database[] = [];
  const another = () => {
    const database = open();
    opened.push(database);
    return createStore(database, () => now);
  };

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 15);
    open = await prepare();
    store = another();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });

  const add = async (...parameters: Parameters<typeof incoming>) => {
    const added = await store.add(incoming(...parameters));
    return referenceOf(added);
  };

  it('gives back what was typed, to the letter, and nothing else', async () => {
    const reference = await add();
    expect(reference).toMatch(REFERENCE);
    expect(await store.find(reference)).toEqual({
      reference,
      receivedAt: new Date(now),
      ...enquiry(),
      spam: null,
      doubt: null,
      deliveries: [
        { kind: 'mail', state: 'waiting', tries: 0, dueAt: new Date(now), error: null, acceptedBy: null },
      ],
      handling: 'new',
      notes: 0,
    });
  });

  it('knows an enquiry after it was closed and opened', async () => {
    const reference = await add();
    await opened.splice(0)[0]?.close();
    expect(await another().find(reference)).toMatchObject(enquiry());
  });

  it('takes the same key and text for the same enquiry', async () => {
    const first = await store.add(incoming({}, { key: 'k' }));
    expect(await store.known({ enquiry: enquiry(), key: 'k' })).toEqual({ ...Object(first), isNew: false });
    expect(await store.add(incoming({}, { key: 'k' }))).toEqual({ ...Object(first), isNew: false });
    expect(await store.list()).toHaveLength(1);
  });

  it('refuses the same key with another text', async () => {
    await store.add(incoming({}, { key: 'k' }));
    expect(await store.add(incoming({ company: 'Other' }, { key: 'k' }))).toBe('conflict');
    expect(await store.known({ enquiry: enquiry({ company: 'Other' }), key: 'k' })).toBe('conflict');
    expect(await store.list()).toHaveLength(1);
  });

  it('takes the same words of the same sender for the same enquiry, with or without a key', async () => {
    const reference = await add();
    expect(await add()).toBe(reference);
    expect(await add({}, { key: 'k' })).toBe(reference);
    expect(await add({}, { key: 'another' })).toBe(reference);
    expect(await add({ email: enquiry().email.toUpperCase(), message: ` ${enquiry().message}\n` })).toBe(
      reference,
    );
    expect(await store.known({ enquiry: enquiry(), key: 'third' })).toEqual({ reference, isNew: false });
    expect(await store.list()).toHaveLength(1);
  });

  it('knows a repetition after the form got another field, and what the version before stored', async () => {
    const reference = await add({}, { key: 'k' });
    // As it was computed when there were five fields: whoever repeats something during an upgrade is known by it.
    const stored = await opened[0]?.read('SELECT message, fingerprint FROM keys');
    expect(stored).toEqual([{ message: 'L_0uAUEgknJLwIZU6FD690', fingerprint: 'BKu-Zf5ReGCwvUt2kUA0wP' }]);
    const upgraded = (fieldToCome: string) => ({ fieldToCome, ...enquiry() });
    const same = { reference, isNew: false };
    expect(await store.known({ enquiry: upgraded(''), key: 'k' })).toEqual(same);
    expect(await store.known({ enquiry: upgraded('') })).toEqual(same);
    const { company, ...others } = enquiry();
    expect(await store.known({ enquiry: { company, ...others }, key: 'k' })).toEqual(same);
    expect(await store.known({ enquiry: upgraded('123'), key: 'k' })).toBe('conflict');
    expect(await store.known({ enquiry: upgraded('123') })).toBeUndefined();
  });

  it('keeps keys that strangers choose apart from what it notes of a text itself', async () => {
    const [words, email] = ['A question that was foreseen', 'victim@shop.example'];
    const hash = (text: string) => digest('sha256', text, 'base64url').slice(0, 22);
    const key = JSON.stringify([hash(words), email, '', '', '']);
    await store.add(incoming({ email: 'eve@evil.example', message: 'Something harmless' }, { key }));
    const wanted = { ...emptyEnquiry, email, message: words };
    referenceOf(await store.add({ ...incoming(), enquiry: wanted, key: undefined }));
    expect(await store.from(email)).toHaveLength(1);
  });

  it('stores twenty of the same at once as one, from two processes too', async () => {
    const other = another();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).add(incoming({}, { key: 'same' }))),
    );
    const references = new Set(answers.map(referenceOf));
    expect(references.size).toBe(1);
    expect(await store.list()).toHaveLength(1);
  });

  it('is made by several processes that start at once', async () => {
    const starting = Array.from({ length: 6 }, another);
    await Promise.all(starting.map((one, i) => one.add(incoming({ message: `Message number ${i}` }))));
    expect(await store.list()).toHaveLength(6);
  });

  it('sends the same words of another sender like any other, and says whose they were', async () => {
    const first = await add({}, { key: 'one' });
    const second = await add({ email: 'mended@shop.example' }, { key: 'two' });
    expect(await store.find(first)).toMatchObject({ spam: null, doubt: null });
    expect(await store.find(second)).toMatchObject({ spam: null, doubt: `same words as ${first}` });
    expect((await store.claim('mail', terms)).map(({ reference }) => reference).sort()).toEqual(
      [first, second].sort(),
    );
  });

  it('stores text as it was sent, letter and accent apart', async () => {
    const message = '  Zoe\u0308 says\n\tnai\u0308ve \n';
    expect(await store.find(await add({ message }))).toMatchObject({ message });
  });

  it('hands each delivery to one process alone', async () => {
    const stores = [store, another(), another()];
    for (let i = 0; i < 12; i++) await add({ message: `Message number ${i}` });
    const claimed = (
      await Promise.all(stores.map((one) => one.claim('mail', { ...terms, limit: 5 })))
    ).flat();
    const rest = await store.claim('mail', terms);
    const references = [...claimed, ...rest].map(({ reference }) => reference);
    expect(references).toHaveLength(12);
    expect(new Set(references).size).toBe(12);
    expect(await store.claim('mail', terms)).toEqual([]);
  });

  it('takes back what a dead process held', async () => {
    const reference = await add();
    expect(await store.claim('mail', terms)).toEqual([{ reference, kind: 'mail', tries: 1, reached: [] }]);
    now += terms.lease - 1;
    expect(await store.claim('mail', terms)).toEqual([]);
    now += 1;
    expect(await store.claim('mail', terms)).toMatchObject([{ reference, kind: 'mail', tries: 2 }]);
  });

  it('claims one kind at a time', async () => {
    const reference = await add({}, { kinds: ['mail', 'webhook'] });
    expect(await store.claim('webhook', terms)).toMatchObject([{ reference, kind: 'webhook', tries: 1 }]);
    expect(await store.claim('acknowledgement', terms)).toEqual([]);
  });

  it('keeps what was sent, parks what was refused, repeats the rest when it is due', async () => {
    const references = [await add({ message: 'first message' }), await add({ message: 'second message' })];
    const [sent, late] = await store.claim('mail', terms);
    if (!sent || !late) throw new Error('nothing was claimed');
    expect([sent.reference, late.reference].sort()).toEqual(references.sort());
    await store.settle(sent, { state: 'sent' });
    await store.settle(late, { state: 'waiting', error: 'busy', dueAt: now + HOUR });
    expect(await store.claim('mail', terms)).toEqual([]);
    now += HOUR;
    const [again] = await store.claim('mail', terms);
    expect(again).toEqual({ ...late, tries: 2 });
    await store.settle({ ...late, tries: 2 }, { state: 'parked', error: '550 no' });
    now += DAY;
    expect(await store.claim('mail', terms)).toEqual([]);
    expect(await store.list({ state: 'parked' })).toMatchObject([
      { reference: late.reference, deliveries: [{ state: 'parked', error: '550 no' }] },
    ]);
    expect(await store.list({ state: 'sent' })).toMatchObject([{ reference: sent.reference }]);
    expect(await store.resend(late.reference, 'Ada')).toEqual(['mail']);
    expect(await store.claim('mail', terms)).toMatchObject([{ reference: late.reference, tries: 1 }]);
  });

  it('lets nobody who lost the lease undo what another did', async () => {
    await add();
    const [first] = await store.claim('mail', terms);
    now += terms.lease;
    const [second] = await store.claim('mail', terms);
    if (!first || !second) throw new Error('nothing was claimed');
    await store.settle(second, { state: 'parked', error: 'second' });
    await store.settle(first, { state: 'waiting', error: 'first', dueAt: now });
    expect((await store.find(first.reference))?.deliveries[0]).toMatchObject({
      state: 'parked',
      error: 'second',
    });
  });

  it('delivers after the clock was moved back', async () => {
    now += 400 * DAY;
    const reference = await add();
    now -= 400 * DAY;
    expect(await store.claim('mail', terms)).toMatchObject([{ reference }]);
    expect(await store.claim('mail', { ...terms, longestDelay: 400 * DAY })).toEqual([]);
    expect(await add()).toBe(reference);
  });

  it('remembers who has a mail already', async () => {
    await add();
    const [claimed] = await store.claim('mail', terms);
    if (!claimed) throw new Error('nothing was claimed');
    const reached = ['one@firm.example', 'two@firm.example'];
    await store.settle(claimed, { state: 'waiting', error: 'busy', dueAt: now, reached });
    expect(await store.claim('mail', terms)).toMatchObject([{ tries: 2, reached }]);
  });

  it('holds spam back until the owner takes it back', async () => {
    const reference = await add({}, { spam: 'hidden field' });
    expect(await store.claim('mail', terms)).toEqual([]);
    expect(await store.list({ isSpam: true })).toMatchObject([{ reference, spam: 'hidden field' }]);
    expect(await store.list({ isSpam: false })).toEqual([]);
    expect(await store.standing(['mail', 'acknowledgement'])).toMatchObject({ waiting: 0, parked: 0 });
    expect(await store.mark(reference, null, 'Ada')).toBe(true);
    expect(await store.claim('mail', terms)).toMatchObject([{ reference }]);
    expect(await store.mark('BBBB-BBBB', null, 'Ada')).toBe(false);
    await store.mark(reference, 'by hand', 'Ada');
    now += DAY;
    expect(await store.claim('mail', terms)).toEqual([]);
  });

  it.each(['waiting', 'parked'] as const)(
    'holds back what became spam during an attempt that ended in %s, and knows what it did',
    async (state) => {
      const reference = await add();
      const [claimed] = await store.claim('mail', terms);
      if (!claimed) throw new Error('nothing was claimed');
      await store.mark(reference, 'by hand', 'Ada');
      await store.settle(claimed, { state, error: 'busy', dueAt: now, reached: ['one@firm.example'] });
      now += DAY;
      expect(await store.claim('mail', terms)).toEqual([]);
      expect((await store.find(reference))?.deliveries).toMatchObject([{ state: 'held', error: 'busy' }]);
      await store.mark(reference, null, 'Ada');
      expect(await store.claim('mail', terms)).toMatchObject([{ reference, tries: 2 }]);
    },
  );

  it('calls sent what became spam during an attempt that succeeded', async () => {
    const reference = await add();
    const [claimed] = await store.claim('mail', terms);
    if (!claimed) throw new Error('nothing was claimed');
    await store.mark(reference, 'by hand', 'Ada');
    await store.settle(claimed, { state: 'sent' });
    expect((await store.find(reference))?.deliveries).toMatchObject([{ state: 'sent' }]);
  });

  it('lets one address be acknowledged once in an hour, by whichever process asks first', async () => {
    const other = another();
    const references = await Promise.all(
      Array.from({ length: 10 }, (_, i) => add({ message: `Message number ${i}` })),
    );
    const asked = await Promise.all(
      references.map((reference, i) =>
        (i % 2 ? store : other).acknowledge({ reference, email: i % 3 ? 'zoe@b.example' : 'Zoe@B.example' }),
      ),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
    const [first = ''] = references.filter((_, i) => asked[i]);
    const [second = '', third = ''] = references.filter((_, i) => !asked[i]);
    const email = 'zoe@b.example';
    expect(await store.acknowledge({ reference: second, email: 'ada@b.example' })).toBe(true);
    // Its own may be tried again, and then counts from there.
    now += HOUR / 2;
    expect(await store.acknowledge({ reference: first, email })).toBe(true);
    now += HOUR / 2 + 1;
    expect(await store.acknowledge({ reference: second, email })).toBe(false);
    now += HOUR / 2;
    expect(await store.acknowledge({ reference: second, email })).toBe(true);
    // A clock that was moved back does not hold up anybody for as long.
    now -= DAY;
    expect(await store.acknowledge({ reference: third, email })).toBe(true);
    await store.remove([third]);
    expect(await store.acknowledge({ reference: first, email })).toBe(true);
  });

  it('calls sent what was mailed to the owner, whatever else is held back', async () => {
    const reference = await add({}, { kinds: ['mail', 'acknowledgement'] });
    for (const [kind, state] of [
      ['mail', 'sent'],
      ['acknowledgement', 'held'],
    ] as const)
      for (const claimed of await store.claim(kind, terms)) await store.settle(claimed, { state });
    const [found] = await store.list({ state: 'sent' });
    expect(found?.reference).toBe(reference);
    expect(stateOf(found?.deliveries ?? [])).toBe('sent');
    expect(await store.list({ state: 'held' })).toHaveLength(1);
    now += DAY;
    expect(await store.claim('acknowledgement', terms)).toEqual([]);
  });

  it('tells what waits and what was refused, of what the owner should have got', async () => {
    expect(await store.standing(['mail', 'acknowledgement'])).toEqual({
      parked: 0,
      waiting: 0,
      waitingSince: undefined,
    });
    const received = now;
    await add({ message: 'The first message' }, { kinds: ['mail', 'acknowledgement'] });
    now += HOUR;
    await add({ message: 'The second message' });
    expect(await store.standing(['mail', 'acknowledgement'])).toEqual({
      parked: 0,
      waiting: 2,
      waitingSince: new Date(received),
    });
    for (const kind of ['mail', 'acknowledgement'] as const)
      for (const claimed of await store.claim(kind, { ...terms, limit: 1 }))
        await store.settle(claimed, { state: 'parked', error: '550 no' });
    expect(await store.standing(['mail', 'acknowledgement'])).toMatchObject({ parked: 1, waiting: 1 });
    expect(await store.resendAll()).toBe(2);
    expect(await store.standing(['mail', 'acknowledgement'])).toMatchObject({ parked: 0, waiting: 2 });
  });

  it('does not tell of what waits for a system that is no longer told', async () => {
    await add({}, { kinds: ['mail', 'webhook'] });
    expect(await store.standing(['mail', 'webhook'])).toMatchObject({ waiting: 2 });
    expect(await store.standing(['mail'])).toMatchObject({ waiting: 1 });
  });

  it('knows one sender however the address is written', async () => {
    const reference = await add({ email: 'zoe\u0308@Bücher.example' });
    for (const form of ['zoë@bücher.example', ' ZOË@xn--bcher-kva.example '])
      expect(await store.from(form)).toEqual([reference]);
    for (const form of ['zoe@bücher.example', 'zoë@bucher.example', 'zoë'])
      expect(await store.from(form)).toEqual([]);
  });

  it('deletes one sender with everything that belongs to them', async () => {
    const reference = await add({}, { key: 'k' });
    const kept = await add({ email: 'other@shop.example', message: 'Something else' });
    expect(await store.from(' ZOE@shop.EXAMPLE ')).toEqual([reference]);
    expect(await store.findAll([reference, 'BBBB-BBBB'])).toEqual([await store.find(reference)]);
    expect(await store.remove([reference])).toBe(1);
    expect(await store.from('zoe@shop.example')).toEqual([]);
    expect(await store.find(reference)).toBeUndefined();
    expect(await store.has(reference)).toBe(false);
    expect(await store.known({ enquiry: enquiry(), key: 'k' })).toBeUndefined();
    expect((await store.claim('mail', terms)).map((claimed) => claimed.reference)).toEqual([kept]);
  });

  it.each([
    ['a host in letters or in ASCII', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['accents apart or joined', 'zoe\u0308@bu\u0308cher.example', 'zo\u00eb@b\u00fccher.example'],
    ['any case', 'ÉVA@BÜCHER.EXAMPLE', 'éva@XN--BCHER-kva.example'],
    ['marks that nobody sees', 'ada\u200e@shop\u00ad.example', 'ada@shop.example'],
    ['any dot', 'ada@bücher。example', 'ada@bücher.example'],
  ])('finds one sender by %s', async (_, one, other) => {
    const references = [
      await add({ email: one, message: 'The first message' }),
      await add({ email: other, message: 'The second message' }),
    ];
    await add({ email: `x${one}`, message: 'Of somebody else' });
    expect((await store.from(one)).sort()).toEqual(references.sort());
    expect((await store.from(other)).sort()).toEqual(references.sort());
  });

  it('takes nobody for another who has more behind the host', async () => {
    for (const more of ['/x', '?x', '#x', ':80', '\\x', '%2e'])
      await add({ email: `ada@shop.example${more}`, message: `With ${more} behind` });
    expect(await store.from('ada@shop.example')).toEqual([]);
    expect(await store.from('ada@shop.example/x')).toHaveLength(1);
  });

  // To sort that many marks takes half a minute, in which no visitor is answered.
  it('is not held up by an address of old that is very long', { timeout: 20_000 }, async () => {
    const email = `${'a\u0315\u0300'.padEnd(100_000, '\u0315\u0300')}@shop.example`;
    const reference = await add({ email });
    expect(await store.from('ada@shop.example')).toEqual([]);
    expect(await store.from(email.toUpperCase())).toEqual([reference]);
  });

  it('finds what has expired, but never what nobody has got yet', async () => {
    const [sent, waiting, parked] = [
      await add({ message: 'This one is sent' }),
      await add({ message: 'This one waits' }),
      await add({ message: 'This one was refused' }),
    ];
    const spam = await add({ message: 'This one is spam' }, { spam: 'hidden field' });
    for (const claimed of await store.claim('mail', terms)) {
      if (claimed.reference === sent) await store.settle(claimed, { state: 'sent' });
      if (claimed.reference === parked) await store.settle(claimed, { state: 'parked', error: '550' });
    }
    const received = now;
    now += 1100 * DAY;
    const young = await add({ message: 'This one is young' });
    const { references, oldest, unsent } = await store.expired(new Date(now - DAY));
    expect(references.sort()).toEqual([sent, spam].sort());
    expect([oldest, unsent]).toEqual([new Date(received), 2]);
    expect((await store.expired(new Date(now - DAY), true)).references).toEqual([spam]);
    expect(await store.remove(references)).toBe(2);
    expect((await store.list()).map(({ reference }) => reference).sort()).toEqual(
      [young, waiting, parked].sort(),
    );
  });

  it('forgets keys after two days, not before', async () => {
    const old = await add({ message: 'An old message' });
    now += 30 * HOUR;
    await store.forget();
    expect(await add({ message: 'An old message' })).toBe(old);
    now += 30 * HOUR;
    await store.forget();
    expect(await add({ message: 'An old message' })).not.toBe(old);
  });

  it('forgets what a clock far ahead wrote, once it is right again', async () => {
    const cap = { enquiries: 1, spam: 1 };
    now += 400 * DAY;
    const early = await add({ message: 'Stored a year too early' }, { cap });
    now -= 400 * DAY;
    await store.forget();
    // Taken for a repetition, it would not be mailed.
    expect(await add({ message: 'Stored a year too early' })).not.toBe(early);
    now += 400 * DAY;
    expect(await store.add(incoming({ message: 'On the same day' }, { cap }))).not.toBe('full');
  });

  it('takes so many a day, and fewer that are spam', async () => {
    let count = 0;
    const send = async (enquiries: number, spam: string | null = null) =>
      (await store.add(
        incoming({ message: `Message number ${++count}` }, { cap: { enquiries, spam: 2 }, spam }),
      )) === 'full';
    expect([await send(4, 'x'), await send(4, 'x'), await send(4, 'x')]).toEqual([false, false, true]);
    expect([await send(4), await send(4), await send(4)]).toEqual([false, false, true]);
    expect([await send(5), await send(5)]).toEqual([false, true]);
    now += DAY;
    expect(await send(4)).toBe(false);
    expect(await store.list()).toHaveLength(6);
  });

  it('says whether an enquiry could be stored, and leaves nothing of the try', async () => {
    await store.check();
    expect(await store.list()).toEqual([]);
    expect(await store.claim('mail', terms)).toEqual([]);
  });

  it('lists the newest first, from a day on', async () => {
    const old = await add({ message: 'An old message' });
    now += DAY;
    const young = await add({ message: 'A new message' });
    expect((await store.list()).map(({ reference }) => reference)).toEqual([young, old]);
    expect((await store.list({ since: new Date(now) })).map(({ reference }) => reference)).toEqual([young]);
  });
});

describe('SQLite', () => {
  it('writes each commit to disk, in a file for its owner alone', async () => {
    const file = newFile();
    const store = createStore(openSqlite(file));
    await store.add(incoming());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
    expect(new DatabaseSync(file).prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    await store.close();
  });

  describe('what is no store of ours', () => {
    let path: string;
    beforeEach(() => {
      path = newFile();
      mkdirSync(dirname(path));
    });
    const refused = () => {
      const store = createStore(openSqlite(path));
      return store.check().then(
        () => 'taken',
        (error: Error) => error.message,
      );
    };
    const modeOf = (file: string) => statSync(file).mode & 0o777;

    it('is refused in a sentence where it is a folder, and keeps its mode', async () => {
      mkdirSync(path, { mode: 0o755 });
      const sentence = `DATABASE_URL names a folder (${path}); name a file in it, such as file:${path}/enquiries.db`;
      expect(await refused()).toBe(sentence);
      const folder = path;
      path = newFile();
      mkdirSync(dirname(path));
      symlinkSync(folder, path);
      expect(await refused()).toContain('names a folder');
      expect(modeOf(folder)).toBe(0o755);
    });

    it('is refused in a sentence where it is a pipe, and keeps its mode', async () => {
      execFileSync('mkfifo', ['-m', '644', path]);
      expect(await refused()).toMatch(/DATABASE_URL names .*not a file/);
      expect(modeOf(path)).toBe(0o644);
    });

    it('is refused in a sentence where it is another file, and stays as it is', async () => {
      writeFileSync(path, 'Dear diary. '.repeat(1000), { mode: 0o644 });
      expect(await refused()).toMatch(/is not a SQLite file.*DATABASE_URL/);
      expect(readFileSync(path, 'utf8')).toBe('Dear diary. '.repeat(1000));
      expect(modeOf(path)).toBe(0o644);
    });

    it('is refused in a sentence where its folder is a file', async () => {
      writeFileSync(path, '');
      path = join(path, 'below', 'enquiries.db');
      expect(await refused()).toMatch(/cannot be written .*DATABASE_URL/);
    });

    it('is made through a link, for its owner alone', async () => {
      symlinkSync(`${path}-2`, path);
      expect(await refused()).toBe('taken');
      expect(modeOf(`${path}-2`)).toBe(0o600);
    });

    it('keeps its mode where it is a store that others may read', async () => {
      expect(await refused()).toBe('taken');
      chmodSync(path, 0o640);
      expect(await refused()).toBe('taken');
      expect(modeOf(path)).toBe(0o640);
    });

    it('is refused in a sentence where its folder belongs to another user', () => {
      chmodSync(dirname(path), 0o500);
      chmodSync(folder, 0o711);
      const script = `
        import { openSqlite } from './src/server/enquiries/store/sqlite.ts';
        await openSqlite('${path}').read('SELECT 1').catch(({ message }) => console.log(message));`;
      const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        ...user,
        encoding: 'utf8',
      });
      expect(stdout).toMatch(/cannot be written .*permission denied.*DATABASE_URL/);
    });
  });

  describe('that vanishes', () => {
    const ends = ['', '-wal', '-shm'];
    const GONE = /^The store .*enquiries\.db is gone: .*restart the site\.$/;

    it.each(['moved', 'deleted'])('is not made anew once it was %s, and nothing is stored', async (how) => {
      const file = newFile();
      const store = createStore(openSqlite(file));
      await store.add(incoming());
      for (const end of ends)
        if (how === 'moved') renameSync(`${file}${end}`, `${file}.old${end}`);
        else rmSync(`${file}${end}`);
      for (const attempt of [
        () => store.add(incoming({ message: 'After the move' })),
        () => store.check(),
        () => store.list(),
        () => store.add(incoming({ message: 'Once more' })),
      ])
        await expect(attempt()).rejects.toThrow(GONE);
      expect(existsSync(file)).toBe(false);
      await store.close();
    });

    it('goes on where it was once it is back, with all that was acknowledged', async () => {
      const file = newFile();
      const store = createStore(openSqlite(file));
      await store.add(incoming({ message: 'Before' }));
      renameSync(file, `${file}.old`);
      await expect(store.check()).rejects.toThrow(GONE);
      renameSync(`${file}.old`, file);
      await store.check();
      await store.add(incoming({ message: 'After' }));
      const messages = (await store.list()).map(({ message }) => message).sort();
      expect(messages).toEqual(['After', 'Before']);
      await store.close();
    });

    it('is not believed where it vanished during a write', async () => {
      const file = newFile();
      const database = openSqlite(file);
      await createStore(database).check();
      await expect(
        // biome-ignore lint/correctness/useYield: it only has to run between the two looks
        database.write(function* () {
          renameSync(file, `${file}.old`);
        }),
      ).rejects.toThrow(GONE);
      await database.close();
    });
  });

  it('does not write into a file that another took the place of', async () => {
    const file = newFile();
    const store = createStore(openSqlite(file));
    await store.add(incoming());
    for (const end of ['', '-wal', '-shm']) renameSync(`${file}${end}`, `${file}.old${end}`);
    const other = createStore(openSqlite(file));
    await other.check();
    await store.add(incoming({ message: 'After the move' }));
    expect(await other.list()).toMatchObject([{ message: 'After the move' }]);
    await store.close();
    await other.close();
  });

  it('leaves no trace of what was erased in its files', async () => {
    const file = newFile();
    const store = createStore(openSqlite(file));
    await store.add(incoming({ message: 'A secret plan of ours' }));
    await store.remove(await store.from(enquiry().email));
    expect(await store.scrub()).toBe(true);
    expect(readFileSync(`${file}-wal`).includes('secret plan')).toBe(false);
    await store.close();
    expect(readFileSync(file).includes('secret plan')).toBe(false);
  });

  it('looks nothing up by reading a whole table, however much lies in it', async () => {
    const file = newFile();
    const plans: string[] = [];
    const database = openSqlite(file);
    await createStore(database).check();
    const reader = new DatabaseSync(file);
    const explain = (sql: string, count: number) => {
      const plan = reader.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll('$', '?')}`);
      for (const { detail } of plan.all(...Array(count).fill(0))) plans.push(`${detail} for ${sql}`);
    };
    const watched: Database = {
      ...database,
      read: (sql, values = []) => {
        explain(sql, values.length);
        return database.read(sql, values);
      },
      write: (script) =>
        database.write(function* () {
          const running = script();
          let step = running.next();
          while (!step.done) {
            explain(step.value.sql, step.value.values.length);
            step = running.next(yield step.value);
          }
          return step.value;
        }),
    };
    const store = createStore(watched);
    const cap = { enquiries: 10, spam: 10 };
    const reference = referenceOf(await store.add(incoming({}, { key: 'k', cap })));
    await store.known({ enquiry: enquiry(), key: 'k' });
    const [claimed] = await store.claim('mail', terms);
    if (claimed) await store.settle(claimed, { state: 'parked', error: 'x' });
    await store.find(reference);
    await store.has(reference);
    await store.standing(['mail', 'acknowledgement']);
    await store.list({ limit: 10 });
    const view = { day: 20_000, path: '/', referrer: 'search.example', views: 1 };
    await store.visits.add([view, { ...view, referrer: '' }]);
    await store.visits.between(20_000, 20_001);
    await store.isCurrent();
    await store.noteDay();
    await store.forget();
    await store.visits.expired();
    await store.visits.forget();
    await store.expired(new Date());
    await store.mark(reference, null, 'Ada');
    await store.resend(reference, 'Ada');
    await store.remove([reference]);
    expect(plans.length).toBeGreaterThan(20);
    expect(
      plans.filter((plan) =>
        /^SCAN (enquiries|deliveries|keys|rate_limits|intake|visits)\b(?!.*USING)/.test(plan),
      ),
    ).toEqual([]);
    // A deletion looks for what belongs to it.
    for (const table of ['deliveries', 'keys']) {
      const first = reader
        .prepare(
          `SELECT columns.name FROM pragma_index_list('${table}') AS indexes
           JOIN pragma_index_info(indexes.name) AS columns WHERE columns.seqno = 0 AND indexes.partial = 0`,
        )
        .all();
      expect(first.map(({ name }) => name)).toContain('reference');
    }
    reader.close();
    await store.close();
  });

  it('carries a file of the first version over, with everything in it', async () => {
    const file = newFile();
    mkdirSync(dirname(file));
    writeFirstVersion(file);
    const store = createStore(openSqlite(file));
    expect(await store.find('BBBB-BBBB')).toMatchObject({ message: 'A message', spam: null, doubt: null });
    expect((await store.claim('mail', terms)).map(({ reference }) => reference)).toEqual(['BBBB-BBBB']);
    expect(await store.list({ isSpam: true })).toMatchObject([
      { reference: 'CCCC-CCCC', deliveries: [{ state: 'held' }] },
    ]);
    await store.mark('CCCC-CCCC', null, 'Ada');
    expect((await store.claim('mail', terms)).map(({ reference }) => reference)).toEqual(['CCCC-CCCC']);
    await store.close();
  });

  it('refuses a file of a newer version', async () => {
    const file = newFile();
    const store = createStore(openSqlite(file));
    await store.check();
    await store.close();
    new DatabaseSync(file).exec('UPDATE schema_version SET version = 99');
    await expect(createStore(openSqlite(file)).check()).rejects.toThrow(/newer version.*schema 99/);
  });
});

describe('PostgreSQL', () => {
  it('hands out no password when it names its place', async () => {
    const database = openPostgres('postgres://user:secret@db.example/enquiries');
    expect(database.place).toBe('postgres://db.example/enquiries');
    await database.close();
  });

  it('says that it is not there', async () => {
    const url = (await postgres.newDatabase()).replace(/\w+$/, 'nowhere');
    const store = createStore(openPostgres(url));
    await expect(store.check()).rejects.toThrow('nowhere');
    await store.close();
  });
});
