import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../tests/support/postgres.ts';
import { thirdVersion } from '../../../../tests/support/third-version.ts';
import { type Enquiry, emptyEnquiry } from '../../../lib/enquiry.ts';
import type { Database } from './database.ts';
import type { Wanted } from './handling.ts';
import { openPostgres } from './postgres.ts';
import { makeTables, openSqlite } from './sqlite.ts';
import { createStore, type EnquiryStore, type Incoming } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'handling-'));
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

interface Engine {
  /** A store of the version before, ready to be opened. */
  before(): Promise<() => Database>;
  empty(): Promise<() => Database>;
}
const engines: Record<string, Engine> = {
  SQLite: {
    empty: async () => {
      const file = newFile();
      return () => openSqlite(file);
    },
    before: async () => {
      const file = newFile();
      mkdirSync(dirname(file));
      const database = new DatabaseSync(file);
      for (const statement of thirdVersion(true)) database.exec(statement);
      database.close();
      return () => openSqlite(file);
    },
  },
  PostgreSQL: {
    empty: async () => {
      const url = await postgres.newDatabase();
      return () => openPostgres(url);
    },
    before: async () => {
      const url = await postgres.newDatabase();
      const client = new pg.Client(url);
      await client.connect();
      for (const statement of thirdVersion(false)) await client.query(statement);
      await client.end();
      return () => openPostgres(url);
    },
  },
};

describe.each(Object.entries(engines))('on %s', (_, engine) => {
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
    open = await engine.empty();
    store = another();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });

  const add = async (change: Partial<Enquiry> = {}, rest: Partial<Incoming> = {}) => {
    const enquiry = { ...emptyEnquiry, email: 'ada@shop.example', message: `A question ${Math.random()}` };
    const added = await store.add({ enquiry: { ...enquiry, ...change }, kinds: ['mail'], ...rest });
    if (typeof added === 'string') throw new Error(added);
    return added.reference;
  };
  const referencesIn = async (wanted: Partial<Wanted>) =>
    (await store.page({ limit: 100, ...wanted })).map(({ reference }) => reference);
  const found = (search: string) => referencesIn({ list: 'all', search });

  it('is new until somebody says otherwise, and remembers who and when', async () => {
    const reference = await add();
    expect(await referencesIn({ list: 'new' })).toEqual([reference]);
    expect(await store.handle(reference, 'open', 'Ada')).toBe(true);
    now += 1000;
    expect(await store.handle(reference, 'answered', 'Grace')).toBe(true);
    expect(await referencesIn({ list: 'new' })).toEqual([]);
    expect(await referencesIn({ list: 'answered' })).toEqual([reference]);
    expect(await store.find(reference)).toMatchObject({ handling: 'answered' });
    expect(await store.changes(reference)).toEqual([
      { at: new Date(now - 1000), by: 'Ada', deed: 'open' },
      { at: new Date(now), by: 'Grace', deed: 'answered' },
    ]);
    expect(await store.handle('BBBB-BBBB', 'open', 'Ada')).toBe(false);
    expect(await store.changes('BBBB-BBBB')).toEqual([]);
  });

  it('counts the first answer, and none that was taken back', async () => {
    const reference = await add();
    const answeredAt = async () => (await store.answers(new Date(0)))[0]?.answeredAt?.getTime();
    const first = now + 1000;
    for (const [handling, time, expected] of [
      ['answered', first, first],
      ['closed', first + 1000, first],
      ['answered', first + 2000, first],
      ['open', first + 3000, undefined],
      ['answered', first + 4000, first + 4000],
    ] as const) {
      now = time;
      await store.handle(reference, handling, 'Ada');
      expect(await answeredAt(), handling).toBe(expected);
    }
  });

  it('puts each into its lists, and spam into its own and that of everything, which count what they list', async () => {
    const [plain, refused, spam] = [await add(), await add(), await add({}, { spam: 'a robot' })];
    const claimed = await store.claim('mail', { lease: 1000, longestDelay: 1000, limit: 10 });
    for (const one of claimed)
      await store.settle(
        one,
        one.reference === refused
          ? { state: 'parked', error: '550' }
          : { state: 'sent', acceptedBy: 'mail.example' },
      );
    expect(await referencesIn({ list: 'parked' })).toEqual([refused]);
    expect(await referencesIn({ list: 'spam' })).toEqual([spam]);
    expect((await referencesIn({ list: 'all' })).sort()).toEqual([plain, refused, spam].sort());
    expect((await referencesIn({})).sort()).toEqual([plain, refused, spam].sort());
    expect(await store.counts()).toEqual({
      new: 2,
      open: 0,
      answered: 0,
      closed: 0,
      parked: 1,
      spam: 1,
      all: 3,
    });
    expect((await store.find(plain))?.deliveries).toMatchObject([{ acceptedBy: 'mail.example' }]);
    await store.mark(spam, null, 'Ada');
    await store.mark(plain, 'marked by hand', 'Ada');
    expect(await store.counts()).toMatchObject({ new: 2, spam: 1, all: 3 });
    expect(await store.changes(spam)).toMatchObject([{ by: 'Ada', deed: 'not spam' }]);
    expect(await store.changes(plain)).toMatchObject([{ by: 'Ada', deed: 'spam' }]);
  });

  it('turns pages without leaving one out or showing one twice, also of the same moment', async () => {
    const all: string[] = [];
    for (let i = 0; i < 30; i++) {
      if (i % 10 === 0) now += 1000;
      all.push(await add());
    }
    const seen: string[] = [];
    for (let after: Wanted['after']; ; ) {
      const page = await store.page({ list: 'new', limit: 7, after });
      seen.push(...page.map(({ reference }) => reference));
      after = page.at(-1);
      // One that comes meanwhile is newer, and moves nothing.
      now += 1000;
      await add();
      if (page.length < 7) break;
    }
    expect(seen).toHaveLength(30);
    expect([...seen].sort()).toEqual([...all].sort());
    const lots: string[][] = [];
    for await (const lot of store.inLots({ list: 'new' })) lots.push(lot.map(({ reference }) => reference));
    expect(new Set(lots.flat()).size).toBe(35);
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
      'zoe',
      'ZOË nunez',
      'kowhai',
      'sohne',
      'checkout',
      'check',
      'tea-shop',
      'zoe.nunez@tea-shop.example',
      'nunez tea',
      '3rd june',
      'नमस्ते',
      reference,
      reference.toLowerCase(),
    ])
      expect(await found(words), words).toEqual([reference]);
    expect(await found('zoe else')).toEqual([]);
    expect(await found('heckout')).toEqual([]);
    expect(await found('something')).toEqual([other]);
    expect(await found('  ')).toHaveLength(2);
    // What came after the first search is found as well.
    const later = await add({ message: 'A late checkout' });
    expect((await found('checkout')).sort()).toEqual([reference, later].sort());
  });

  it.each([
    '"',
    '*',
    "' OR 1=1 --",
    'NEAR(a b)',
    'words:zoe',
    // No reference has a y.
    '-y',
    '& | !',
    '\\',
    '(',
    'x'.repeat(5000),
    'a '.repeat(500),
    '\u0000',
    // A letter since Unicode 8, which an older one takes for the end of a word.
    'a\u19b0b',
  ])('takes %j for words and nothing else', async (words) => {
    await add({ message: 'Plain text' });
    expect(await found(words)).toEqual(words.startsWith('a a') ? [expect.any(String)] : []);
  });

  it('makes words ready once, however many search at once', async () => {
    for (let i = 0; i < 30; i++) await add({ message: `candles ${i}` });
    const stores = [store, another(), another()];
    const pages = await Promise.all(
      stores.map((one) => one.page({ list: 'all', search: 'candles', limit: 100 })),
    );
    for (const page of pages) expect(page).toHaveLength(30);
  });

  it('keeps notes with their enquiry, and takes them away', async () => {
    const reference = await add();
    expect(await store.addNote(reference, 'Called her', 'Ada')).toBe(true);
    now += 1000;
    await store.addNote(reference, 'She calls back', 'Grace');
    expect(await store.find(reference)).toMatchObject({ notes: 2 });
    const [first, second] = await store.notes(reference);
    expect([first, second]).toMatchObject([
      { by: 'Ada', text: 'Called her', at: new Date(now - 1000) },
      { by: 'Grace', text: 'She calls back' },
    ]);
    expect(await store.removeNote(reference, first?.id ?? '')).toBe(true);
    expect(await store.removeNote(reference, first?.id ?? '')).toBe(false);
    expect(await store.notes(reference)).toHaveLength(1);
    expect(await store.addNote('BBBB-BBBB', 'Nothing', 'Ada')).toBe(false);
  });

  it('takes words, notes and changes away with the enquiry', async () => {
    const reference = await add({ message: 'Something confidential' });
    await store.handle(reference, 'open', 'Ada');
    await store.addNote(reference, 'A note', 'Ada');
    expect(await found('confidential')).toEqual([reference]);
    expect(await store.remove([reference])).toBe(1);
    expect(await found('confidential')).toEqual([]);
    expect(await store.notes(reference)).toEqual([]);
    expect(await store.changes(reference)).toEqual([]);
  });

  it('carries a store of the version before over, with everything in it', async () => {
    open = await engine.before();
    store = another();
    expect(await store.counts()).toMatchObject({ new: 2, parked: 1, spam: 1, all: 3 });
    expect(await found('nunez checkout')).toEqual(['BBBB-BBBB']);
    expect(await store.find('BBBB-BBBB')).toMatchObject({
      firstName: 'Zoë',
      handling: 'new',
      notes: 0,
      deliveries: [{ state: 'sent', acceptedBy: null }],
    });
    expect(await store.find('CCCC-CCCC')).toMatchObject({
      doubt: '5 links',
      deliveries: [{ state: 'parked', error: '550 no such box' }],
    });
    expect((await store.visits.between(20000, 20000)).pages).toEqual([{ path: '/', views: 7 }]);
    await store.handle('BBBB-BBBB', 'answered', 'Ada');
    await store.addNote('BBBB-BBBB', 'Answered by telephone', 'Ada');
    const again = another();
    expect(await again.find('BBBB-BBBB')).toMatchObject({ handling: 'answered', notes: 1 });
  });
});

it('finds the words again that the version before had indexed, by one letter too', async () => {
  const file = newFile();
  mkdirSync(dirname(file));
  const before = new DatabaseSync(file);
  makeTables(before, 4);
  before.exec(`INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message, search_id)
      VALUES ('BBBB-BBBB', 1, '', '', 'ada@shop.example', '', 'Quick question', 7);
    INSERT INTO enquiry_search (rowid, words) VALUES (7, 'quick question')`);
  before.close();
  const store = createStore(openSqlite(file));
  for (const search of ['q', 'qu', 'que', 'question', 'q s'])
    expect(await store.page({ list: 'all', search, limit: 10 }), search).toHaveLength(1);
  expect(await store.page({ list: 'all', search: 'q z', limit: 10 })).toEqual([]);
  await store.close();
});

it('leaves no trace of whoever was erased in the file, its log and the index of words', async () => {
  const file = newFile();
  const store = createStore(openSqlite(file));
  const secret = 'Quetzalcoatl';
  const marks = [secret, secret.toLowerCase(), 'Xylophonist', 'xylophonist', 'zaphod'];
  const enquiry = { ...emptyEnquiry, lastName: secret, email: 'zaphod@shop.example' };
  for (let i = 0; i < 50; i++)
    await store.add({
      enquiry: { ...emptyEnquiry, email: 'a@b.example', message: `Others ${i}` },
      kinds: ['mail'],
    });
  const added = await store.add({ enquiry: { ...enquiry, message: `I am ${secret}` }, kinds: ['mail'] });
  if (typeof added === 'string') throw new Error(added);
  await store.addNote(added.reference, 'A Xylophonist', 'Ada');
  expect(await store.page({ list: 'all', search: secret, limit: 10 })).toHaveLength(1);
  const traces = () =>
    readdirSync(dirname(file)).flatMap((name) => {
      const bytes = readFileSync(join(dirname(file), name));
      return marks.filter((mark) => bytes.includes(mark)).map((mark) => `${name}: ${mark}`);
    });
  expect(traces()).not.toEqual([]);
  await store.remove(await store.from('zaphod@shop.example'));
  expect(await store.scrub()).toBe(true);
  expect(traces()).toEqual([]);
  await store.close();
});

it('gives others their turn between two lots, of an export and of what one person sent', async () => {
  const store = createStore(openSqlite(newFile()));
  const email = 'ada@shop.example';
  await Promise.all(
    Array.from({ length: 1100 }, (_, i) =>
      store.add({ enquiry: { ...emptyEnquiry, email, message: `Question ${i}` }, kinds: ['mail'] }),
    ),
  );
  const references = await store.from(email);
  let turns = 0;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const lots: number[] = [];
  for await (const { length } of store.inLots({ list: 'all' })) lots.push(length);
  expect(lots).toEqual([500, 500, 100]);
  expect(turns).toBeGreaterThanOrEqual(2);
  turns = 0;
  expect(await store.findAll(references)).toHaveLength(1100);
  expect(turns).toBeGreaterThanOrEqual(5);
  clearImmediate(next);
  await store.close();
});
