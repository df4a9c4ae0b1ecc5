import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { retention } from '../src/lib/retention.ts';
import { routes } from '../src/routes.ts';
import { openSqlite } from '../src/server/db/sqlite.ts';
import { parseSettings } from '../src/server/settings.ts';
import { listen } from './support/listen.ts';
import { content, contentWith, enquiryFields, root, site, wordsOf } from './support/other-firm.ts';
import { type RunningSite, startSite } from './support/server.ts';

const policy = content.legal.find(({ id }) => id === 'privacy-policy')?.body ?? '';
const { form } = wordsOf('contact');
const fields: Record<string, string> = form.fields;

it('promises as many months as the server keeps an enquiry', () => {
  const { retentionDays } = parseSettings({}, site);
  const months = Math.round((retentionDays / 365) * 12);
  const promised = [...`${policy}\n${form.privacy}`.matchAll(/(\d+) months/g)].map(([, count]) =>
    Number(count),
  );
  expect(promised.length).toBeGreaterThanOrEqual(3);
  expect(new Set(promised)).toEqual(new Set([months]));
});

it('promises as many backups as are kept every night, and for how long addresses are counted', () => {
  const unit = readFileSync('deploy/site-backup.service', 'utf8');
  expect(unit).toContain(`backup --keep ${retention.backups} `);
  expect(policy).toContain(`${retention.windowMinutes} minutes`);
});

it('has the code and the test of each promise in docs/privacy.md, and they are there', () => {
  const rows = readFileSync('docs/privacy.md', 'utf8').match(/^\| (?!the policy|---).*$/gm) ?? [];
  const files = rows.flatMap((row) => row.match(/`[\w./-]+\/[\w./-]+`/g) ?? []);
  expect(files.length).toBeGreaterThan(rows.length);
  expect(files.map((file) => file.slice(1, -1)).filter((file) => !existsSync(file))).toEqual([]);
});

it('names each field that the form asks for', () => {
  for (const field of enquiryFields)
    expect(policy.toLowerCase()).toContain(fields[field]?.toLowerCase().replace(/^your /, ''));
});

it('knows everything that is stored: a new column is a new promise of the privacy policy', async () => {
  const database = openSqlite(join(mkdtempSync(join(tmpdir(), 'privacy-')), 'enquiries.db'));
  const columns = await database.read<{ table: string; name: string }>(
    `SELECT tables.name AS "table", columns.name FROM sqlite_schema AS tables
     JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  );
  await database.close();
  const stored = Map.groupBy(columns, ({ table }) => table);
  const names = [...stored].map(([table, inside]) => [table, inside.map(({ name }) => name)]);
  expect(Object.fromEntries(names)).toEqual({
    schema_version: ['version'],
    enquiries: [
      ...['reference', 'received_at', 'first_name', 'last_name', 'email', 'company', 'message'],
      ...['spam', 'doubt', 'handling', 'answered_at', 'words'],
    ],
    deliveries: ['reference', 'kind', 'recipient', 'state', 'tries', 'due_at', 'error', 'accepted_by'],
    set_aside_mail: ['id', 'told_until', 'due_at'],
    keys: ['key', 'fingerprint', 'message', 'reference', 'stored_at'],
    rate_limits: ['key', 'points', 'expire'],
    intake: ['day', 'enquiries', 'spam'],
    visits: ['day', 'path', 'referrer', 'views'],
    notes: ['id', 'reference', 'at', 'author', 'text'],
    changes: ['id', 'reference', 'at', 'author', 'deed'],
  });
});

it('says of counting page views what is done: other words where they are counted, with the days', () => {
  const textsWhere = (countVisits: boolean) =>
    contentWith({ countVisits })
      .legal.map(({ data, body }) => `${data.description}\n${data.summary}\n${body}`)
      .join('\n');
  const days = `${retention.countDays} days`;
  expect([textsWhere(true).includes(days), textsWhere(false).includes(days)]).toEqual([true, false]);
  for (const text of [textsWhere(true), textsWhere(false)]) expect(text).not.toMatch(/\{with/);
});

describe('a visit and an enquiry on the running site', () => {
  const address = '203.0.113.77';
  const enquiry = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    company: 'Engines',
    message: 'Written for a test of the privacy policy.',
  };
  let running: RunningSite;
  let hook: Awaited<ReturnType<typeof listen>>;
  const sentToWebhook: Record<string, unknown>[] = [];
  beforeAll(async () => {
    hook = await listen(async (request, response) => {
      sentToWebhook.push((await json(request)) as Record<string, unknown>);
      response.end();
    });
    running = await startSite(root, {
      WEBHOOK_URL: hook.url,
      WEBHOOK_SECRET: 'a secret of a test',
      TRUST_PROXY: '127.0.0.1,::1',
      RATE_LIMIT: '10',
    });
    const headers = { 'X-Forwarded-For': address, 'User-Agent': 'Browser of a visitor' };
    await fetch(`${running.url}/about?from=somebody`, { headers });
    const { status } = await fetch(running.url + routes.contact, {
      method: 'POST',
      headers: { ...headers, Accept: 'application/json' },
      body: new URLSearchParams({ ...enquiry, elapsed: '61234' }),
    });
    expect(status).toBe(200);
    await vi.waitUntil(() => sentToWebhook.length > 0 && requestLines().length >= 1, 60_000);
  });
  afterAll(async () => {
    await running.stop();
    hook.stop();
  });
  const requestLines = () =>
    running
      .output()
      .split('\n')
      .filter((line) => line.includes('"event":"request"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('leave in the log what the policy lists, and nothing of the visitor', () => {
    for (const line of requestLines())
      expect(Object.keys(line)).toEqual(['level', 'time', 'event', 'method', 'path', 'status', 'ms']);
    expect(requestLines()[0]).toMatchObject({ path: routes.contact, status: 200 });
    for (const word of [address, 'somebody', 'Browser', ...Object.values(enquiry)])
      expect(running.output()).not.toContain(word);
  });

  it('leave in the store neither the address, nor the browser, nor the time that the form was open', () => {
    const folder = dirname(running.database.replace('file:', ''));
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(bytes.join()).toContain(enquiry.message);
    for (const word of [address, 'cb0071', 'Browser', '61234']) expect(bytes.join()).not.toContain(word);
  });

  it('reach the webhook with all that the policy says', () => {
    const { text, ...rest } = sentToWebhook[0] ?? {};
    expect(rest).toEqual({
      ...enquiry,
      phoneNumber: '',
      reference: expect.any(String),
      receivedAt: expect.any(String),
    });
    expect(text).toEqual(expect.stringContaining(enquiry.message));
  });
});
