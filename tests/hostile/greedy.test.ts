import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { RunningSite } from '../support/server.ts';
import { startMailServer } from '../support/smtp.ts';
import {
  bytesReadBy,
  eachOf,
  expectPage,
  expectServed,
  post,
  processorTimeOf,
  serveDuring,
  startTarget,
} from './support/clients.ts';

const TRUST_PROXY = '127.0.0.0/8';
const enquiry = (message: string) => JSON.stringify({ email: 'eve@example.com', message });
const times = (count: number) => Array.from({ length: count });

it('every visitor is served beside wrong forms over 100 connections, in turn with them', async () => {
  const site = await startTarget();
  const connections = 100;
  const agent = new Agent({ keepAlive: true });
  let answered = 0;
  const attack = eachOf(times(1500), connections, async (_, i) => {
    // Half of them over connections that they keep, half over a new one each time.
    const { status } = await post(site.url, `email=nobody&message=${i}`, { agent: i % 2 ? agent : false });
    answered += 1;
    return status;
  });
  /** However slow the machine is, no answer to a visitor waits for more than five to each of the others. */
  const expectSoon = async (answers: number, serve: (site: RunningSite) => Promise<void>) => {
    const before = answered;
    await serve(site);
    expect(answered - before).toBeLessThanOrEqual(answers * 5 * connections);
  };
  // With 500 forms a second, each answer comes within a second.
  const statuses = await serveDuring(attack, async () => {
    await expectSoon(1, expectPage);
    await expectSoon(2, expectServed);
  });
  agent.destroy();
  expect(new Set(statuses)).toEqual(new Set([422]));
});

it.each([
  ['21,000 fields', 'a=&'.repeat(21_000), 422],
  [
    'marks on one letter',
    `message=a${encodeURIComponent('\u0301'.repeat(5000) + '\u0323'.repeat(5000))}`,
    422,
  ],
  ['bare marks on one letter', enquiry(`a${'\u0301'.repeat(15_000)}${'\u0323'.repeat(15_000)}`), 422],
])(
  'a post of 60 kB that is made to cost much costs about as much as any other: %s',
  async (_, body, status) => {
    const site = await startTarget();
    const costOf = async (body: string, expected: number) => {
      const before = processorTimeOf(site.process.pid);
      const answers = await eachOf(times(100), 1, () => post(site.url, body));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([expected]));
      return processorTimeOf(site.process.pid) - before;
    };
    const usual = await costOf(`message=${'x'.repeat(60_000)}`, 422);
    expect(await costOf(body, status)).toBeLessThan(5 * usual);
  },
);

it('a flood cannot fill the disk, and every page is served meanwhile', async () => {
  const site = await startTarget({ DAILY_LIMIT: '50', TRUST_PROXY });
  // 20 kB each, each from a provider of its own.
  const flood = eachOf(times(300), 32, async (_, i) => {
    const headers = { 'X-Forwarded-For': `${11 + (i % 100)}.${Math.floor(i / 100)}.0.1` };
    return (await post(site.url, enquiry(`${i}${'👍'.repeat(4900)}`), { headers })).status;
  });
  const statuses = await serveDuring(flood, () => expectPage(site));
  expect(statuses.toSorted()).toEqual([...Array(50).fill(200), ...Array(250).fill(503)]);
  expect(rowsIn(site.database)).toBe(50);
  const folder = dirname(fileOf(site.database));
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  // Of the 6 MB that were sent: what was taken, its indexes and the log of changes.
  expect(bytes).toBeLessThan(5e6);
});

it.each<[string, NodeJS.ProcessEnv, (address: string) => Record<string, string>]>([
  [
    'where no proxy is trusted',
    {},
    (address) => ({ 'X-Forwarded-For': address, Forwarded: `for=${address}`, 'X-Real-IP': address }),
  ],
  [
    'where another one is trusted',
    { TRUST_PROXY: '10.0.0.1' },
    (address) => ({ 'X-Forwarded-For': address }),
  ],
  [
    'before the one that the proxy wrote',
    { TRUST_PROXY },
    (address) => ({ 'X-Forwarded-For': `${address}, 192.0.2.1` }),
  ],
])('a made-up address gains nothing %s', async (_, env, headersOf) => {
  const site = await startTarget({ RATE_LIMIT: '5', ...env });
  const answers = await eachOf(times(40), 8, (_, i) =>
    post(site.url, enquiry(`From another person: ${i}`), { headers: headersOf(`198.${i}.100.1`) }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array(5).fill(200),
    ...Array(35).fill(429),
  ]);
  expect(rowsIn(site.database)).toBe(5);
});

it('a store full of spam is not read through, neither by a start nor by an enquiry', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const file = join(folder, 'enquiries.db');
  const mail = await startMailServer();
  onTestFinished(async () => {
    await mail.stop();
    rmSync(folder, { recursive: true });
  });
  const env = { DATABASE_URL: `file:${file}`, SMTP_URL: mail.url };
  const empty = await startTarget(env);
  await expectPage(empty);
  const usual = bytesReadBy(empty.process.pid);
  await empty.stop();

  fill(file, { spam: 50_000, expired: 200, waiting: 20 });
  const { size } = statSync(file);
  const site = { ...(await startTarget(env)), database: `file:${file}` };
  await expectPage(site);
  // What is due is done beside it, and found without reading the rest.
  await expect.poll(() => mail.received.length).toBe(20);
  await expect.poll(() => rowsIn(file)).toBe(50_020);
  expect(bytesReadBy(site.process.pid) - usual).toBeLessThan(size / 4);
  const before = bytesReadBy(site.process.pid);
  await expectServed(site);
  expect(bytesReadBy(site.process.pid) - before).toBeLessThan(size / 100);
});

/** Writes past the server what months of spam would leave. */
function fill(
  file: string,
  { spam, expired, waiting }: Record<'spam' | 'expired' | 'waiting', number>,
): void {
  const day = 86_400_000;
  const add = (count: number, age: string, reason: string, state: string) => `
    CREATE TEMP TABLE added AS
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT n, hex(randomblob(6)) AS reference, ${Date.now()} - ${age} AS received_at FROM numbers;
    INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message, spam)
      SELECT reference, received_at, 'Ada', '', 'a' || n || '@example.com', '', 'Cheap links ' || hex(zeroblob(150)),
        ${reason} FROM added;
    INSERT INTO deliveries (reference, kind, state, tries, due_at)
      SELECT reference, 'mail', '${state}', 0, received_at FROM added;
    DROP TABLE added;`;
  const database = new DatabaseSync(file);
  database.exec(`BEGIN;
    ${add(spam, `n * ${(600 * day) / spam}`, "'a robot'", 'held')}
    ${add(expired, `${731 * day} - n * 60000`, 'NULL', 'sent')}
    ${add(waiting, 'n', 'NULL', 'waiting')}
    COMMIT`);
  database.close();
}

const fileOf = (database: string) => database.replace('file:', '');

function rowsIn(database: string): unknown {
  const file = new DatabaseSync(fileOf(database), { readOnly: true, timeout: 5000 });
  const row = file.prepare('SELECT count(*) AS count FROM enquiries').get();
  file.close();
  return row?.count;
}
