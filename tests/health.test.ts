import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { healthPath, readyPath, routes } from '../src/routes.ts';
import { openSqlite } from '../src/server/db/sqlite.ts';
import { createStore } from '../src/server/db/store.ts';
import { parseSettings } from '../src/server/settings.ts';
import { storedIn } from './support/enquiries.ts';
import { addEnquiry } from './support/inbox.ts';
import { everyRoute, site as firm, root, url } from './support/other-firm.ts';
import { expectSecured } from './support/secured.ts';
import { startForTest } from './support/site-of-test.ts';

const DAY_MS = 24 * 60 * 60_000;
const start = (env: NodeJS.ProcessEnv) => startForTest(root, env);
const statusOf = async (url: string) => (await fetch(url)).status;
let count = 0;
const post = (url: string) =>
  fetch(url + routes.contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: 'visitor@shop.example',
      message: `A private message, ${++count} of ${Date.now()}`,
    }),
  });

it('monitors learn that the server lives and that its store answers', async () => {
  for (const path of [healthPath, readyPath]) {
    const response = await fetch(url + path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expectSecured(response, root);
    expect(await response.json()).toEqual({ status: 'ok' });
  }
  expect(await statusOf(`${url}${healthPath}/x`)).toBe(404);
});

describe('a store', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'health-'));
    file = join(folder, 'data', 'enquiries.db');
  });
  /** A mail server that does not answer: the outbox looks into the store every other second. */
  const startHere = () =>
    start({ DATABASE_URL: `file:${file}`, SMTP_URL: 'smtp://127.0.0.1:9', RATE_LIMIT: '1' });
  const add = async (daysAgo: number, state: 'sent' | 'waiting'): Promise<string> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - daysAgo * DAY_MS });
    const store = createStore(openSqlite(file));
    const reference = await addEnquiry(store);
    if (state === 'sent')
      await store.settle({ reference, kind: 'mail', recipient: '', tries: 0 }, { state: 'sent' });
    await store.close();
    vi.useRealTimers();
    return reference;
  };

  it.each<[string, string, () => void, () => void]>([
    [
      'is a folder',
      'DATABASE_URL names a folder',
      () => mkdirSync(file, { recursive: true }),
      () => rmSync(file, { recursive: true }),
    ],
    [
      'has vanished',
      'The store .* is gone: .*restart the site',
      () => renameSync(join(folder, 'data'), join(folder, 'away')),
      () => renameSync(join(folder, 'away'), join(folder, 'data')),
    ],
  ])('that %s is reported to visitors, to monitors and in the log; pages are there', async (...row) => {
    const [kind, reason, spoil, repair] = row;
    if (kind === 'is a folder') spoil();
    const site = await startHere();
    if (kind !== 'is a folder') spoil();
    await expect.poll(() => statusOf(site.url + readyPath)).toBe(503);
    expect(await (await fetch(site.url + readyPath)).json()).toEqual({ status: 'unavailable' });
    expect(await statusOf(site.url + healthPath)).toBe(200);
    const statuses = await Promise.all(everyRoute().map((path) => statusOf(site.url + path)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await statusOf(`${site.url}${routes.contact}?reference=BBBB-BBBB`)).toBe(503);
    const refused = await post(site.url);
    expect(refused.status).toBe(503);
    expectSecured(refused, root);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ mailto: expect.stringContaining('mailto:') });
    for (const event of [
      ...['store-unavailable', 'confirmation-not-shown', 'enquiry-not-stored', 'outbox-waits'],
    ])
      await expect.poll(() => site.output()).toMatch(new RegExp(`"event":"${event}",[^\n]*${reason}`));
    // What could not be stored has used up nothing of what this address may send.
    for (let i = 0; i < 5; i++) expect((await post(site.url)).status).toBe(503);
    repair();
    expect((await post(site.url)).status).toBe(200);
    expect((await post(site.url)).status).toBe(429);
    await expect.poll(() => statusOf(site.url + readyPath)).toBe(200);
  });

  it('that others may read is reported at the start, and keeps the mode that its owner gave it', async () => {
    await add(0, 'sent');
    chmodSync(file, 0o644);
    const site = await startHere();
    expect(site.output()).toContain(`chmod 600 ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  // What has expired: src/server/outbox/duties.test.ts.
  it('loses at the start what is older than it may be, unless no recipient has it yet, which is reported', async () => {
    const { retentionDays: days } = parseSettings({}, firm);
    const [old, young] = [await add(days + 1, 'sent'), await add(days - 1, 'sent')];
    const waiting = await add(days + 1, 'waiting');
    // Something of this week, or the clock may be wrong.
    await add(0, 'sent');
    const site = await startHere();
    expect(site.output()).toMatch(/^1 delivery has been waiting to be sent since [\d-]+ [\d:]+ UTC/m);
    await expect.poll(() => storedIn(`file:${file}`, old)).toBeUndefined();
    for (const kept of [young, waiting]) expect(storedIn(`file:${file}`, kept)).toBeDefined();
  });
});

it('the log has a line for each form, with the reason for what was refused', async () => {
  const site = await start({});
  await fetch(`${site.url}/nowhere"\\x`);
  await fetch(site.url + healthPath);
  await post(site.url);
  for (const body of [new URLSearchParams({ email: 'Private' }), 'Private'])
    await fetch(site.url + routes.contact, { method: 'POST', body });
  await site.stop();
  const lines = site.output().match(/^\{.*$/gm) ?? [];
  const line = { event: 'request', method: 'POST', path: routes.contact, ms: expect.any(Number) };
  expect(lines.map((text) => JSON.parse(text))).toEqual([
    expect.objectContaining({ ...line, status: 200 }),
    expect.objectContaining({ ...line, status: 422, reason: 'not valid: email, message' }),
    expect.objectContaining({ ...line, status: 415, reason: expect.stringContaining('Send the form') }),
  ]);
  expect(site.output()).not.toContain('Private');
});

it('tells browsers behind a proxy to stay with TLS, on every answer, and others nothing', async () => {
  const site = await start({ TRUST_PROXY: '127.0.0.1,::1' });
  const answers = [routes.home, '/nowhere', healthPath].map((path) => fetch(site.url + path));
  for (const { headers } of await Promise.all([...answers, post(site.url)]))
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
  expect((await fetch(url)).headers.get('strict-transport-security')).toBeNull();
});
