import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { routes } from '../src/routes.ts';
import { startSite } from './support/server.ts';

const start = async (env: NodeJS.ProcessEnv = {}) => {
  const site = await startSite(process.cwd(), env);
  // It may wait for long.
  onTestFinished(() => void site.process.kill('SIGKILL'));
  // `close` comes after the last of the output, `exit` may come before it.
  return { ...site, port: Number(new URL(site.url).port), ended: once(site.process, 'close') };
};
/** For a server that waits: its seconds are longer than any visitor of ours needs. */
const SLOWLY = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    'const set = setTimeout; globalThis.setTimeout = (call, ms, ...rest) => set(call, ms * 100, ...rest)',
  )}`,
};
/** Until no new connection is accepted. */
const untilClosed = (port: number) =>
  expect
    .poll(
      () =>
        new Promise((resolve) => {
          const socket = connect(port, 'localhost', () => resolve(socket.destroy() && 'open'));
          socket.once('error', () => resolve('closed'));
        }),
      { interval: 5 },
    )
    .toBe('closed');

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'prints its address, answers there and ends well on %s',
  async (signal) => {
    const site = await start();
    const response = await fetch(site.url);
    expect(response.status).toBe(200);
    await response.text();
    // A visitor who never asks is not waited for.
    const visitor = connect(site.port, 'localhost').on('error', () => {});
    await once(visitor, 'connect');
    site.process.kill(signal);
    expect(await site.ended).toEqual([0, null]);
    expect(site.output().trim().split('\n')).toEqual([
      expect.stringMatching(/^Enquiries are stored in .+enquiries\.db and not mailed yet: set SMTP_URL/),
      expect.stringContaining(site.url),
    ]);
  },
);

it('finishes what is in hand before it ends, and answers a request that was on its way', async () => {
  const site = await start(SLOWLY);
  const slow = request(site.url + routes.contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
  });
  const answer = once(slow, 'response');
  slow.flushHeaders();
  await once(slow, 'continue');
  slow.write('{"email":"a@b.example",');
  const socket = connect(site.port, 'localhost');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  // A later request was accepted, so this one was too.
  expect((await fetch(site.url + routes.about)).status).toBe(200);
  site.process.kill('SIGTERM');
  await untilClosed(site.port);
  socket.write(`GET ${routes.about} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [page] = await once(socket, 'data');
  expect(String(page)).toMatch(/^HTTP\/1\.1 200 /);
  slow.end(`"message":"Begun before the end came ${Date.now()}"}`);
  const [response] = await answer;
  expect(response.resume().statusCode).toBe(200);
});
