import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { incoming, referenceOf } from '../../../tests/support/engines.ts';
import { fifthVersion } from '../../../tests/support/fifth-version.ts';
import { writeFirstVersion } from '../../../tests/support/first-version.ts';
import { letOthersThrough } from '../../../tests/support/postgres.ts';
import { openSqlite } from './sqlite.ts';
import { createStore } from './store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  file = join(folder, 'data/enquiries.db');
  mkdirSync(dirname(file));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});
const open = () => {
  const store = createStore(openSqlite(file));
  onTestFinished(() => store.close());
  return store;
};
const modeOf = (path: string) => statSync(path).mode & 0o777;
const ENDS = ['', '-wal', '-shm'];

it('is a file for its owner alone, with its log', async () => {
  await open().add(incoming());
  expect([modeOf(file), modeOf(`${file}-wal`)]).toEqual([0o600, 0o600]);
});

describe('a place that is no store of ours', () => {
  const said = () =>
    open()
      .check()
      .then(
        () => 'taken',
        (error: Error) => error.message,
      );

  it('is refused in a sentence where it is a folder, and keeps its mode', async () => {
    mkdirSync(file, { mode: 0o755 });
    const sentence = `DATABASE_URL names a folder (${file}); name a file in it, such as file:${file}/enquiries.db`;
    expect(await said()).toBe(sentence);
    symlinkSync(file, `${file}-link`);
    expect(modeOf(file)).toBe(0o755);
    file = `${file}-link`;
    expect(await said()).toContain('names a folder');
  });

  it('is refused in a sentence where it is a pipe, and keeps its mode', async () => {
    execFileSync('mkfifo', ['-m', '644', file]);
    expect(await said()).toMatch(/DATABASE_URL names .*not a file/);
    expect(modeOf(file)).toBe(0o644);
  });

  it('is refused in a sentence where it is another file, which stays as it is', async () => {
    const diary = 'Dear diary. '.repeat(1000);
    writeFileSync(file, diary, { mode: 0o644 });
    expect(await said()).toMatch(/is not a SQLite file.*DATABASE_URL/);
    expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual([diary, 0o644]);
    file = join(file, 'below', 'enquiries.db');
    expect(await said()).toMatch(/cannot be written .*DATABASE_URL/);
  });

  it('is refused in a sentence where its folder belongs to another user', () => {
    chmodSync(dirname(file), 0o500);
    chmodSync(folder, 0o711);
    letOthersThrough(process.cwd());
    const script = `
      import { openSqlite } from './src/server/db/sqlite.ts';
      await openSqlite('${file}').read('SELECT 1').catch(({ message }) => console.log(message));`;
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const run = ['--input-type=module', '-e', script];
    const { stdout } = spawnSync(process.execPath, run, { ...user, encoding: 'utf8' });
    expect(stdout).toMatch(/cannot be written .*permission denied.*DATABASE_URL/);
  });

  it('is made through a link for its owner alone, and keeps the mode that its owner gives it', async () => {
    symlinkSync(`${file}-2`, file);
    expect([await said(), modeOf(`${file}-2`)]).toEqual(['taken', 0o600]);
    chmodSync(file, 0o640);
    expect([await said(), modeOf(file)]).toEqual(['taken', 0o640]);
  });
});

describe('a store that vanishes', () => {
  const GONE = /^The store .*enquiries\.db is gone: .*restart the site\.$/;

  it.each(['moved', 'deleted'])('is not made anew once it was %s, and nothing is stored', async (how) => {
    const store = open();
    await store.add(incoming());
    for (const end of ENDS)
      if (how === 'moved') renameSync(`${file}${end}`, `${file}.old${end}`);
      else rmSync(`${file}${end}`);
    for (const attempt of [() => store.add(incoming({ message: 'After' })), store.check, store.list])
      await expect(attempt()).rejects.toThrow(GONE);
    expect(existsSync(file)).toBe(false);
  });

  it('goes on where it was once it is back, with all that was acknowledged', async () => {
    const store = open();
    await store.add(incoming({ message: 'Before' }));
    renameSync(file, `${file}.old`);
    await expect(store.check()).rejects.toThrow(GONE);
    renameSync(`${file}.old`, file);
    await store.check();
    await store.add(incoming({ message: 'After' }));
    expect((await store.list()).map(({ message }) => message).sort()).toEqual(['After', 'Before']);
  });

  it('is not believed where it vanished during a write', async () => {
    const database = openSqlite(file);
    onTestFinished(() => database.close());
    await createStore(database).check();
    await expect(
      database.write(async () => {
        renameSync(file, `${file}.old`);
      }),
    ).rejects.toThrow(GONE);
  });

  it('is written to where another took its place', async () => {
    const store = open();
    await store.add(incoming());
    for (const end of ENDS) renameSync(`${file}${end}`, `${file}.old${end}`);
    const other = open();
    await other.check();
    await store.add(incoming({ message: 'After the move' }));
    expect(await other.list()).toMatchObject([{ message: 'After the move' }]);
  });
});

it('leaves no trace of whoever was erased in the file, its log and the index of words', async () => {
  const store = open();
  const secret = 'Quetzalcoatl';
  const marks = [secret, secret.toLowerCase(), 'Xylophonist', 'xylophonist', 'zaphod'];
  for (let i = 0; i < 50; i++) await store.add(incoming({ message: `Others ${i}` }));
  const email = 'zaphod@shop.example';
  const added = await store.add(incoming({ lastName: secret, email, message: `I am ${secret}` }));
  await store.addNote(referenceOf(added), 'A Xylophonist', 'Ada');
  expect(await store.page({ list: 'all', search: secret, limit: 10 })).toHaveLength(1);
  const traces = () =>
    readdirSync(dirname(file)).flatMap((name) => {
      const bytes = readFileSync(join(dirname(file), name));
      return marks.filter((mark) => bytes.includes(mark)).map((mark) => `${name}: ${mark}`);
    });
  expect(traces()).not.toEqual([]);
  await store.remove(await store.from(email));
  expect(await store.scrub()).toBe(true);
  expect(traces()).toEqual([]);
  await store.close();
  expect(traces()).toEqual([]);
});

it('carries a file of the first version over, with everything in it', async () => {
  writeFirstVersion(file);
  const store = open();
  const claimed = async () =>
    (await store.claim('mail', { lease: 60_000, longestDelay: 60_000, limit: 10 })).map(
      ({ reference }) => reference,
    );
  expect(await store.find('BBBB-BBBB')).toMatchObject({ message: 'A message', spam: null, doubt: null });
  expect(await claimed()).toEqual(['BBBB-BBBB']);
  expect(await store.list({ isSpam: true })).toMatchObject([
    { reference: 'CCCC-CCCC', deliveries: [{ state: 'held' }] },
  ]);
  await store.mark('CCCC-CCCC', null, 'Ada');
  expect(await claimed()).toEqual(['CCCC-CCCC']);
  await store.visits.add([{ day: 20_000, path: '/', referrer: '', views: 1 }]);
  expect((await store.visits.between(20_000, 20_000)).days).toEqual([{ day: 20_000, views: 1 }]);
});

it('finds the words again that the version before had indexed, by one letter too', async () => {
  const before = new DatabaseSync(file);
  for (const statement of fifthVersion(true)) before.exec(statement);
  before.exec(`UPDATE schema_version SET version = 4;
    DROP TABLE enquiry_search;
    CREATE VIRTUAL TABLE enquiry_search USING fts5(words, tokenize = "unicode61 remove_diacritics 0");
    INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message, search_id)
      VALUES ('FFFF-FFFF', 1, '', '', 'ada@shop.example', '', 'Quick question', 7);
    INSERT INTO enquiry_search (rowid, words) VALUES (7, 'quick question')`);
  before.close();
  const store = open();
  for (const [search, count] of Object.entries({ q: 1, que: 1, 'q s': 1, 'q z': 0 }))
    expect(await store.page({ list: 'all', search, limit: 10 }), search).toHaveLength(count);
});

it('refuses a file of a newer version', async () => {
  const store = createStore(openSqlite(file));
  await store.check();
  await store.close();
  const newer = new DatabaseSync(file);
  newer.exec('UPDATE schema_version SET version = 99');
  newer.close();
  await expect(open().check()).rejects.toThrow(/newer version.*schema 99/);
});
