import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../tests/support/postgres.ts';
import { describeDelivery } from '../outbox/describe.ts';
import { parseSettings } from '../settings.ts';
import { openPostgres } from './postgres.ts';
import { createStore } from './store.ts';

const firm = { contactEmail: 'contact@firm.example', name: 'The Firm', retentionMonths: 24 };
let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

it('passes on what a foreign server says, but nothing that steers a terminal', async () => {
  const fields = 'SFATAL\0C28000\0Mno \u001b[2J\u009b31m\u202entry\0\0';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(Buffer.byteLength(fields) + 4);
      socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const database = openPostgres(`postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c`);
  const nothing = async () => {};
  for (const asked of [database.read('SELECT 1'), database.write(nothing), database.probe(nothing)])
    await expect(asked).rejects.toThrow('no �[2J�31m�ntry');
  await database.close();
  server.close();
});

it.each(['SQL_ASCII', 'LATIN1'])('refuses a database that stores text as %s', async (encoding) => {
  const url = await postgres.newDatabase(encoding);
  const store = createStore(openPostgres(url));
  const sentence = new RegExp(
    `The database ${store.place} stores text as ${encoding} .* \\(createdb --encoding=UTF8 .*\\) and set DATABASE_URL to it\\.$`,
  );
  await expect(store.list({ isSpam: false })).rejects.toThrow(sentence);
  expect(await describeDelivery(parseSettings({ DATABASE_URL: url }, firm), store)).toEqual([
    expect.stringMatching(sentence),
  ]);
  await store.close();
});

it('hands out no password when it names its place', async () => {
  const database = openPostgres('postgres://user:secret@db.example/enquiries');
  expect(database.place).toBe('postgres://db.example/enquiries');
  await database.close();
});
