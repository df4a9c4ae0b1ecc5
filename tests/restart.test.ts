import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readyPath, routes } from '../src/routes.ts';
import { prepareHandover } from '../src/server/http/handover.ts';
import { crowd, get, post } from './support/crowd.ts';
import { type RunningSite, startSite } from './support/server.ts';

const HANDOVERS = 3;
/** How many answers each crowd gets from each process. */
const AT_LEAST = 50;
const running: RunningSite[] = [];
afterEach(() => Promise.all(running.splice(0).map((site) => site.stop())));
const start = async (environment: NodeJS.ProcessEnv) => {
  // A process beside which another may listen.
  const site = await startSite(process.cwd(), { REUSE_PORT: '1', ...environment });
  running.push(site);
  return site;
};

it('loses no request and no enquiry while one process after the other takes over', async () => {
  let current = await start({});
  const { url } = current;
  const shared = { PORT: new URL(url).port, DATABASE_URL: current.database };
  const crowds = [
    crowd(8, true, (agent) => get(url + routes.about, agent)),
    crowd(16, true, (agent) => post(url, agent)),
    crowd(16, false, (agent) => post(url, agent)),
  ];
  const more = async () => {
    const wanted = crowds.map((one) => one.answered() + AT_LEAST);
    await expect.poll(() => crowds.every((one, i) => one.answered() >= (wanted[i] ?? 0))).toBe(true);
  };
  await more();
  for (let i = 0; i < HANDOVERS; i++) {
    const next = await start(shared);
    const ended = once(current.process, 'exit');
    current.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    current = next;
    await more();
  }
  const statuses = (await Promise.all(crowds.map((one) => one.leave()))).flat();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
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
