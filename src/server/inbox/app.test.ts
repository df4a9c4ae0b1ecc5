import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { inboxPaths, type Opened } from '../../lib/inbox.ts';
import { createInbox } from './app.ts';

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
  const { app, token } = createInbox({
    files: new Map(),
    api: (opened) => opened.get(inboxPaths.export, (_, reply) => reply.send(Readable.from(endless()))),
    log: (sentence) => told.push(sentence),
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
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
