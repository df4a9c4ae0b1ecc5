import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { incoming, referenceOf } from '../../../tests/support/engines.ts';
import { enquiryFields } from '../../lib/enquiry.ts';
import { inboxPaths } from '../../lib/inbox.ts';
import { columnOf } from '../db/columns.ts';
import { openSqlite } from '../db/sqlite.ts';
import { createStore } from '../db/store.ts';
import { createApi } from './api.ts';

/** Clears a terminal, and shows a text backwards. */
const HOSTILE = 'x\u001b[2J\u202egnirts\u0007\u0085\u2028y';

it('shows no character of a foreign store that would steer a terminal or turn a line round', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-'));
  mkdirSync(join(folder, HOSTILE));
  const file = join(folder, HOSTILE, 'enquiries.db');
  const store = createStore(openSqlite(file));
  const kinds = { kinds: ['mail' as const, 'webhook' as const] };
  const reference = referenceOf(await store.add(incoming({}, kinds)));
  await store.add(incoming({ message: 'Second' }, kinds));
  await store.addNote(reference, HOSTILE, HOSTILE);
  await store.handle(reference, 'answered', HOSTILE);
  const texts = enquiryFields
    .filter((field) => field !== 'email')
    .map((field) => `${columnOf(field)} = $text`);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA foreign_keys = OFF');
  for (const sql of [
    `UPDATE enquiries SET ${texts}, doubt = $text, spam = $text`,
    "UPDATE deliveries SET state = iif(kind = 'webhook', 'parked', 'sent'), error = $text, accepted_by = $text",
    `UPDATE enquiries SET reference = $text WHERE reference <> '${reference}'`,
  ])
    database.prepare(sql).run({ text: HOSTILE });
  database.close();

  const api = createApi({ store, firm: HOSTILE, who: HOSTILE, countsVisits: true, machine: () => ({}) });
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  api(app);
  const asked = async (url: string, query: Record<string, string> = {}, payload?: object) => {
    const answer = await app.inject({ url, query, ...(payload && { method: 'POST', payload }) });
    return answer.statusCode === 200 ? answer.json() : answer.json().message;
  };
  const answers = [
    await asked(inboxPaths.overview),
    await asked(inboxPaths.enquiries, { list: 'spam' }),
    await asked(inboxPaths.enquiry(reference)),
    await asked(inboxPaths.erasure, { email: 'ada@shop.example' }),
    await asked(inboxPaths.enquiries, { list: HOSTILE }),
    await asked(inboxPaths.export, { format: HOSTILE }),
    await asked(inboxPaths.handling(reference), {}, { handling: HOSTILE }),
    await asked(inboxPaths.resend(reference), {}, {}),
  ];
  expect(answers).toMatchObject([
    { counts: { spam: 2 } },
    { rows: [{}, {}] },
    { noteList: [{}], history: [{}, { isTrouble: true }, { isTrouble: true }, {}] },
    { enquiries: [{}, {}] },
    ...Array(3).fill(expect.stringContaining('allowed values')),
    expect.stringContaining('spam'),
  ]);
  const hostile = stringsIn(answers).filter((text) => /(?![\n\t])[\p{Cc}\p{Zl}\p{Bidi_Control}]/u.test(text));
  expect(hostile).toEqual([]);
  await store.close();
  rmSync(folder, { recursive: true });
});

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(stringsIn) : [];
};
