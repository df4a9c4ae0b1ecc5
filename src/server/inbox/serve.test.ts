import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { inboxPaths, type Opened } from '../../lib/inbox.ts';
import { Download } from './api.ts';
import { createInbox } from './serve.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** An inbox whose one file is made of these pieces; answers with a request for it that is let in. */
async function download(pieces: AsyncIterable<string>) {
  const told: string[] = [];
  const { server, token } = createInbox({
    files: new Map(),
    answer: async () => new Download('all.csv', 'text/csv', pieces),
    log: (sentence) => told.push(sentence),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = await fetch(origin + inboxPaths.session, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { session } = (await opened.json()) as Opened;
  const headers = { Authorization: `Bearer ${session}` };
  return { asked: request(`${origin}${inboxPaths.export}`, { headers }).end(), told };
}

it('ends an export that was cancelled, and holds nothing of it', async () => {
  let isReleased = false;
  async function* endless() {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      isReleased = true;
    }
  }
  const { asked, told } = await download(endless());
  const [answer] = await once(asked, 'response');
  // Nobody reads on, so that it waits; then nobody wants it.
  await once(answer, 'readable');
  asked.destroy();
  await vi.waitFor(() => expect(isReleased).toBe(true), 5000);
  expect(told).toEqual([]);
});

it('breaks off an export whose store fails, so that nobody takes a part for all, and says why', async () => {
  async function* failing() {
    yield 'first';
    await sleep(100);
    throw new Error('the disk is gone');
  }
  const { asked, told } = await download(failing());
  const [answer] = await once(asked, 'response');
  await expect(answer.toArray()).rejects.toThrow('aborted');
  expect(told).toEqual([expect.stringContaining('the disk is gone')]);
});
