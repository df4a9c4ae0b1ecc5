import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { readyPath, routes } from '../src/routes.ts';
import { prepareHandover } from '../src/server/http/handover.ts';
import { crowd, get, post } from './support/crowd.ts';
import { type RunningSite, startSite } from './support/server.ts';

const HANDOVERS = 3;
const running: RunningSite[] = [];
afterEach(() => Promise.all(running.splice(0).map((site) => site.stop())));

const start = async (environment: NodeJS.ProcessEnv) => {
  const site = await startSite(process.cwd(), { REUSE_PORT: '1', ...environment });
  running.push(site);
  return site;
};

it('loses no request and no enquiry while one process after the other takes over', async () => {
  let current = await start({});
  const { url } = current;
  const { port } = new URL(url);
  const shared = { PORT: port, DATABASE_URL: current.database };
  const readers = crowd(8, true, (agent) => get(url + routes.about, agent));
  const writers = [true, false].map((keeps) => crowd(16, keeps, (agent) => post(url, agent)));
  await sleep(300);
  for (let i = 0; i < HANDOVERS; i++) {
    const next = await start(shared);
    const ended = once(current.process, 'exit');
    current.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    current = next;
  }
  const statuses = await readers.leave();
  const posted = (await Promise.all(writers.map((writer) => writer.leave()))).flat();
  expect(statuses.length).toBeGreaterThan(200);
  expect(posted.length).toBeGreaterThan(200);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(
    Object.fromEntries(
      Map.groupBy(posted, String)
        .entries()
        .map(([status, all]) => [status, all.length]),
    ),
  ).toEqual({
    200: posted.length,
  });
  expect((await fetch(url + readyPath)).status).toBe(200);
});

it('refuses to hand over where the kernel would lose connections', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  const setting = join(folder, 'tcp_migrate_req');
  writeFileSync(setting, '0\n');
  prepareHandover(setting);
  expect(readFileSync(setting, 'utf8').trim()).toBe('1');
  mkdirSync(join(folder, 'locked'));
  expect(() => prepareHandover(join(folder, 'locked'))).toThrow(/sysctl -w net\.ipv4\.tcp_migrate_req=1/);
  rmSync(folder, { recursive: true });
});

it('finishes what is in hand before it ends', async () => {
  const site = await start({});
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const slow = request(site.url + routes.contact, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
    });
    slow.once('error', reject).once('response', (response) => resolve(response.resume().statusCode));
    slow.once('continue', () => {
      slow.write('{"email":"a@b.example",');
      site.process.kill('SIGTERM');
      setTimeout(() => slow.end(`"message":"Begun before the end came ${Date.now()}"}`), 2500);
    });
  });
  expect(await answered).toBe(200);
});

it('answers a request that was on its way when the end came', async () => {
  const site = await start({});
  const socket = connect(Number(new URL(site.url).port), 'localhost');
  await once(socket, 'connect');
  // Its own: whoever is answered here has been let in.
  expect(await get(site.url + routes.about, new Agent())).toBe(200);
  site.process.kill('SIGTERM');
  setTimeout(() => socket.write(`GET ${routes.about} HTTP/1.1\r\nHost: x\r\n\r\n`), 300);
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
