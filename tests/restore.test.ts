import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../src/server/db/sqlite.ts';
import { createStore, type EnquiryStore } from '../src/server/db/store.ts';
import { kill } from './faults/support/site.ts';
import { expectKept, stored } from './faults/support/stored.ts';
import { repeat, type Visit, visit } from './faults/support/visitors.ts';
import { writeFirstVersion } from './support/first-version.ts';
import { addEnquiry } from './support/inbox.ts';
import { runOwner } from './support/owner.ts';
import { startForTest } from './support/site-of-test.ts';

let folder: string;
let file: string;
let copy: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
  file = join(folder, 'data', 'enquiries.db');
  copy = join(folder, 'copy.db');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const run = (...parameters: string[]) => runOwner(parameters, { DATABASE_URL: `file:${file}` });
const start = () => startForTest(process.cwd(), { DATABASE_URL: `file:${file}` });
const filesBeside = () => readdirSync(join(folder, 'data')).sort();
const asides = () => filesBeside().filter((name) => name.includes('before-restore'));

describe('restoring a backup', () => {
  it('refuses while the site runs; once it is stopped, nothing that was acknowledged is lost', async () => {
    const site = await start();
    const before = [await visit(site.url), await visit(site.url)];
    expect(await run('backup', copy)).toMatchObject({ code: 0 });
    const after = [await visit(site.url)];
    // This request makes the site open its store a second time.
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    expect(await run('restore', copy, '--yes')).toMatchObject({
      code: 2,
      error: expect.stringMatching(/in use.*Stop the site first/),
    });
    const during = await visit(site.url);
    expect(during.status).toBe(200);
    await site.stop();

    const asked = await run('restore', copy);
    expect(asked).toMatchObject({ code: 2, error: expect.stringContaining('--yes') });
    expect(asked.out).toContain(`${copy} contains 2 enquiries`);
    expect(filesBeside()).toEqual(['enquiries.db']);

    const { code, out } = await run('restore', copy, '--yes');
    expect(code).toBe(0);
    expect(out).toContain('Restored: 4 enquiries');
    expect(out).toContain('Kept, because they arrived after the backup: 2.');
    expect(out).toContain('Erase them again');
    const [aside = ''] = asides();
    expect(out).toContain(join(folder, 'data', aside));
    expect(filesBeside()).toEqual(['enquiries.db', aside]);
    expect(filesBeside().map((name) => statSync(join(folder, 'data', name)).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);

    const again = await start();
    const all = [...before, ...after, during, await visit(again.url)];
    // A visitor whose answer was lost repeats it, and is known.
    const [first] = after as [Visit];
    expect((await repeat(again.url, first)).reference).toBe(first.reference);
    expect(await expectKept(`file:${file}`, all)).toHaveLength(5);
  });

  it('is not undone by the log of a site that was killed, whose last words are kept', async () => {
    const site = await start();
    const visits = [await visit(site.url)];
    await run('backup', copy);
    visits.push(await visit(site.url), await visit(site.url));
    await kill(site);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    const { out } = await run('restore', copy, '--yes');
    expect(out).toContain('arrived after the backup: 2.');
    expect(filesBeside()).toEqual(['enquiries.db', ...asides()]);
    expect(await stored(`file:${join(folder, 'data', String(asides()[0]))}`)).toHaveLength(3);
    expect(await expectKept(`file:${file}`, visits)).toHaveLength(3);
  });

  it('of an older release leaves out what a newer one wrote, and keeps it aside with what was put there before', async () => {
    const kept = await add('one');
    await run('backup', copy);
    const left = await add('two');
    change(file, 'UPDATE schema_version SET version = 99');
    const { out } = await run('restore', copy, '--yes');
    expect(out).toContain('newer version');
    expect(await references()).toEqual([kept]);
    await run('restore', copy, '--yes');
    await run('restore', copy, '--yes');
    expect(asides()).toHaveLength(3);
    const found = query(join(folder, 'data', String(asides()[0])), 'SELECT reference FROM enquiries');
    expect(found.flat().sort()).toEqual([kept, left].sort());
  });

  it('keeps page views and notes as they were when the site stopped', async () => {
    const reference = await add('with notes');
    const view = { day: 20_000, path: '/', referrer: '', views: 3 };
    await withStore(async (store) => {
      await store.visits.add([view]);
      await store.addNote(reference, 'taken back since', 'Ada');
      await run('backup', copy);
      await store.visits.add([view, { ...view, day: 20_001 }]);
      const [early] = await store.notes(reference);
      await store.removeNote(reference, String(early?.id));
      await store.addNote(reference, 'made since', 'Ada');
    });
    expect(await run('restore', copy, '--yes')).toMatchObject({ code: 0 });
    expect(query(file, 'SELECT day, views FROM visits ORDER BY day')).toEqual([
      [20_000, 6],
      [20_001, 3],
    ]);
    expect(query(file, 'SELECT text FROM notes')).toEqual([['made since']]);
  });

  it('mails nothing a second time, and brings back what was deleted', async () => {
    const references: string[] = [];
    for (const fate of ['sent', 'refused', 'marked', 'deleted']) references.push(await add(fate));
    const [sent, refused, spam = '', deleted = ''] = references;
    await run('backup', copy);
    await withStore(async (store) => {
      for (const claimed of await store.claim('mail', 9)) {
        if (claimed.reference === sent) await store.settle(claimed, { state: 'sent' });
        if (claimed.reference === refused) await store.settle(claimed, { state: 'parked', error: 'why' });
      }
      await store.mark(spam, 'marked by hand', 'Ada');
      await store.remove([deleted]);
    });
    const { out } = await run('restore', copy, '--yes');
    expect(out).toContain('deleted after the backup: 1.');
    const found = 'SELECT message, spam, state, error FROM enquiries JOIN deliveries USING (reference)';
    expect(query(file, found).sort()).toEqual([
      ['deleted', null, 'waiting', null],
      ['marked', 'marked by hand', 'held', null],
      ['refused', null, 'parked', 'why'],
      ['sent', null, 'sent', null],
    ]);
  });

  it('moves a store aside that cannot be read, with its log', async () => {
    const site = await start();
    const kept = await visit(site.url);
    await run('backup', copy);
    await kill(site);
    for (const end of ['', '-wal']) writeFileSync(file + end, 'This is not a database at all. '.repeat(1000));
    const wal = readFileSync(`${file}-wal`);
    const { code, out } = await run('restore', copy, '--yes');
    expect(code).toBe(0);
    expect(out).toContain('could not be read');
    const [aside = '', ...companions] = asides();
    expect(out).toContain(aside);
    expect(readFileSync(join(folder, 'data', aside), 'utf8')).toContain('not a database');
    expect(companions).toContain(`${aside}-wal`);
    expect(readFileSync(join(folder, 'data', `${aside}-wal`)).equals(wal)).toBe(true);
    expect(filesBeside().filter((name) => name.startsWith('enquiries.db-'))).toEqual([]);
    const again = await start();
    await expectKept(`file:${file}`, [kept, await visit(again.url)]);
  });

  it.each([
    ['an index is broken: everything', 'enquiries_received', 'arrived after the backup: 1.'],
    ['a table is broken: nothing', 'enquiries', 'could not be read'],
  ])('carries over from a store of which %s', async (_, name, sentence) => {
    for (let i = 0; i < 5; i++) await add(`${i}`);
    await run('backup', copy);
    const since = await add('since then');
    spoilPage(name);
    const { code, out } = await run('restore', copy, '--yes');
    expect(code).toBe(0);
    expect(out).toContain(sentence);
    const found = await references();
    expect(found).toHaveLength(name === 'enquiries' ? 5 : 6);
    expect(found.includes(since)).toBe(name !== 'enquiries');
  });

  it('carries over from a store of an earlier version without mailing its spam', async () => {
    await add('one');
    await run('backup', copy);
    rmSync(file);
    writeFirstVersion(file);
    expect((await run('restore', copy, '--yes')).out).toContain('Restored: 3 enquiries');
    expect((await run('show', 'CCCC-CCCC')).out).toContain('The mail to the firm is held back.');
    // For the version that wrote it, it is as it was.
    expect(query(join(folder, 'data', String(asides()[0])), 'SELECT version FROM schema_version')).toEqual([
      [1],
    ]);
  });

  it.each<[string, string | (() => void), string]>([
    ['is missing', () => rmSync(copy), 'There is no file'],
    ['is the store itself', () => (copy = file), 'is the store itself'],
    ['is no database', () => writeFileSync(copy, 'Dear diary. '.repeat(1000)), 'file is not a database'],
    ['is cut off', () => truncateSync(copy, 4096 * 5), 'is damaged'],
    [
      'is of another program',
      'DROP TABLE deliveries',
      'is not a store of enquiries: no such table: deliveries',
    ],
    ['is of a later version', 'UPDATE schema_version SET version = 99', 'newer version'],
  ])('refuses a backup that %s, and changes nothing', async (_, spoil, sentence) => {
    await add('one');
    await run('backup', copy);
    const before = readFileSync(file);
    if (typeof spoil === 'string') change(copy, spoil);
    else spoil();
    const { code, error } = await run('restore', copy, '--yes');
    expect(code).toBe(2);
    expect(error).toContain(copy);
    expect(error).toContain(sentence);
    expect(filesBeside()).toEqual(['enquiries.db']);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('takes over rows alone, and nothing that was put beside them', async () => {
    const reference = await add('one');
    await run('backup', copy);
    change(
      copy,
      `CREATE TRIGGER "\u001b[2J" AFTER INSERT ON enquiries BEGIN UPDATE enquiries SET message = 'changed'; END;
       CREATE VIEW all_of_them AS SELECT * FROM enquiries;
       CREATE INDEX loud ON enquiries (upper(email))`,
    );
    const since = await add('since');
    change(file, 'CREATE TRIGGER added AFTER INSERT ON enquiries BEGIN DELETE FROM enquiries; END');
    expect(await run('restore', copy, '--yes')).toMatchObject({ code: 0 });
    const strangers = "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') OR name = 'loud'";
    expect(query(file, strangers)).toEqual([]);
    expect(query(file, 'SELECT reference, message FROM enquiries').sort()).toEqual(
      [
        [reference, 'one'],
        [since, 'since'],
      ].sort(),
    );
  });

  it('keeps what was typed into a field that the form no longer has, from the backup and from the old store', async () => {
    const [early, late] = [await add('one'), await add('two')];
    const addField = (name: string, reference: string) =>
      change(
        file,
        `ALTER TABLE enquiries ADD COLUMN ${name} TEXT NOT NULL DEFAULT '';
         UPDATE enquiries SET ${name} = '00123' WHERE reference = '${reference}'`,
      );
    addField('phone_number', early);
    await run('backup', copy);
    const since = await add('since then');
    addField('fax', since);
    expect(await run('restore', copy, '--yes')).toMatchObject({ code: 0 });
    expect(query(file, 'SELECT reference, phone_number, fax FROM enquiries').sort()).toEqual(
      [
        [early, '00123', ''],
        [late, '', ''],
        [since, '', '00123'],
      ].sort(),
    );
  });
});

async function withStore<Result>(use: (store: EnquiryStore) => Promise<Result>): Promise<Result> {
  const store = createStore(openSqlite(file));
  const result = await use(store);
  await store.close();
  return result;
}

const add = (message: string) => withStore((store) => addEnquiry(store, { message }));

const references = async () => (await stored(`file:${file}`)).map(({ reference }) => reference);

/** The rows of an answer, without opening the store as this program does. */
function query(path: string, sql: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare(sql).all().map(Object.values);
  database.close();
  return rows;
}

/** Writes over the head of the first page of an index or a table. */
function spoilPage(name: string) {
  change(file, 'PRAGMA journal_mode = DELETE');
  const [[root] = []] = query(file, `SELECT rootpage FROM sqlite_schema WHERE name = '${name}'`);
  const [[size] = []] = query(file, 'PRAGMA page_size');
  const bytes = readFileSync(file);
  const page = (Number(root) - 1) * Number(size);
  bytes.fill(0, page + 3, page + 5);
  writeFileSync(file, bytes);
}

/** Without the checks that would keep it from being spoilt. */
function change(path: string, sql: string) {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  database.exec(sql);
  database.close();
}
