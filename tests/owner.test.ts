import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Enquiry } from '../src/lib/enquiry.ts';
import type { Incoming } from '../src/server/db/enquiries.ts';
import { openSqlite } from '../src/server/db/sqlite.ts';
import { createStore, type EnquiryStore } from '../src/server/db/store.ts';
import { plainEnvironment } from './support/environment.ts';
import { addEnquiry } from './support/inbox.ts';
import { CLI, runOwner } from './support/owner.ts';
import { startMailServer } from './support/smtp.ts';

const folder = mkdtempSync(join(tmpdir(), 'owner-'));

let file: string;
let files = 0;
beforeEach(() => {
  file = join(folder, `${++files}`, 'enquiries.db');
});
const run = (...parameters: string[]) => runOwner(parameters, { DATABASE_URL: `file:${file}` });

async function withStore<Result>(
  use: (store: EnquiryStore) => Promise<Result>,
  daysAgo = 0,
): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - daysAgo * 24 * 60 * 60_000 });
  const store = createStore(openSqlite(file));
  const result = await use(store);
  await store.close();
  vi.useRealTimers();
  return result;
}
const add = (change: Partial<Enquiry> = {}, more: Partial<Incoming> = {}, daysAgo = 0) =>
  withStore(
    (store) =>
      addEnquiry(store, { firstName: 'Ada', lastName: 'Lovelace', company: 'Engines', ...change }, more),
    daysAgo,
  );
const settle = (state: 'sent' | 'parked') =>
  withStore(async (store) => {
    const [claimed] = await store.claim('mail', 1);
    if (claimed)
      await store.settle(claimed, { state, ...(state === 'parked' && { error: '550 no such box' }) });
  });

it('lists what is there, by state and by age, and counts what was set aside', async () => {
  const parked = await add({ message: 'The first\nmessage' }, {}, 30);
  await settle('parked');
  const waiting = await add();
  const spam = await add({}, { spam: '5 links' });
  const { out } = await run('list');
  const lines = out.split('\n');
  expect(lines[0]).toMatch(/^REFERENCE +RECEIVED \(UTC\) +STATE +FROM +COMPANY +MESSAGE$/);
  expect(lines[1]).toMatch(new RegExp(`^${waiting} .* waiting +Ada Lovelace +Engines`));
  expect(lines[2]).toMatch(new RegExp(`^${parked} .* parked .*The first message$`));
  expect(out).toContain('1 more set aside');
  expect(out).not.toContain(spam);
  expect((await run('list', '--spam')).out).toContain(spam);
  expect((await run('list', '--state', 'parked')).out).not.toContain(waiting);
  const young = (await run('list', '--since', '7d')).out;
  expect(young).toContain(waiting);
  expect(young).not.toContain(parked);
  const short = (await run('list', '--limit', '1')).out;
  expect(short).not.toContain(parked);
  expect(short).toContain('Not shown, because older: 1.');
  expect((await run('list', '--limit', '0')).out).not.toContain('Not shown');
});

it('shows one, whole, with what became of it, and sends it again unless it was set aside', async () => {
  const reference = await add({ message: 'One line\nand another' });
  await settle('parked');
  await withStore(async (store) => {
    await store.handle(reference, 'answered', 'Ada');
    await store.addNote(reference, 'Called\u001b[2J her', 'Ada');
  });
  const { out } = await run('show', reference.toLowerCase().replace('-', ''));
  expect(out).toContain('The mail to the firm was refused and will not be tried again: 550 no such box');
  expect(out).toContain('One line\nand another');
  expect(out).toContain('State: answered');
  expect(out).toContain('Marked as answered by Ada.');
  expect(out).toContain('Called�[2J her');
  expect((await run('resend', reference)).out).toContain('mail');
  expect((await run('show', reference)).out).toContain('The mail to the firm waits to be sent.');
  await settle('parked');
  expect((await run('resend', '--all')).out).toBe('Queued again: 1.\n');
  expect((await run('list', '--state', 'parked')).out).toContain('No enquiries found.');
  await withStore((store) => store.mark(reference, 'marked by hand', 'Ada'));
  expect(await run('resend', reference)).toMatchObject({ code: 2, error: expect.stringContaining('spam') });
});

it('shows what strangers wrote without handing them the terminal', async () => {
  const hostile = {
    firstName: 'A\u001b]0;owned\u0007',
    company: 'moc.\u202elive',
    message: 'Text\n\u001b[2J\u009b\u2066x',
  };
  const reference = await add(hostile, { doubt: 'same words as BCDF-2345' });
  for (const { out } of [await run('list'), await run('show', reference)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(out).toContain('moc.�live');
    expect(out).toContain('same words as BCDF-2345');
  }
});

describe('an export', () => {
  it('for a spreadsheet has no formula, however its columns are cut; for a program it is as it was typed', async () => {
    const dangers = [
      ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '"quoted", and\nbroken', '\u00a0@A1'],
      ...['＝1+1', 'x\n=1+1', 'x;"=1+1', '', '+91 98765 43210', "+cmd|' /C calc'!A0"],
    ];
    for (const company of dangers) await add({ company });
    const { out: csv } = await run('export', '--csv');
    expect(csv).toMatch(/^\uFEFF"reference","receivedAt","state","handling","spam","doubt","firstName"/);
    expect(csv).toContain(`,"'+91 98765 43210",`);
    const rows = csv
      .trim()
      .slice(1)
      .split(/(?<=")\n(?=")/);
    expect(rows).toHaveLength(dangers.length + 1);
    const cells = rows.flatMap((row) => row.slice(1, -1).split('","'));
    expect(cells).toHaveLength(rows.length * 11);
    const split = [...cells, ...csv.split(/[;\n]/)].map((cell) => cell.replace(/^[\s"]+/, ''));
    expect(split.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
    const { out: json } = await run('export', '--json');
    const companies = (JSON.parse(json) as Enquiry[]).map(({ company }) => company);
    expect(companies.sort()).toEqual(dangers.sort());
  });

  it('into a file is for its owner alone, and replaces nothing', async () => {
    await add({}, { spam: '5 links' });
    const doubtful = await add({}, { doubt: 'same words as BCDF-2345' });
    const out = join(folder, 'export.json');
    expect(await run('export', '--json', '--out', out)).toMatchObject({
      code: 0,
      out: `Written to ${out}.\n`,
    });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const written = readFileSync(out, 'utf8');
    expect(JSON.parse(written)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: 'spam', spam: '5 links', doubt: '' }),
        expect.objectContaining({ reference: doubtful, state: 'waiting', doubt: 'same words as BCDF-2345' }),
      ]),
    );
    expect(await run('export', '--csv', '--out', out)).toMatchObject({
      code: 2,
      error: expect.stringContaining('already exists'),
    });
    expect(readFileSync(out, 'utf8')).toBe(written);
    expect(await run('export', '--csv', '--out', join(folder, 'no', 'folder'))).toMatchObject({ code: 2 });
  });
});

describe('what is deleted', () => {
  const exported = async () =>
    (JSON.parse((await run('export', '--json')).out) as { reference: string }[]).map(
      ({ reference }) => reference,
    );

  it('of one sender is shown first, then gone', async () => {
    const [first] = [await add({}, {}, 3), await add()];
    const left = await add({ email: 'other@shop.example' });
    const asked = await run('erase', '--email', 'ADA@shop.example');
    expect(asked).toMatchObject({ code: 2, error: expect.stringContaining('--yes') });
    expect(asked.out).toMatch(/^2 enquiries, received from \d{4}-/);
    expect(asked.out).toContain(new Date().toISOString().slice(0, 10));
    expect(asked.out).toContain(first);
    expect(await exported()).toContain(first);
    expect((await run('erase', '--email', 'ADA@shop.example', '--yes')).out).toContain('2 deleted.');
    expect(await exported()).toEqual([left]);
    const again = { code: 0, out: 'Nothing is stored from ada@shop.example.\n' };
    expect(await run('erase', '--email', 'ada@shop.example')).toMatchObject(again);
  });

  it('by age leaves enquiries that no recipient has yet, and younger spam', async () => {
    const gone = await add({}, {}, 800);
    await settle('sent');
    const unsent = await add({}, {}, 900);
    const old = await add({}, { spam: '5 links' }, 40);
    const young = await add({}, { spam: '5 links' }, 20);
    expect(await run('purge', '--older-than', '24mo')).toMatchObject({ code: 2 });
    expect(await exported()).toContain(gone);
    const { out } = await run('purge', '--older-than', '24mo', '--yes');
    expect(out).toContain('Kept, because they were never mailed: 1 enquiry of that age');
    expect(out).toMatch(new RegExp(`^1 enquiry, received from .*: ${gone}$`, 'm'));
    expect(out).toContain('1 deleted.');
    expect((await run('purge', '--spam', '--older-than', '30d', '--yes')).out).toContain(old);
    expect((await run('list', '--spam')).out).toContain(young);
    expect((await run('purge', '--spam', '--yes')).out).toContain('1 deleted.');
    expect(await exported()).toEqual([unsent]);
  });

  it('is asked for at a terminal, which takes nothing but a yes', async () => {
    const reference = await add();
    const atTerminal = async (answer: string) => {
      const child = spawn(
        'script',
        ['-qec', `"${process.execPath}" ${CLI} erase --email ada@shop.example`, '/dev/null'],
        { env: plainEnvironment({ DATABASE_URL: `file:${file}` }) },
      );
      let out = '';
      child.stdout.on('data', (chunk) => {
        if (!out.includes('Type yes') && `${out}${chunk}`.includes('Type yes')) child.stdin.write(answer);
        out += chunk;
      });
      const [code] = await once(child, 'exit');
      child.stdin.destroy();
      return { code, out };
    };
    const kept = { code: 1, out: expect.stringContaining('Nothing was deleted.') };
    for (const answer of ['no\n', '\n', '\u0004', '\u0003'])
      expect(await atTerminal(answer)).toMatchObject(kept);
    expect(await exported()).toEqual([reference]);
    expect(await atTerminal('yes\n')).toMatchObject({ code: 0, out: expect.stringContaining('1 deleted.') });
    expect(await exported()).toEqual([]);
  });

  it('stays in the files while another program reads them, which is reported, and goes with a repetition', async () => {
    const SECRET = 'A sentence that must not be found again';
    const isLeft = () =>
      readdirSync(dirname(file)).some((name) => readFileSync(join(dirname(file), name)).includes(SECRET));
    const erase = (more = {}) =>
      runOwner(['erase', '--email', 'ada@shop.example', '--yes'], { DATABASE_URL: `file:${file}`, ...more });
    await add({ message: SECRET });
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM enquiries');
    // It waits for a while, which passes faster for it.
    const hasty = 'const now = performance.now.bind(performance); performance.now = () => now() * 50';
    const { code, out, error } = await erase({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hasty)}`,
    });
    expect(code).toBe(1);
    expect(out).toContain('1 deleted.');
    expect(error).toContain('Another program is still reading the store');
    expect(error).toContain(`${file}-wal`);
    const again = await add({ message: SECRET });
    const erased = erase();
    await expect.poll(() => withStore((store) => store.find(again))).toBeUndefined();
    expect(isLeft()).toBe(true);
    reader.close();
    expect(await erased).toMatchObject({ code: 0 });
    expect(isLeft()).toBe(false);
  });
});

describe('a backup', () => {
  let backups: string;
  beforeEach(() => {
    backups = join(folder, `backups-${files}`);
    mkdirSync(backups);
  });
  const names = () => readdirSync(backups).sort();

  it('is whole, for its owner alone, named by its moment in a folder, and replaces nothing', async () => {
    await add();
    for (let i = 0; i < 3; i++)
      expect((await run('backup', backups)).out).toContain('1 enquiry, received from');
    expect(names()).toHaveLength(3);
    for (const name of names()) {
      const copy = join(backups, name);
      expect(name).toMatch(/^enquiries-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}\.db$/);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      const taken = { code: 2, error: expect.stringContaining('already exists') };
      expect(await run('backup', copy)).toMatchObject(taken);
    }
  });

  it('deletes the oldest of its own, and nothing else', async () => {
    await add();
    const old = ['01', '02', '03', '04'].map((day) => `enquiries-2020-01-${day}T03-00-00.db`);
    // From a time when the clock was wrong.
    const ahead = 'enquiries-2999-01-01T03-00-00-000.db';
    const others = ['enquiries.db', 'enquiries-2020-01-01.db', 'notes.txt', `${old[0]}-wal`, `x${old[0]}`];
    for (const name of [...old, ahead, ...others]) writeFileSync(join(backups, name), '');
    mkdirSync(join(backups, 'enquiries-2019-01-01T03-00-00.db'));
    const { out } = await run('backup', '--keep', '3', backups);
    for (const name of old.slice(0, 3)) expect(out).toContain(name);
    const [made = ''] = /enquiries-20(?!20)[\d-]+T[\d-]+\.db/.exec(out) ?? [];
    expect(statSync(join(backups, made)).size).toBeGreaterThan(0);
    expect(names()).toEqual(
      [...old.slice(3), ahead, made, ...others, 'enquiries-2019-01-01T03-00-00.db'].sort(),
    );
    // The newest by name is the wrong one; the one just made stays all the same.
    expect(await run('backup', '--keep', '1', backups)).toMatchObject({ code: 0 });
    expect(names().filter((name) => name === ahead || name === old[3] || name === made)).toEqual([]);
    const left = names();
    expect(left).toHaveLength(others.length + 2);
    // Where none could be made, nothing is deleted.
    writeFileSync(file, 'This is no store.');
    expect((await run('backup', '--keep', '1', backups)).code).toBe(1);
    expect(names()).toEqual(left);
  });
});

describe('a mistake gets a sentence and the code 2:', () => {
  it.each([
    ['a wrong reference', ['show', 'nonsense'], 'BCDF-2345'],
    ['an unknown reference', ['show', 'BBBB-BBBB'], 'There is no enquiry BBBB-BBBB'],
    ['a wrong option', ['list', '--colour'], '--colour'],
    ['a purge of nothing', ['purge'], '--older-than 24mo, or --spam'],
    ['a missing form', ['export'], '--csv or --json'],
    ['a missing reference', ['resend'], '--all'],
    ['a number to keep without a folder', ['backup', '--keep', '3', join(folder, 'no')], 'is not a folder'],
    ['an unknown command', ['search', 'words'], 'search'],
  ])('%s', async (_, parameters, sentence) => {
    await add();
    const { code, error } = await run(...parameters);
    expect(code).toBe(2);
    expect(error).toContain(sentence);
    expect(error).not.toContain('    at ');
  });

  it.each(['list', 'backup none.db'])('%s without a store, and none is made', async (words) => {
    const { code, error } = await run(...words.split(' '));
    expect(code).toBe(2);
    expect(error).toContain(file);
    expect(error).toContain('DATABASE_URL');
    expect(existsSync(dirname(file))).toBe(false);
  });

  it('a store that is a folder', async () => {
    mkdirSync(file, { recursive: true });
    const isFolder = expect.stringContaining(`DATABASE_URL names a folder (${file})`);
    for (const words of ['list', 'backup none.db', 'restore none.db --yes'])
      expect(await run(...words.split(' '))).toMatchObject({ code: 2, error: isFolder });
    expect(readdirSync(dirname(file))).toEqual(['enquiries.db']);
  });

  it.each([
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ])('%s of PostgreSQL', async (command, tool) => {
    const ran = await runOwner([command, 'file.db'], { DATABASE_URL: 'postgres://user@host/database' });
    expect(ran).toMatchObject({ code: 2, error: expect.stringContaining(tool) });
  });
});

it('sends a mail on trial, and tells what the server said', async () => {
  const server = await startMailServer();
  const env = { SMTP_URL: server.url, MAIL_TO: 'owner@firm.example' };
  const taken = await runOwner(['test-mail'], env);
  expect(taken).toMatchObject({ code: 0, error: '' });
  expect(taken.out).toContain('owner@firm.example');
  expect(server.received.map(({ to }) => to)).toEqual([['owner@firm.example']]);
  server.mood = () => 550;
  expect(await runOwner(['test-mail'], env)).toMatchObject({
    code: 1,
    error: expect.stringContaining('550'),
  });
  await server.stop();
  const without = { code: 2, error: expect.stringContaining('SMTP_URL') };
  expect(await runOwner(['test-mail'], {})).toMatchObject(without);
});
