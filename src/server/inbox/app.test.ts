import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { incoming, referenceOf } from '../../../tests/support/engines.ts';
import { inboxPaths } from '../../lib/inbox.ts';
import { openSqlite } from '../db/sqlite.ts';
import { createStore } from '../db/store.ts';
import { createApi } from './api.ts';
import { createInbox } from './app.ts';

/** Clears a terminal, and shows a text backwards. */
const HOSTILE = 'x\u001b[2J\u202egnirts\u0007\u0085\u2028y';

/** An inbox that is open, and what its page sends. */
async function openInbox(api: (app: FastifyInstance) => void) {
  const logged: string[] = [];
  const { app, token } = createInbox({ files: new Map(), api, log: (sentence) => logged.push(sentence) });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const headers = { Origin: origin, 'Content-Type': 'application/json' };
  const opening = { method: 'POST', headers, body: JSON.stringify({ token }) };
  const { session } = await (await fetch(origin + inboxPaths.session, opening)).json();
  return { origin, logged, headers: { ...headers, Authorization: `Bearer ${session}` } };
}

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
  const texts = ['first_name', 'last_name', 'company', 'message'].map((column) => `${column} = $text`);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA foreign_keys = OFF');
  for (const sql of [
    `UPDATE enquiries SET ${texts}, doubt = $text, spam = $text`,
    "UPDATE deliveries SET state = iif(kind = 'webhook', 'parked', 'sent'), error = $text, accepted_by = $text",
    `UPDATE enquiries SET reference = $text WHERE reference <> '${reference}'`,
  ])
    database.prepare(sql).run({ text: HOSTILE });
  database.close();

  const { origin, headers } = await openInbox(
    createApi({ store, firm: HOSTILE, who: HOSTILE, countsVisits: true, machine: () => ({}) }),
  );
  const asked = async (path: string, body?: object) =>
    (
      await fetch(origin + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    ).json();
  const hostile = encodeURIComponent(HOSTILE);
  const answers = [
    await asked(inboxPaths.overview),
    await asked(`${inboxPaths.enquiries}?list=spam`),
    await asked(inboxPaths.enquiry(reference)),
    await asked(`${inboxPaths.erasure}?email=ada@shop.example`),
    await asked(`${inboxPaths.export}?format=${hostile}`),
    await asked(inboxPaths.handling(reference), { handling: HOSTILE }),
    await asked(inboxPaths.resend(reference), {}),
  ];
  expect(answers).toMatchObject([
    { counts: { spam: 2 } },
    { rows: [{}, {}] },
    { noteList: [{}], history: [{}, { isTrouble: true }, { isTrouble: true }, {}] },
    { enquiries: [{}, {}] },
    ...Array(2).fill({ error: expect.stringContaining('allowed values') }),
    { error: expect.stringContaining('spam') },
  ]);
  expect(JSON.stringify(answers)).not.toMatch(/\p{Bidi_Control}|\p{Zl}|[\u007f-\u009f]|\\u00/u);
  await store.close();
});

it('ends an export that was cancelled, and holds nothing of it', async () => {
  const released = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      released.resolve();
    }
  }
  const { origin, headers, logged } = await openInbox((app) =>
    app.get(inboxPaths.export, (_, reply) => reply.send(Readable.from(endless()))),
  );
  const asked = request(`${origin}${inboxPaths.export}`, { headers }).end();
  const [answer] = await once(asked, 'response');
  // The client stops reading, so the export waits; then the client cancels.
  await once(answer, 'readable');
  asked.destroy();
  await released.promise;
  expect(logged).toEqual([]);
});
