import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Enquiry } from '../src/lib/enquiry.ts';
import { openSqlite } from '../src/server/enquiries/sqlite.ts';
import { createStore } from '../src/server/enquiries/store.ts';
import { plainEnvironment } from './support/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'owner-'));
afterAll(() => rmSync(folder, { recursive: true }));

let file: string;
let files = 0;
beforeEach(() => {
  file = join(folder, `${++files}`, 'enquiries.db');
});

interface Ran {
  code: number;
  out: string;
  error: string;
}
const run = (...parameters: string[]) =>
  new Promise<Ran>((resolve) => {
    execFile(
      process.execPath,
      ['src/server/enquiries/cli.ts', ...parameters],
      { env: plainEnvironment({ DATABASE_URL: `file:${file}` }) },
      (failed, out, error) => resolve({ code: Number(failed?.code ?? 0), out, error }),
    );
  });

async function add(change: Partial<Enquiry> = {}, spam: string | null = null, daysAgo = 0): Promise<string> {
  const store = createStore(openSqlite(file), () => Date.now() - daysAgo * 24 * 60 * 60_000);
  const enquiry = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@shop.example',
    company: 'Engines',
    message: `A message of its own: ${Math.random()}`,
    ...change,
  };
  const added = await store.add({ enquiry, spam, kinds: ['mail'] });
  await store.close();
  return added === 'conflict' ? added : added.reference;
}
const settle = async (state: 'sent' | 'parked', error?: string) => {
  const store = createStore(openSqlite(file));
  const [claimed] = await store.claim('mail', { lease: 1000, longestDelay: 1000, limit: 1 });
  if (claimed) await store.settle(claimed, { state, ...(error && { error }) });
  await store.close();
};

it('lists what is there, by state and by age, and counts what was set aside', async () => {
  const parked = await add({ message: 'The first\nmessage' }, null, 30);
  await settle('parked', '550 no such box');
  const waiting = await add();
  const spam = await add({}, '5 links');
  const { out } = await run('list');
  const lines = out.split('\n');
  expect(lines[0]).toMatch(/^REFERENCE +RECEIVED \(UTC\) +STATE +FROM +COMPANY +MESSAGE$/);
  expect(lines[1]).toMatch(new RegExp(`^${waiting} .* waiting +Ada Lovelace +Engines`));
  expect(lines[2]).toMatch(new RegExp(`^${parked} .* parked .*The first message$`));
  expect(out).toContain('1 more set aside');
  expect(out).not.toContain(spam);
  expect((await run('list', '--spam')).out).toContain(spam);
  expect((await run('list', '--state', 'parked')).out).not.toContain(waiting);
  const young = await run('list', '--since', '7d');
  expect(young.out).toContain(waiting);
  expect(young.out).not.toContain(parked);
});

it('shows one, whole, with why it was not delivered', async () => {
  const reference = await add({ message: 'One line\nand another' });
  await settle('parked', '550 no such box');
  const { out } = await run('show', reference.toLowerCase().replace('-', ''));
  expect(out).toContain('mail: parked, tries: 1, 550 no such box');
  expect(out).toContain('One line\nand another');
  expect((await run('resend', reference)).out).toContain('mail');
  expect((await run('show', reference)).out).toContain('mail: waiting');
});

it('exports for a spreadsheet without a single formula, and for a program as it is', async () => {
  const dangers = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '"quoted", and\nbroken'];
  for (const company of dangers) await add({ company, message: `Some text: ${company}` });
  const { out: csv } = await run('export', '--csv');
  const cells = [...csv.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,\r\n]*)/gm)].map(([, cell = '']) =>
    cell.replace(/^"|"$/g, ''),
  );
  expect(cells.length).toBeGreaterThan(dangers.length * 9);
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  const { out: json } = await run('export', '--json');
  const companies = (JSON.parse(json) as Enquiry[]).map(({ company }) => company);
  expect(companies.sort()).toEqual(dangers.sort());
});

it('marks, and takes back', async () => {
  const reference = await add();
  await run('mark', reference, '--spam');
  expect((await run('list', '--spam')).out).toContain(reference);
  expect(await run('resend', reference)).toMatchObject({ code: 2, error: expect.stringContaining('spam') });
  await run('mark', reference, '--not-spam');
  expect((await run('list')).out).toContain(reference);
});

it('erases one sender and says how many there were', async () => {
  await add();
  await add();
  const kept = await add({ email: 'other@shop.example' });
  expect((await run('erase', '--email', 'ADA@shop.example')).out).toMatch(/^2 deleted/);
  const { out } = await run('export', '--json');
  expect((JSON.parse(out) as { reference: string }[]).map(({ reference }) => reference)).toEqual([kept]);
});

it('purges what is older', async () => {
  await add({}, null, 800);
  const kept = await add({}, null, 600);
  expect((await run('purge', '--older-than', '24mo')).out).toBe('1 deleted.\n');
  expect((await run('list')).out).toContain(kept);
});

it('plots the weeks, the empty ones too', async () => {
  await add();
  await add({}, '5 links');
  await add({}, null, 14);
  const lines = (await run('stats', '--since', '3w')).out.trim().split('\n');
  expect(lines.at(-1)).toBe('2 enquiries (█), 1 set aside as spam (░)');
  const bars = lines.slice(1, -1).map((line) => line.replace(/^[\d-]{10} +/, '').trimEnd());
  expect(bars.slice(-3)).toEqual(['1  █', '0', '1  █░']);
});

it('makes a backup that only its owner can read', async () => {
  await add();
  const copy = join(folder, `copy-${files}.db`);
  expect((await run('backup', copy)).out).toContain('1 enquiries');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(new DatabaseSync(copy).prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(await run('backup', copy)).toMatchObject({
    code: 2,
    error: expect.stringContaining('exists already'),
  });
});

describe('a mistake gets a sentence and the code 2:', () => {
  it.each([
    ['a wrong reference', ['show', 'nonsense'], 'BCDF-2345'],
    ['an unknown reference', ['show', 'BBBB-BBBB'], 'There is no enquiry BBBB-BBBB'],
    ['a wrong option', ['list', '--colour'], '--colour'],
    ['a wrong state', ['list', '--state', 'lost'], 'waiting, sent, parked'],
    ['a wrong age', ['purge', '--older-than', 'long'], '2026-01-31'],
    ['a missing form', ['export'], '--csv or --json'],
    ['a missing address', ['erase'], '--email'],
    ['a missing word', ['mark', 'BBBB-BBBB'], '--spam or --not-spam'],
    ['an unknown command', ['destroy'], 'destroy'],
  ])('%s', async (_, parameters, sentence) => {
    const { code, error } = await run(...parameters);
    expect(code).toBe(2);
    expect(error).toContain(sentence);
    expect(error).not.toContain('    at ');
  });

  it('a backup of nothing', async () => {
    expect(await run('backup', join(folder, 'none.db'))).toMatchObject({ code: 2 });
    expect(existsSync(file)).toBe(false);
  });
});

it.each(['list', 'show', 'export', 'mark', 'resend', 'erase', 'purge', 'stats', 'backup'])(
  'explains %s',
  async (command) => {
    const { code, out } = await run(command, '--help');
    expect(code).toBe(0);
    expect(out).toContain(`npm run enquiries -- ${command}`);
  },
);
