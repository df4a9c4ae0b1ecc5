import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { inboxPaths, type Opened } from '../../lib/inbox.ts';
import { Download } from './api.ts';
import { createInbox } from './serve.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** An inbox that answers so, and somebody who is let in. */
async function open(answer: () => unknown) {
  const told: string[] = [];
  const { server, token } = createInbox({
    files: new Map(),
    answer: async () => answer(),
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
  return { origin, told, headers: { Authorization: `Bearer ${session}` } };
}

/** A request for a file that is made of these pieces. */
async function download(pieces: AsyncIterable<string>) {
  const { origin, told, headers } = await open(() => new Download('all.csv', 'text/csv', pieces));
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

it('says why too much was sent, and goes on with the same connection', async () => {
  const { origin, headers, told } = await open(() => ({ fine: true }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.push(() => agent.destroy());
  const post = async (bytes: number) => {
    const asked = request(`${origin}/api/note`, {
      agent,
      method: 'POST',
      headers: { ...headers, Origin: origin, 'Content-Type': 'application/json' },
    });
    asked.end(JSON.stringify({ text: 'x'.repeat(bytes) }));
    const [answer] = await once(asked, 'response');
    return [answer.statusCode, await json(answer)];
  };
  for (let i = 0; i < 5; i++) {
    expect(await post(2_000_000)).toEqual([
      413,
      { error: expect.stringContaining('more than the inbox takes') },
    ]);
    expect(await post(10)).toEqual([200, { fine: true }]);
  }
  expect(told).toEqual([]);
});

it('tells the owner nothing of somebody who hung up in the middle of what they sent', async () => {
  const { origin, headers, told } = await open(() => ({ fine: true }));
  const asked = request(`${origin}/api/note`, {
    method: 'POST',
    headers: { ...headers, Origin: origin, 'Content-Type': 'application/json', 'Content-Length': 1000 },
  });
  asked.on('error', () => {});
  asked.write('{');
  await sleep(100);
  asked.destroy();
  await sleep(100);
  expect((await fetch(`${origin}/api/note`, { headers })).status).toBe(200);
  expect(told).toEqual([]);
});
