import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { healthPath, readyPath, routes } from '../src/routes.ts';
import { type RunningSite, startSite } from './support/server.ts';

const running: RunningSite[] = [];
afterEach(() => Promise.all(running.splice(0).map((site) => site.stop())));

const start = async (environment: NodeJS.ProcessEnv) => {
  const site = await startSite(process.cwd(), { REUSE_PORT: '1', ...environment });
  running.push(site);
  return site;
};

it('loses no request while a new process takes over, and no enquiry', async () => {
  const old = await start({});
  const { port } = new URL(old.url);
  const shared = { PORT: port, DATABASE_URL: old.database };
  const crowd = visitors(old.url);
  await sleep(500);
  await start(shared);
  await sleep(300);
  old.process.kill('SIGTERM');
  await sleep(1000);
  const statuses = await crowd.leave();
  expect(old.process.exitCode).toBe(0);
  expect(statuses.length).toBeGreaterThan(200);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await fetch(old.url + readyPath)).status).toBe(200);
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
  setTimeout(() => socket.write(`GET ${healthPath} HTTP/1.1\r\nHost: x\r\n\r\n`), 300);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

/** Visitors with connections that they keep, reading pages one after the other. */
function visitors(url: string): { leave(): Promise<(number | string)[]> } {
  let isOver = false;
  const statuses: (number | string)[] = [];
  const visitor = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      statuses.push(await get(url + routes.about, agent));
      await sleep(5);
    }
    agent.destroy();
  };
  const all = Array.from({ length: 8 }, visitor);
  return {
    leave: async () => {
      isOver = true;
      await Promise.all(all);
      return statuses;
    },
  };
}

const get = (url: string, agent: Agent, isSecondTry = false) =>
  new Promise<number | string>((resolve) => {
    const asked = request(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      // A kept connection may close just as it is used again. Every browser then takes a new one.
      if (asked.reusedSocket && !isSecondTry) resolve(get(url, agent, true));
      else resolve(error.code ?? 'failed');
    });
    asked.end();
  });
