import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { inboxPaths, type Opened } from '../../lib/inbox.ts';
import { Download } from './api.ts';
import { createInbox } from './serve.ts';

it('ends an export that was cancelled, and holds nothing of it', async () => {
  const released = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      released.resolve();
    }
  }
  const told: string[] = [];
  const { server, token } = createInbox({
    files: new Map(),
    answer: async () => new Download('all.csv', 'text/csv', endless()),
    log: (sentence) => told.push(sentence),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = await fetch(origin + inboxPaths.session, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { session } = (await opened.json()) as Opened;
  const headers = { Authorization: `Bearer ${session}` };

  const asked = request(`${origin}${inboxPaths.export}`, { headers }).end();
  const [answer] = await once(asked, 'response');
  // Nobody reads on, so that it waits; then nobody wants it.
  await once(answer, 'readable');
  asked.destroy();
  await released.promise;
  expect(told).toEqual([]);
});
