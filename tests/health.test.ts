import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyEnquiry } from '../src/lib/enquiry.ts';
import { healthPath, readyPath, routes } from '../src/routes.ts';
import { openSqlite } from '../src/server/db/sqlite.ts';
import { createStore } from '../src/server/db/store.ts';
import { parseSettings } from '../src/server/settings.ts';
import { clockShiftedBy } from './faults/support/environment.ts';
import { storedIn } from './support/enquiries.ts';
import { everyRoute, site as firm, root, url } from './support/other-firm.ts';
import { expectSecured } from './support/secured.ts';
import { type RunningSite, startSite } from './support/server.ts';

const DAY = 24 * 60 * 60_000;
const started: RunningSite[] = [];
afterEach(() => Promise.all(started.splice(0).map((site) => site.stop())));
const start = async (environment: NodeJS.ProcessEnv) => {
  const site = await startSite(root, environment);
  started.push(site);
  return site;
};
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

describe('whoever watches the server', () => {
  it('hears that it lives and that its store answers', async () => {
    for (const path of [healthPath, readyPath]) {
      const response = await fetch(url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expectSecured(response, root);
      expect(await response.json()).toEqual({ status: 'ok' });
    }
    expect(await statusOf(`${url}${healthPath}/x`)).toBe(404);
  });

  it('hears that the store is gone, while every page answers, and that it is back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'health-'));
    const file = join(folder, 'enquiries.db');
    // A folder in the place of the file: nothing can be stored.
    mkdirSync(file, { mode: 0o755 });
    const site = await start({ DATABASE_URL: `file:${file}`, RATE_LIMIT: '1' });
    expect(site.output()).toContain(`Enquiries cannot be stored in ${file}: DATABASE_URL names a folder`);
    expect(statSync(file).mode & 0o777).toBe(0o755);
    const unready = await fetch(site.url + readyPath);
    expect(unready.status).toBe(503);
    expect(await unready.json()).toEqual({ status: 'unavailable' });
    await expect.poll(() => site.output()).toMatch(/"event":"store-unavailable","error":"[^"]+"/);
    expect(await statusOf(`${site.url}${routes.contact}?reference=BBBB-BBBB`)).toBe(503);
    await expect.poll(() => site.output()).toContain('"event":"confirmation-not-shown"');
    expect(await statusOf(site.url + healthPath)).toBe(200);
    const statuses = await Promise.all(everyRoute().map((path) => statusOf(site.url + path)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await post(site.url);
    expect(refused.status).toBe(503);
    expectSecured(refused, root);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ mailto: expect.stringContaining('mailto:') });
    // What could not be stored has used up nothing of what this address may send.
    for (let i = 0; i < 5; i++) expect((await post(site.url)).status).toBe(503);
    rmSync(file, { recursive: true });
    expect((await post(site.url)).status).toBe(200);
    expect((await post(site.url)).status).toBe(429);
    await expect.poll(() => statusOf(site.url + readyPath)).toBe(200);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });
});

describe('a store that vanishes under the running site', () => {
  it('is told in the log and to whoever watches; nothing is acknowledged until it is back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'health-'));
    const file = join(folder, 'data', 'enquiries.db');
    // A mail server that nobody answers for: the outbox looks into the store every other second.
    const site = await start({ DATABASE_URL: `file:${file}`, SMTP_URL: 'smtp://127.0.0.1:9' });
    expect((await post(site.url)).status).toBe(200);
    renameSync(dirname(file), join(folder, 'elsewhere'));
    const refused = await post(site.url);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ mailto: expect.stringContaining('mailto:') });
    await expect.poll(() => statusOf(site.url + readyPath)).toBe(503);
    expect(existsSync(file)).toBe(false);
    for (const event of ['enquiry-not-stored', 'store-unavailable', 'outbox-waits'])
      await expect
        .poll(() => site.output())
        .toMatch(new RegExp(`"event":"${event}",[^\n]*The store ${file} is gone: [^\n]*restart the site\\.`));
    renameSync(join(folder, 'elsewhere'), dirname(file));
    expect((await post(site.url)).status).toBe(200);
    await expect.poll(() => statusOf(site.url + readyPath)).toBe(200);
    const store = createStore(openSqlite(file));
    expect(await store.list()).toHaveLength(2);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});

it('says at the start that others may read the store, and leaves its mode to its owner', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-'));
  const file = join(folder, 'enquiries.db');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  const site = await start({ DATABASE_URL: `file:${file}` });
  expect(site.output()).toContain(`chmod 600 ${file}`);
  expect(statSync(file).mode & 0o777).toBe(0o644);
  const closed = await start({ DATABASE_URL: `file:${file}-2` });
  expect(closed.output()).not.toContain('chmod');
  rmSync(folder, { recursive: true });
});

describe('what is older than it may be kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  let database: string;
  let count = 0;
  beforeEach(() => {
    database = `file:${join(folder, `${++count}.db`)}`;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function add(daysAgo: number, state: 'sent' | 'waiting'): Promise<string> {
    const store = createStore(openSqlite(database.replace('file:', '')), () => Date.now() - daysAgo * DAY);
    const message = `Received ${daysAgo} days ago, ${Math.random()}`;
    const enquiry = { ...emptyEnquiry, email: 'a@b.example', message };
    const added = await store.add({ enquiry, kinds: ['mail'] });
    if (typeof added === 'string') throw new Error(added);
    if (state === 'sent')
      await store.settle({ ...added, kind: 'mail', recipient: '', tries: 0 }, { state: 'sent' });
    await store.close();
    return added.reference;
  }

  it('is deleted from the start, unless nobody has got it yet', async () => {
    const { retentionDays: days } = parseSettings({}, firm);
    const [old, young] = [await add(days + 1, 'sent'), await add(days - 1, 'sent')];
    const waiting = await add(days + 1, 'waiting');
    // Something of this week, or the clock may be wrong.
    await add(0, 'sent');
    await start({ DATABASE_URL: database });
    await expect.poll(() => storedIn(database, old)).toBeUndefined();
    expect(storedIn(database, young)).toBeDefined();
    expect(storedIn(database, waiting)).toBeDefined();
  });

  it('stays where a clock far ahead says so of everything; the owner is asked', async () => {
    const all = [await add(0, 'sent'), await add(20, 'sent'), await add(20, 'waiting')];
    const site = await start({ DATABASE_URL: database, ...clockShiftedBy(3 * 365 * DAY) });
    await expect.poll(() => site.output()).toContain('purge-asks-first');
    expect(site.output()).toMatch(/npm run enquiries -- purge --older-than \d+d/);
    for (const reference of all) expect(storedIn(database, reference)).toBeDefined();
  });

  it('is told when it waits or was refused, at the start and to no stranger', async () => {
    await add(1, 'waiting');
    const site = await start({ DATABASE_URL: database });
    expect(site.output()).toMatch(/^1 delivery has been waiting to be sent since [\d-]+ [\d:]+ UTC/m);
    const response = await fetch(site.url + readyPath);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });
});

describe('the log', () => {
  it('has a line for each form and each failed request, and nothing about who made it', async () => {
    const site = await start({ TRUST_PROXY: '127.0.0.1,::1' });
    await fetch(`${site.url}${routes.about}?email=visitor@shop.example`, {
      headers: { 'User-Agent': 'Private/1.0' },
    });
    await fetch(`${site.url}/nowhere"\\x`);
    await fetch(site.url + healthPath);
    await post(site.url);
    await fetch(site.url + routes.contact, {
      method: 'POST',
      body: new URLSearchParams({ email: 'Private' }),
    });
    await fetch(site.url + routes.contact, { method: 'POST', body: 'Private' });
    await site.stop();
    started.pop();
    const lines = site
      .output()
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const line = { event: 'request', method: 'POST', path: routes.contact, ms: expect.any(Number) };
    expect(lines.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ ...line, status: 200 }),
      expect.objectContaining({ ...line, status: 422, reason: 'not valid: email, message' }),
      expect.objectContaining({ ...line, status: 415, reason: expect.stringContaining('Send the form') }),
    ]);
    for (const secret of ['visitor', 'Private', 'private', '127.0.0.1', '::1', '203.0.113'])
      expect(site.output()).not.toContain(secret);
  });
});

it('tells browsers behind a proxy to stay with TLS, on every answer, and others nothing', async () => {
  const site = await start({ TRUST_PROXY: '127.0.0.1,::1' });
  const answers = [routes.home, '/nowhere', healthPath].map((path) => fetch(site.url + path));
  for (const { headers } of await Promise.all([...answers, post(site.url)]))
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
  expect((await fetch(url)).headers.get('strict-transport-security')).toBeNull();
});
