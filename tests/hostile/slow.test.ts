import { expect, it } from 'vitest';
import { routes } from '../../src/routes.ts';
import * as clients from './support/clients.ts';

const { expectServed, memoryOf, peakMemoryOf, startTarget } = clients;
const MOST_MEMORY = 150e6;
const VISITS = 20;

it.each<[clients.Slow, number]>([
  ['says nothing', 1000],
  ['delays its headers', 1000],
  ['delays its body', 1000],
])('every visitor is served while one address %s on %i connections', async (how, count) => {
  const site = await startTarget();
  const before = memoryOf(site.process.pid);
  await clients.holdConnections(site.url, count, how);
  for (let i = 0; i < VISITS; i++) await expectServed(site);
  expect(peakMemoryOf(site.process.pid) - before).toBeLessThan(MOST_MEMORY);
});

it('a client that does not read answers is closed and costs little memory, and every visitor is served', async () => {
  const site = await startTarget();
  const before = memoryOf(site.process.pid);
  const request = `GET ${routes.blog} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const unread = Array.from({ length: 100 }, async () => {
    const socket = clients.open(site.url).pause();
    // Fills the buffers of the kernel, then the server's. A paused socket learns by writing that it was closed.
    const timer = setInterval(() => socket.write(request.repeat(9)), 20);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
  });
  for (let i = 0; i < VISITS; i++) await expectServed(site);
  await Promise.all(unread);
  // Of gigabytes that were asked for: what lies in buffers, and in those that are not collected yet.
  expect(peakMemoryOf(site.process.pid) - before).toBeLessThan(2 * MOST_MEMORY);
});

it('a request that is never finished is ended, and every visitor is served', async () => {
  const site = await startTarget();
  const post = `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const begun = [
    ...['', 'POS', post, `${post}Content-Le`, `${post}X: `],
    ...['', 'Expect: 100-continue\r\n'].flatMap((expect) => [
      `${post}${expect}Content-Length: 100\r\n\r\n`,
      `${post}${expect}Content-Length: 100\r\n\r\n{"email`,
      `${post}${expect}Transfer-Encoding: chunked\r\n\r\n`,
      `${post}${expect}Transfer-Encoding: chunked\r\n\r\nff\r\n{"email`,
    ]),
  ];
  // Each once in silence and once with a byte a second.
  const ends = begun.flatMap((bytes) => [false, true].map((goesOn) => clients.say(site.url, bytes, goesOn)));
  for (let i = 0; i < VISITS; i++) await expectServed(site);
  const answers = await Promise.all(ends);
  // Closed without an answer, found to be no request, or answered that it took too long.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([0, 400, 408]));
});
