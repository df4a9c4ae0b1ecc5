import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../tests/support/postgres.ts';
import type { Enquiry } from '../../lib/enquiry.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { createStore, type EnquiryStore, type Incoming, REFERENCE } from './store.ts';

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
  firstName: 'Zoë',
  lastName: '李',
  email: 'zoe@shop.example',
  company: "O'Neill & “Co”; DROP TABLE enquiries",
  message: 'नमस्ते 🚀\n\n<b>Our checkout</b> fails.',
  ...change,
});
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
    if (added === 'conflict') throw new Error('conflict');
    return added.reference;
  };

  it('gives back what was typed, to the letter, and nothing else', async () => {
    const reference = await add();
    expect(reference).toMatch(REFERENCE);
    expect(await store.find(reference)).toEqual({
      reference,
      receivedAt: new Date(now),
      ...enquiry(),
      spam: null,
      deliveries: [{ kind: 'mail', state: 'waiting', tries: 0, dueAt: new Date(now), error: null }],
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

  it('takes the same text without a key for the same enquiry', async () => {
    expect(await add()).toBe(await add());
  });

  it('stores twenty of the same at once as one, from two processes too', async () => {
    const other = another();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).add(incoming({}, { key: 'same' }))),
    );
    const references = new Set(answers.map((added) => (added === 'conflict' ? added : added.reference)));
    expect(references.size).toBe(1);
    expect(await store.list()).toHaveLength(1);
  });

  it('is made by several processes that start at once', async () => {
    const starting = Array.from({ length: 6 }, another);
    await Promise.all(starting.map((one, i) => one.add(incoming({ message: `Message number ${i}` }))));
    expect(await store.list()).toHaveLength(6);
  });

  it('sets a repeated text aside, whoever sends it', async () => {
    const first = await add({}, { key: 'one' });
    const second = await add(
      { email: 'other@shop.example', message: enquiry().message.toUpperCase() },
      { key: 'two' },
    );
    expect((await store.find(first))?.spam).toBeNull();
    expect((await store.find(second))?.spam).toBe('repeated text');
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
    expect(await store.claim('mail', terms)).toMatchObject([{ reference, kind: 'mail', tries: 1 }]);
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
    expect(await store.resend(late.reference)).toEqual(['mail']);
    expect(await store.claim('mail', terms)).toMatchObject([{ reference: late.reference, tries: 1 }]);
  });

  it('remembers who has it while others wait, until it is sent to all again', async () => {
    const reference = await add();
    const reached = async () => (await store.claim('mail', terms)).map((claimed) => claimed.reached);
    const later = (more: { reached?: string[] }) =>
      ({ state: 'waiting', error: 'busy', dueAt: now, ...more }) as const;
    const [first] = await store.claim('mail', terms);
    if (!first) throw new Error('nothing was claimed');
    expect(first.reached).toEqual([]);
    await store.settle(first, later({ reached: ['a@firm.example', 'b@firm.example'] }));
    expect(await reached()).toEqual([['a@firm.example', 'b@firm.example']]);
    await store.settle({ ...first, tries: 2 }, later({}));
    expect(await reached()).toEqual([['a@firm.example', 'b@firm.example']]);
    await store.resend(reference);
    expect(await reached()).toEqual([[]]);
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

  it('holds spam back until the owner takes it back', async () => {
    const reference = await add({}, { spam: '5 links' });
    expect(await store.claim('mail', terms)).toEqual([]);
    expect(await store.list({ isSpam: true })).toMatchObject([{ reference, spam: '5 links' }]);
    expect(await store.list({ isSpam: false })).toEqual([]);
    expect(await store.mark(reference, null)).toBe(true);
    expect(await store.claim('mail', terms)).toMatchObject([{ reference }]);
    expect(await store.mark('BBBB-BBBB', null)).toBe(false);
  });

  it('erases one sender with everything that belongs to them', async () => {
    const reference = await add({}, { key: 'k' });
    const kept = await add({ email: 'other@shop.example', message: 'Something else' });
    expect(await store.erase(' ZOE@shop.EXAMPLE ')).toBe(1);
    expect(await store.erase('zoe@shop.example')).toBe(0);
    expect(await store.find(reference)).toBeUndefined();
    expect(await store.known({ enquiry: enquiry(), key: 'k' })).toBeUndefined();
    expect((await store.claim('mail', terms)).map((claimed) => claimed.reference)).toEqual([kept]);
  });

  it('purges what is older, and keeps keys for a day at least', async () => {
    const old = await add({ message: 'An old message' });
    now += 30 * HOUR;
    expect(await store.purge(new Date(now - 1000 * DAY))).toBe(0);
    expect(await add({ message: 'An old message' })).toBe(old);
    now += 30 * HOUR;
    const young = await add({ message: 'A new message' });
    expect(await store.purge(new Date(now - DAY))).toBe(1);
    expect((await store.list()).map(({ reference }) => reference)).toEqual([young]);
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

  it('does not write into a file that was moved away', async () => {
    const file = newFile();
    const store = createStore(openSqlite(file));
    await store.add(incoming());
    for (const end of ['', '-wal', '-shm']) renameSync(`${file}${end}`, `${file}.old${end}`);
    await store.add(incoming({ message: 'After the move' }));
    await store.close();
    const left = createStore(openSqlite(file));
    expect(await left.list()).toMatchObject([{ message: 'After the move' }]);
    await left.close();
  });

  it('leaves no trace of what was erased in its files', async () => {
    const file = newFile();
    const store = createStore(openSqlite(file));
    await store.add(incoming({ message: 'A secret plan of ours' }));
    await store.erase(enquiry().email);
    await store.close();
    expect(readFileSync(file).includes('secret plan')).toBe(false);
  });

  it('refuses a file of a newer version', async () => {
    const file = newFile();
    const store = createStore(openSqlite(file));
    await store.ping();
    await store.close();
    new DatabaseSync(file).exec('UPDATE schema_version SET version = 99');
    await expect(createStore(openSqlite(file)).ping()).rejects.toThrow(/newer version.*schema 99/);
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
    await expect(store.ping()).rejects.toThrow('nowhere');
    await store.close();
  });
});
