import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Enquiry, emptyEnquiry } from '../src/lib/enquiry.ts';
import { kept } from '../src/lib/kept.ts';
import { openSqlite } from '../src/server/enquiries/store/sqlite.ts';
import { createStore } from '../src/server/enquiries/store/store.ts';
import { dateOf, dayOf } from '../src/server/enquiries/store/visits.ts';
import { plainEnvironment } from './support/environment.ts';
import { copyProject } from './support/project-copy.ts';
import { startMailServer } from './support/smtp.ts';

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
const CLI = 'src/server/enquiries/owner/cli.ts';
const run = (...parameters: string[]) => runWith({ DATABASE_URL: `file:${file}` }, ...parameters);
const runWith = (env: NodeJS.ProcessEnv, ...parameters: string[]) => runAs({}, env, ...parameters);
const runAs = (user: { uid?: number; gid?: number }, env: NodeJS.ProcessEnv, ...parameters: string[]) =>
  new Promise<Ran>((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...parameters],
      { ...user, env: plainEnvironment(env), maxBuffer: 100_000_000 },
      (failed, out, error) => resolve({ code: Number(failed?.code ?? 0), out, error }),
    );
  });

async function add(
  change: Partial<Enquiry> = {},
  spam: string | null = null,
  daysAgo = 0,
  doubt: string | null = null,
): Promise<string> {
  const store = createStore(openSqlite(file), () => Date.now() - daysAgo * 24 * 60 * 60_000);
  const enquiry = {
    ...emptyEnquiry,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@shop.example',
    company: 'Engines',
    message: `A message of its own: ${Math.random()}`,
    ...change,
  };
  const added = await store.add({ enquiry, spam, doubt, kinds: ['mail'] });
  await store.close();
  if (typeof added === 'string') throw new Error(`The enquiry was not stored: ${added}`);
  return added.reference;
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
  expect(out).toContain('The mail to the firm was refused, and is not tried again: 550 no such box');
  expect(out).toContain('One line\nand another');
  expect((await run('resend', reference)).out).toContain('mail');
  expect((await run('show', reference)).out).toContain('The mail to the firm waits to be sent.');
});

it('says how far one has come, notes something with it, and finds it by its words', async () => {
  const reference = await add({ lastName: 'Núñez', message: 'Our checkout fails' }, null, 1);
  const other = await add({ message: 'Something else' });
  expect((await run('state', reference, 'answered')).out).toContain(`${reference} is answered now.`);
  expect((await run('note', reference, 'Called\u001b[2J her')).out).toContain(reference);
  const { out } = await run('show', reference);
  expect(out).toContain('State: answered');
  expect(out).toContain(`Marked as answered by ${userInfo().username}.`);
  expect(out).toContain('Called�[2J her');
  const found = (await run('search', 'nunez', 'check')).out;
  expect(found).toContain(reference);
  expect(found).not.toContain(other);
  expect((await run('search', 'nunez', '--in', 'new')).out).toContain('No enquiries found.');
  const some = (await run('search', 'ada', '--limit', '1')).out;
  expect(some).toContain(other);
  expect(some).not.toContain(reference);
  expect(some).toContain('Older ones are not shown');
  const all = (await run('search', 'ada', '--limit', '0')).out;
  expect(all).toContain(reference);
  expect(all).not.toContain('not shown');
  expect(await run('state', reference, 'asleep')).toMatchObject({ code: 2 });
  expect(await run('note', reference, '  ')).toMatchObject({ code: 2 });
  expect(await run('state', 'BBBB-BBBB', 'open')).toMatchObject({ code: 2 });
});

it('shows what strangers wrote without handing them the terminal', async () => {
  const reference = await add(
    {
      ...emptyEnquiry,
      firstName: 'A\u001b]0;owned\u0007',
      company: 'moc.\u202elive',
      message: 'Text\n\u001b[2J\u009b\u2066x',
    },
    null,
    0,
    'same words as BCDF-2345',
  );
  for (const { out } of [await run('list'), await run('show', reference)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(out).toContain('moc.�live');
    expect(out).toContain('same words as BCDF-2345');
  }
});

it('exports for a spreadsheet without a single formula, and for a program as it is', async () => {
  const dangers = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '"quoted", and\nbroken',
    'x;=1+1',
    '  =1+1',
    '\u00a0@A1',
    '＝1+1',
    ' ＋1',
    'x\n=1+1',
    'x;"=1+1',
    '',
  ];
  for (const company of dangers) await add({ company, message: `Some text: ${company}` });
  const { out: csv } = await run('export', '--csv');
  expect(csv.startsWith('\uFEFF"reference","receivedAt","state","handling","spam","doubt","firstName"')).toBe(
    true,
  );
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

it.each([
  ['+91 98765 43210', '(+91) 98765 43210'],
  ['+91-98765-43210', '(+91) 98765-43210'],
  ['+919876543210', '(+91) 9876543210'],
  [' +1 (555) 123-4567', '(+1) (555) 123-4567'],
  ['+44.20.7946.0958', '(+44) 20.7946.0958'],
  ['+971 50 123 4567', '(+971) 50 123 4567'],
  // These are none, and would be computed or run.
  ['+1-2', "'+1-2"],
  ['-1+1', "'-1+1"],
  ['=1+1', "'=1+1"],
  ['+91 98765 43210*2', "'+91 98765 43210*2"],
  ['+91 98765 43210+1', "'+91 98765 43210+1"],
  ['+12345678901234567', "'+12345678901234567"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ['@SUM(91 9876543210)', "'@SUM(91 9876543210)"],
  ['+91 98765 43210\n=1+1', "'+91 98765 43210\n'=1+1"],
])('exports ‘%s’ for a spreadsheet as ‘%s’', async (message, cell) => {
  await add({ message });
  expect((await run('export', '--csv')).out).toContain(`,"${cell}"\n`);
});

it('exports into a new file that only its owner can read', async () => {
  await add({}, '5 links');
  const doubtful = await add({}, null, 0, 'same words as BCDF-2345');
  const out = join(folder, `export-${files}.json`);
  expect(await run('export', '--json', '--out', out)).toMatchObject({
    code: 0,
    out: `2 enquiries written to ${out}.\n`,
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

it('sends everything again that was refused', async () => {
  const references = [await add(), await add()];
  await settle('parked', '550 no such box');
  await settle('parked', '550 no such box');
  expect((await run('list', '--state', 'parked')).out).toContain(references[0]);
  expect((await run('resend', '--all')).out).toBe('Queued again: 2.\n');
  expect((await run('list', '--state', 'parked')).out).toContain('No enquiries found.');
});

it('marks, and takes back', async () => {
  const reference = await add();
  await run('mark', reference, '--spam');
  expect((await run('list', '--spam')).out).toContain(reference);
  expect(await run('resend', reference)).toMatchObject({ code: 2, error: expect.stringContaining('spam') });
  await run('mark', reference, '--not-spam');
  expect((await run('list')).out).toContain(reference);
});

it('erases one sender, after showing how much that is', async () => {
  const [first] = [await add({}, null, 3), await add()];
  const kept = await add({ email: 'other@shop.example' });
  const today = new Date().toISOString().slice(0, 10);
  const asked = await run('erase', '--email', 'ADA@shop.example');
  expect(asked).toMatchObject({ code: 2, error: expect.stringContaining('--yes') });
  expect(asked.out).toMatch(/^2 enquiries, received from \d{4}-/);
  expect(asked.out).toContain(today);
  expect(asked.out).toContain(first);
  expect((await run('list')).out).toContain(first);

  expect((await run('erase', '--email', 'ADA@shop.example', '--yes')).out).toContain('2 deleted.');
  const { out } = await run('export', '--json');
  expect((JSON.parse(out) as { reference: string }[]).map(({ reference }) => reference)).toEqual([kept]);
  expect(await run('erase', '--email', 'ada@shop.example')).toMatchObject({
    code: 0,
    out: 'Nothing is stored from ada@shop.example.\n',
  });
});

it('purges what is older, and keeps what nobody has got yet', async () => {
  const gone = await add({}, null, 800);
  await settle('sent');
  const unsent = await add({}, null, 900);
  const kept = await add({}, null, 600);
  expect(await run('purge', '--older-than', '24mo')).toMatchObject({ code: 2 });
  expect((await run('list')).out).toContain(gone);
  const { out } = await run('purge', '--older-than', '24mo', '--yes');
  expect(out).toContain('1 enquiry as old as that was never mailed, and is kept');
  expect(out).toMatch(new RegExp(`^1 enquiry, received from .*: ${gone}$`, 'm'));
  expect(out).toContain('1 deleted.');
  const left = (await run('list')).out;
  expect(left).not.toContain(gone);
  for (const reference of [unsent, kept]) expect(left).toContain(reference);
});

it('purges spam, of any age or of some', async () => {
  const [old, young, kept] = [
    await add({}, '5 links', 40),
    await add({}, '5 links'),
    await add({}, null, 40),
  ];
  expect((await run('purge', '--spam', '--older-than', '30d', '--yes')).out).toContain('1 deleted.');
  const left = (await run('list', '--spam')).out;
  expect(left).toContain(young);
  expect(left).not.toContain(old);
  expect((await run('purge', '--spam', '--yes')).out).toContain('1 deleted.');
  expect((await run('list', '--spam')).out).toBe('No enquiries found.\n');
  expect((await run('list')).out).toContain(kept);
});

it('purges page views that are older than they are kept', async () => {
  const store = createStore(openSqlite(file));
  const today = dayOf(Date.now());
  const view = { path: '/', referrer: '', views: 1 };
  await store.visits.add(
    [0, kept.countDays, kept.countDays + 1, 800].map((ago) => ({ ...view, day: today - ago })),
  );
  await store.close();
  const asked = await run('purge', '--visits');
  expect(asked).toMatchObject({ code: 2, error: expect.stringContaining('--yes') });
  expect(asked.out).toContain(`2 days, from ${dateOf(today - 800)} to ${dateOf(today - kept.countDays - 1)}`);
  expect(await run('purge', '--visits', '--yes')).toMatchObject({ code: 0, error: '' });
  expect((await run('purge', '--visits', '--yes')).out).toContain('nothing to delete');
  const again = createStore(openSqlite(file));
  expect((await again.visits.between(0, today)).days.map(({ day }) => today - day)).toEqual([
    kept.countDays,
    0,
  ]);
  await again.close();
});

it('asks at a terminal, and takes nothing but a yes', async () => {
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
  for (const answer of ['no\n', '\n', '\u0004', '\u0003'])
    expect(await atTerminal(answer)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Nothing was deleted.'),
    });
  expect((await run('list')).out).toContain(reference);
  expect(await atTerminal('yes\n')).toMatchObject({ code: 0, out: expect.stringContaining('1 deleted.') });
  expect((await run('list')).out).toBe('No enquiries found.\n');
});

describe('what is erased while another program reads the store', () => {
  const SECRET = 'A sentence that must not be found again';
  const isLeft = () =>
    readdirSync(dirname(file)).some((name) => readFileSync(join(dirname(file), name)).includes(SECRET));

  /** In the middle of reading, for so many milliseconds. */
  async function read(milliseconds: number) {
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1], { readOnly: true });
      database.exec('BEGIN');
      database.prepare('SELECT count(*) FROM enquiries').get();
      console.log('reading');
      setTimeout(() => { database.exec('COMMIT'); }, ${milliseconds});
      process.stdin.on('end', () => process.exit()).resume();`;
    const reader = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(reader.stdout, 'data');
    return async () => {
      reader.stdin.end();
      await once(reader, 'exit');
    };
  }

  it('is gone from the files once that one has ended', async () => {
    await add({ message: SECRET });
    const stop = await read(1500);
    expect(isLeft()).toBe(true);
    expect(await run('erase', '--email', 'ada@shop.example', '--yes')).toMatchObject({ code: 0 });
    expect(isLeft()).toBe(false);
    await stop();
  });

  it('is told of where that one never ends, and finished by a repetition', async () => {
    await add({ message: SECRET });
    const stop = await read(600_000);
    const { code, out, error } = await run('erase', '--email', 'ada@shop.example', '--yes');
    expect(code).toBe(1);
    expect(out).toContain('1 deleted.');
    expect(error).toContain('Another program is still reading the store');
    expect(error).toContain(`${file}-wal`);
    await stop();
    expect(await run('erase', '--email', 'ada@shop.example')).toMatchObject({ code: 0 });
    expect(isLeft()).toBe(false);
  });
});

describe('with 130,000 enquiries', () => {
  const MANY = 130_000;
  let many: string;
  beforeAll(async () => {
    file = join(folder, 'many', 'enquiries.db');
    many = file;
    await add();
    const database = new DatabaseSync(file);
    const now = Date.now();
    const insert = (letter: string, spam: string) =>
      database.exec(`
        INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message, spam)
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})
        SELECT '${letter}' || i, ${now} - 60000 - i * 60000, 'Ada', '', 'ada@shop.example', '', 'Hello', ${spam} FROM n;
        INSERT INTO deliveries (reference, kind, state, tries, due_at)
        SELECT reference, 'mail', 'parked', 1, 0 FROM enquiries WHERE reference GLOB '${letter}*' AND spam IS NULL`);
    insert('n', 'NULL');
    insert('s', "'5 links'");
    database.close();
  });
  beforeEach(() => {
    file = many;
  });
  const references = (out: string, letter: string) => out.match(new RegExp(`^${letter}\\d+`, 'gm')) ?? [];

  it.each([
    ['', ['list'], 'n', 199, MANY + 1 - 200],
    [' by state', ['list', '--state', 'parked', '--limit', '3'], 'n', 3, MANY - 3],
    [' of spam', ['list', '--spam'], 's', 200, MANY - 200],
  ])(
    'the list%s stops where it was told, and says how many more there are',
    async (_, words, letter, shown, more) => {
      const { out, code } = await run(...words);
      expect(code).toBe(0);
      expect(references(out, letter)).toHaveLength(shown);
      expect(references(out, letter)[0]).toBe(`${letter}0`);
      expect(out).toContain(`${more} older ones are not shown`);
    },
  );

  it('the list prints all of them if it has to', async () => {
    const { out, code } = await run('list', '--limit', '0');
    expect(code).toBe(0);
    expect(references(out, 'n')).toHaveLength(MANY);
  });

  it('the weeks are counted in a moment', async () => {
    const timed = async (...parameters: string[]) => {
      const start = performance.now();
      const { out } = await run(...parameters);
      return { out, took: performance.now() - start };
    };
    // The best of three: what disturbs one does not disturb them all.
    const fastest = async (...parameters: string[]) => {
      const runs = [await timed(...parameters), await timed(...parameters), await timed(...parameters)];
      return runs.reduce((best, next) => (next.took < best.took ? next : best));
    };
    // Most of it is the start of a program, which a short list takes as well.
    const list = await fastest('list', '--limit', '1');
    const { out, took } = await fastest('stats');
    expect(took).toBeLessThan(5 * list.took);
    const [, enquiries = '', spam = ''] = /(\d+) enquiries .*, (\d+) set aside/.exec(out) ?? [];
    expect(Number(enquiries)).toBe(Number(spam) + 1);
    expect(Number(spam)).toBeGreaterThan(12 * 7 * 24 * 60 - 1);
  });
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
  expect((await run('backup', copy)).out).toContain('1 enquiry, received from');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(new DatabaseSync(copy).prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(await run('backup', copy)).toMatchObject({
    code: 2,
    error: expect.stringContaining('already exists'),
  });
});

describe('a backup into a folder', () => {
  let backups: string;
  beforeEach(() => {
    backups = join(folder, `backups-${files}`);
    mkdirSync(backups);
  });
  const names = () => readdirSync(backups).sort();

  it('is named by date and time, and all are kept unless told', async () => {
    await add();
    for (let i = 0; i < 3; i++) expect(await run('backup', backups)).toMatchObject({ code: 0 });
    expect(names()).toHaveLength(3);
    for (const name of names()) {
      expect(name).toMatch(/^enquiries-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d)?\.db$/);
      expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('deletes the oldest of its own, and nothing else', async () => {
    await add();
    const old = ['01', '02', '03', '04'].map((day) => `enquiries-2020-01-${day}T03-00-00.db`);
    // From a time when the clock was wrong.
    const ahead = 'enquiries-2999-01-01T03-00-00.db';
    const others = ['enquiries.db', 'enquiries-2020-01-01.db', 'notes.txt', `${old[0]}-wal`, `x${old[0]}`];
    for (const name of [...old, ahead, ...others]) writeFileSync(join(backups, name), '');
    mkdirSync(join(backups, 'enquiries-2019-01-01T03-00-00.db'));
    const { code, out } = await run('backup', '--keep', '3', backups);
    expect(code).toBe(0);
    for (const name of old.slice(0, 3)) expect(out).toContain(name);
    const [made = ''] = /enquiries-20(?!20)[\d-]+T[\d-]+\.db/.exec(out) ?? [];
    expect(statSync(join(backups, made)).size).toBeGreaterThan(0);
    expect(names()).toEqual(
      [...old.slice(3), ahead, made, ...others, 'enquiries-2019-01-01T03-00-00.db'].sort(),
    );
    // The newest by name is the wrong one; the one just made stays all the same.
    expect(await run('backup', '--keep', '1', backups)).toMatchObject({ code: 0 });
    expect(names().filter((name) => name === ahead || name === old[3] || name === made)).toEqual([]);
  });

  it('deletes nothing where none could be made', async () => {
    await add();
    const old = ['01', '02'].map((day) => `enquiries-2020-01-${day}T03-00-00.db`);
    for (const name of old) writeFileSync(join(backups, name), '');
    writeFileSync(file, 'This is no store.');
    expect((await run('backup', '--keep', '1', backups)).code).toBe(1);
    expect(names()).toEqual(old);
  });
});

describe('a mistake gets a sentence and the code 2:', () => {
  it.each([
    ['a wrong reference', ['show', 'nonsense'], 'BCDF-2345'],
    ['an unknown reference', ['show', 'BBBB-BBBB'], 'There is no enquiry BBBB-BBBB'],
    ['a wrong option', ['list', '--colour'], '--colour'],
    ['a wrong state', ['list', '--state', 'lost'], 'waiting, sent, parked'],
    ['a wrong limit', ['list', '--limit', 'few'], '0 means all'],
    ['a wrong day', ['list', '--since', '2026-02-31'], '2026-02-31'],
    ['an age beyond time', ['list', '--since', '3000y'], '1970'],
    ['a wrong age', ['purge', '--older-than', 'long'], '2026-01-31'],
    ['a purge of nothing', ['purge'], '--older-than 24mo, or --spam'],
    ['a missing form', ['export'], '--csv or --json'],
    ['a missing address', ['erase'], '--email'],
    ['a wrong address', ['erase', '--email', '%', '--yes'], 'Enter an e-mail address'],
    ['a missing word', ['mark', 'BBBB-BBBB'], '--spam or --not-spam'],
    ['a missing reference', ['resend'], '--all'],
    ['one too many', ['resend', 'BBBB-BBBB', '--all'], '--all'],
    ['a number to keep without a folder', ['backup', '--keep', '3', join(folder, 'no')], 'is not a folder'],
    ['no days', ['visits', '--days', '0'], 'from 1 to'],
    ['more days than are kept', ['visits', '--days', '9999'], 'from 1 to'],
    ['none to keep', ['backup', '--keep', '0', folder], '1 or more'],
    ['an unknown command', ['destroy'], 'destroy'],
  ])('%s', async (_, parameters, sentence) => {
    await add();
    const { code, error } = await run(...parameters);
    expect(code).toBe(2);
    expect(error).toContain(sentence);
    expect(error).not.toContain('    at ');
  });

  it.each([
    ['list'],
    ['show', 'BBBB-BBBB'],
    ['export', '--csv'],
    ['mark', 'BBBB-BBBB', '--spam'],
    ['resend', '--all'],
    ['erase', '--email', 'ada@shop.example'],
    ['purge', '--spam'],
    ['stats'],
    ['visits'],
    ['backup', join(folder, 'none.db')],
  ])('%s without a store, and none is made', async (...parameters) => {
    const { code, error } = await run(...parameters);
    expect(code).toBe(2);
    expect(error).toContain(file);
    expect(error).toContain('DATABASE_URL');
    expect(existsSync(dirname(file))).toBe(false);
  });

  it.each([['list'], ['backup', join(folder, 'none.db')], ['restore', join(folder, 'none.db'), '--yes']])(
    '%s where the store is a folder, which stays as it is',
    async (...parameters) => {
      mkdirSync(file, { recursive: true, mode: 0o755 });
      const { code, error } = await run(...parameters);
      expect(code).toBe(2);
      expect(error).toContain(`DATABASE_URL names a folder (${file})`);
      expect(statSync(file).mode & 0o777).toBe(0o755);
      expect(readdirSync(dirname(file))).toEqual(['enquiries.db']);
    },
  );

  it('a restore below a file', async () => {
    await add();
    const ran = await runWith({ DATABASE_URL: `file:${file}/enquiries.db` }, 'restore', file, '--yes');
    expect(ran).toMatchObject({ code: 2, error: expect.stringContaining('cannot be written') });
  });

  it.each([
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ])('%s of PostgreSQL', async (command, tool) => {
    const ran = await runWith({ DATABASE_URL: 'postgres://user@host/database' }, command, 'file.db');
    expect(ran).toMatchObject({ code: 2, error: expect.stringContaining(tool) });
  });
});

describe('where systemd runs the site', () => {
  let units: string;
  let settings: string;
  const isRoot = process.getuid?.() === 0;
  beforeEach(async () => {
    units = join(folder, `units-${files}`);
    settings = join(folder, `settings-${files}`);
    mkdirSync(units);
    const unit = readFileSync('deploy/site@.service', 'utf8')
      .replaceAll('/srv/site/current', process.cwd())
      .replaceAll('/etc/site.env', settings)
      .replaceAll('/var/lib/site/enquiries.db', file);
    writeFileSync(join(units, 'site@.service'), unit);
  });

  it('its enquiries are the ones that are meant', async () => {
    const reference = await add();
    expect((await runWith({ SYSTEMD_UNIT_PATH: units }, 'list')).out).toContain(reference);
    // What is typed before the command goes first.
    const elsewhere = await runWith({ SYSTEMD_UNIT_PATH: units, DATABASE_URL: 'file:/no/where.db' }, 'list');
    expect(elsewhere).toMatchObject({ code: 2, error: expect.stringContaining('/no/where.db') });
  });

  it('its file of settings goes before the unit', async () => {
    const named = `${file}-2`;
    writeFileSync(settings, `# Comment\nDATABASE_URL="file:${named}"\n`);
    expect((await runWith({ SYSTEMD_UNIT_PATH: units }, 'list')).error).toContain(named);
  });

  it('a file of settings that is root’s alone asks for root', async () => {
    await add();
    chmodSync(folder, 0o711);
    chmodSync(units, 0o755);
    chmodSync(join(units, 'site@.service'), 0o644);
    writeFileSync(settings, 'SMTP_URL=smtp://mail.example\n', { mode: 0o600 });
    if (!isRoot) chmodSync(settings, 0);
    const ran = await runAs(isRoot ? { uid: 65_534, gid: 65_534 } : {}, { SYSTEMD_UNIT_PATH: units }, 'list');
    expect(ran).toMatchObject({ code: 2, error: expect.stringContaining('sudo npm run enquiries') });
    expect(ran.error).toContain(settings);
  });
});

it('sends a mail on trial, and tells what the server said', async () => {
  const server = await startMailServer();
  const env = { SMTP_URL: server.url, MAIL_TO: 'owner@firm.example' };
  const taken = await runWith(env, 'test-mail');
  expect(taken).toMatchObject({ code: 0, error: '' });
  expect(taken.out).toContain('owner@firm.example');
  expect(server.received.map(({ to }) => to)).toEqual([['owner@firm.example']]);
  server.mood = () => 550;
  expect(await runWith(env, 'test-mail')).toMatchObject({ code: 1, error: expect.stringContaining('550') });
  await server.stop();
  expect(await runWith({}, 'test-mail')).toMatchObject({
    code: 2,
    error: expect.stringContaining('SMTP_URL'),
  });
});

it('sends it to the address of site.config.ts as it is now, built or not', async () => {
  const server = await startMailServer();
  const project = copyProject();
  project.edit('site.config.ts', (text) =>
    text.replace(/^ {2}contactEmail: .*$/m, "  contactEmail: 'new-box@firm.example',"),
  );
  const ran = await new Promise<string>((resolve) => {
    const env = plainEnvironment({ SMTP_URL: server.url });
    execFile(process.execPath, [CLI, 'test-mail'], { cwd: project.root, env }, (_, out, error) =>
      resolve(out + error),
    );
  });
  await server.stop();
  project.remove();
  expect(ran).toContain('new-box@firm.example');
  expect(server.received.map(({ to }) => to)).toEqual([['new-box@firm.example']]);
});

it.each([
  'list',
  'show',
  'export',
  'mark',
  'resend',
  'erase',
  'purge',
  'stats',
  'visits',
  'backup',
  'restore',
  'test-mail',
])('explains %s', async (command) => {
  const { code, out } = await run(command, '--help');
  expect(code).toBe(0);
  expect(out).toContain(`npm run enquiries -- ${command}`);
});
