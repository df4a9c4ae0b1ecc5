import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { enquiryFields } from '../src/lib/enquiry.ts';
import { openSqlite } from '../src/server/enquiries/store/sqlite.ts';
import { parseEnv } from '../src/server/environment.ts';
import { content, wordsOf } from './support/content.ts';

const policy = content.legal().find(({ id }) => id === 'privacy-policy')?.body ?? '';
const { form } = wordsOf('contact');

it('promises as many months as the server keeps an enquiry', () => {
  const { retentionDays } = parseEnv({}, site);
  const months = Math.round((retentionDays / 365) * 12);
  const promised = [...`${policy}\n${form.privacy}`.matchAll(/(\d+) months/g)].map(([, count]) =>
    Number(count),
  );
  expect(promised.length).toBeGreaterThanOrEqual(3);
  expect(new Set(promised)).toEqual(new Set([months]));
});

it('names each field that the form asks for, and no more', () => {
  const named = /asks for your ([^.]+)\./.exec(policy)?.[1] ?? '';
  const labels = enquiryFields.map((field) => form.fields[field].toLowerCase().replace(/^your /, ''));
  expect(named.split(/, | and /)).toHaveLength(labels.length);
  for (const label of labels) expect(named).toContain(label);
});

it('names everything that is stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'privacy-'));
  const database = openSqlite(join(folder, 'enquiries.db'));
  const columns = await database.read<{ table: string; name: string }>(
    `SELECT tables.name AS "table", columns.name FROM sqlite_schema AS tables
     JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  );
  await database.close();
  rmSync(folder, { recursive: true });
  const stored = Map.groupBy(columns, ({ table }) => table);
  const names = [...stored].map(([table, inside]) => [table, inside.map(({ name }) => name)]);
  // A new column here is a new promise there.
  expect(Object.fromEntries(names)).toEqual({
    schema_version: ['version'],
    enquiries: [
      ...[
        'reference',
        'received_at',
        'first_name',
        'last_name',
        'email',
        'company',
        'message',
        'spam',
        'doubt',
      ],
    ],
    deliveries: ['reference', 'kind', 'state', 'tries', 'due_at', 'error', 'reached'],
    keys: ['key', 'fingerprint', 'message', 'reference', 'stored_at'],
    rate_limits: ['key', 'points', 'expire'],
    intake: ['day', 'enquiries', 'spam', 'bytes'],
  });
  for (const promise of [
    'a reference',
    'the time it arrived',
    'has been delivered',
    'doubtful',
    'set aside',
    'check number',
  ])
    expect(policy).toContain(promise);
});
