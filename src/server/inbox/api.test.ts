import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { emptyEnquiry, enquiryFields } from '../../lib/enquiry.ts';
import { inboxPaths } from '../../lib/inbox.ts';
import { columnOf } from '../enquiries/store/columns.ts';
import { openSqlite } from '../enquiries/store/sqlite.ts';
import { createStore } from '../enquiries/store/store.ts';
import { createApi } from './api.ts';

/** Clears a terminal, and shows a text backwards. */
const HOSTILE = 'x\u001b[2J\u202egnirts\u0007\u0085\u2028y';

it('shows no character of a foreign store that would steer a terminal or turn a line round', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-'));
  const place = join(folder, HOSTILE);
  mkdirSync(place);
  const file = join(place, 'enquiries.db');
  const store = createStore(openSqlite(file));
  const email = 'ada@shop.example';
  const add = async (message: string) => {
    const added = await store.add({
      enquiry: { ...emptyEnquiry, email, message },
      kinds: ['mail', 'webhook'],
    });
    if (typeof added === 'string') throw new Error(added);
    return added.reference;
  };
  const [reference, foreign] = [await add('First'), await add('Second')];
  await store.addNote(reference, HOSTILE, HOSTILE);
  await store.handle(reference, 'answered', HOSTILE);
  const database = new DatabaseSync(file);
  const texts = enquiryFields
    .filter((field) => field !== 'email')
    .map((field) => `${columnOf(field)} = $text`);
  database.prepare(`UPDATE enquiries SET ${texts}, doubt = $text, spam = $text`).run({ text: HOSTILE });
  database.prepare("UPDATE deliveries SET state = 'sent', error = $text, accepted_by = $text").run({
    text: HOSTILE,
  });
  database.prepare("UPDATE deliveries SET state = 'parked' WHERE kind = 'webhook'").run();
  database.exec('PRAGMA foreign_keys = OFF');
  database.prepare('UPDATE enquiries SET reference = $text WHERE reference = $foreign').run({
    text: HOSTILE,
    foreign,
  });
  database.close();

  const api = createApi({ store, firm: HOSTILE, who: HOSTILE, countsVisits: true, machine: () => ({}) });
  const asked = (path: string, query: Record<string, string> = {}, body?: Record<string, unknown>) =>
    api(path, { query: new URLSearchParams(query), body }).catch((error: Error) => error.message);
  const answers = [
    await asked(inboxPaths.overview),
    await asked(inboxPaths.enquiries, { list: 'spam' }),
    await asked(inboxPaths.enquiry(reference)),
    await asked(inboxPaths.erasure, { email }),
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
    expect.stringContaining('wanted'),
    expect.stringContaining('wanted'),
    expect.stringContaining('wanted'),
    expect.stringContaining('spam'),
  ]);
  expect(stringsIn(answers).filter((text) => /(?![\n\t])[\p{Cc}\p{Zl}\p{Bidi_Control}]/u.test(text))).toEqual(
    [],
  );
  await store.close();
  rmSync(folder, { recursive: true });
});

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(stringsIn) : [];
};
