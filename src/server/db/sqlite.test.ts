import { execFileSync } from 'node:child_process';
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
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { incoming, referenceOf } from '../../../tests/support/engines.ts';
import { openSqlite } from './sqlite.ts';
import { createStore } from './store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  file = join(folder, 'data/enquiries.db');
  mkdirSync(dirname(file));
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

  it('is not made a second time, and nothing is stored', async () => {
    const store = open();
    await store.add(incoming());
    for (const end of ENDS) rmSync(`${file}${end}`);
    for (const attempt of [() => store.add(incoming({ message: 'After' })), store.check, store.list])
      await expect(attempt()).rejects.toThrow(GONE);
    expect(existsSync(file)).toBe(false);
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

it('leaves no trace of an erased person in the file, its log and the index of words', async () => {
  const store = open();
  const secret = 'Quetzalcoatl';
  const marks = [secret, secret.toLowerCase(), 'Xylophonist', 'xylophonist', 'zaphod'];
  for (let i = 0; i < 50; i++) await store.add(incoming({ message: `Others ${i}` }));
  const email = 'zaphod@shop.example';
  const added = await store.add(incoming({ lastName: secret, email, message: `I am ${secret}` }));
  await store.addNote(referenceOf(added), 'A Xylophonist', 'Ada');
  expect(await store.list({ search: secret })).toHaveLength(1);
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
