import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retention } from '../src/lib/retention.ts';
import { routes } from '../src/routes.ts';
import { openSqlite } from '../src/server/db/sqlite.ts';
import { createStore } from '../src/server/db/store.ts';
import { dayOf } from '../src/server/db/visits.ts';
import { browserForTests } from './support/browser.ts';
import { plainEnvironment } from './support/environment.ts';
import { builtFirm } from './support/firm.ts';
import { html, root } from './support/other-firm.ts';
import { type RunningSite, startSite } from './support/server.ts';

const chromium = browserForTests();
const browser = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'cross-site',
};

const least = await builtFirm('least');
let folder: string;
let file: string;
const sites: RunningSite[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'visits-'));
  file = join(folder, 'data', 'enquiries.db');
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

const start = async (env: NodeJS.ProcessEnv = {}, firm = root) => {
  const site = await startSite(firm, { DATABASE_URL: `file:${file}`, ...env });
  sites.push(site);
  return site;
};
const stopAll = () => Promise.all(sites.splice(0).map((site) => site.stop()));

/** Not by fetch, which has headers of its own and keeps others to itself. */
const ask = (site: { url: string }, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<number | undefined>((resolve, reject) => {
    request(site.url + path, { method, headers: { ...browser, ...headers } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end();
  });

const counted = async () => {
  const store = createStore(openSqlite(file));
  const today = dayOf(Date.now());
  // A test may run at midnight.
  const found = await store.visits.between(today - 1, today);
  await store.close();
  return {
    views: found.days.reduce((sum, { views }) => sum + views, 0),
    pages: Object.fromEntries(found.pages.map(({ path, views }) => [path, views])),
    referrers: Object.fromEntries(found.referrers.map(({ referrer, views }) => [referrer, views])),
  };
};

const run = (...parameters: string[]) => runIn(root, ...parameters);
const runIn = (firm: string, ...parameters: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(
      process.execPath,
      ['src/server/admin/cli.ts', 'visits', ...parameters],
      { cwd: firm, env: plainEnvironment({ DATABASE_URL: `file:${file}` }) },
      (failed, out, error) => resolve({ code: Number(failed?.code ?? 0), out, error }),
    );
  });

it('says in the privacy policy that it counts, and for how long', () => {
  expect(html(routes.privacyPolicy)).toContain(`${retention.countDays} days`);
  expect(least.html(routes.privacyPolicy)).not.toContain(`${retention.countDays} days`);
});

it('counts pages by day and referring host, and stores the rest when it is stopped', async () => {
  const site = await start();
  expect(site.output()).toContain('npm run visits');
  for (let i = 0; i < 3; i++)
    await ask(site, `${routes.about}?from=mail`, { Referer: 'https://News.example/a?b' });
  await ask(site, routes.home);
  await ask(site, routes.home, { 'If-None-Match': '*' });
  await ask(site, routes.home, { Referer: `${site.url}${routes.about}` });
  await stopAll();
  expect(await counted()).toEqual({
    views: 6,
    pages: { [routes.home]: 3, [routes.about]: 3 },
    referrers: { 'news.example': 3, '': 3 },
  });
});

it('stores while it runs', async () => {
  const site = await start();
  await ask(site, routes.home);
  await expect.poll(async () => (await counted()).views, { interval: 500 }).toBe(1);
});

it('does not count who asks not to be, programs, what is loaded ahead, and what is no page', async () => {
  const site = await start();
  const cases: [
    name: string,
    status: number,
    path: string,
    headers?: Record<string, string>,
    method?: string,
  ][] = [
    ['gpc', 200, routes.home, { 'Sec-GPC': '1' }],
    ['dnt', 200, routes.home, { DNT: '1' }],
    ['robot', 200, routes.home, { 'User-Agent': 'Mozilla/5.0 (compatible; SomeBot/1.0)' }],
    ['script', 200, routes.home, { 'User-Agent': 'curl/8.14.1' }],
    ['ahead', 200, routes.home, { 'Sec-Purpose': 'prefetch;prerender' }],
    ['frame', 200, routes.home, { 'Sec-Fetch-Dest': 'iframe' }],
    ['part', 206, routes.home, { Range: 'bytes=0-9' }],
    ['missing', 404, '/no-such-page'],
    ['moved', 308, `${routes.about}/`],
    ['icon', 200, '/favicon.svg'],
    ['head', 200, routes.home, {}, 'HEAD'],
    ['written', 405, routes.about, {}, 'POST'],
  ];
  for (const [name, status, path, headers, method] of cases) {
    // Whichever is counted is known by its host.
    const asked = ask(site, path, { ...headers, Referer: `https://${name}.example/` }, method);
    expect(await asked, name).toBe(status);
  }
  await ask(site, routes.faq, { Referer: 'https://counted.example/' });
  await stopAll();
  expect((await counted()).referrers).toEqual({ 'counted.example': 1 });
});

it('keeps nothing of who it was', async () => {
  const address = '203.0.113.77';
  const site = await start({ TRUST_PROXY: '127.0.0.1,::1' });
  await ask(site, `${routes.home}?id=whoever`, {
    'X-Forwarded-For': address,
    'User-Agent': 'Mozilla/5.0 (Telling; Rare Model 9) Gecko/20100101 Firefox/145.0',
    'Accept-Language': 'mi-NZ',
    Referer: 'https://news.example/profile/ada?session=secret',
    Cookie: 'id=whoever',
  });
  await stopAll();
  const bytes = readdirSync(join(folder, 'data'))
    .map((name) => readFileSync(join(folder, 'data', name), 'latin1'))
    .join();
  expect(bytes).toContain('news.example');
  for (const word of [address, 'Telling', 'Firefox', 'mi-NZ', 'profile', 'secret', 'whoever']) {
    expect(bytes).not.toContain(word);
    expect(site.output()).not.toContain(word);
  }
});

it('adds up what two processes count', async () => {
  const both = [await start(), await start()];
  for (const site of both) for (let i = 0; i < 5; i++) await ask(site, routes.home);
  await stopAll();
  expect((await counted()).views).toBe(10);
});

it('answers as ever while the store is gone, and stores the count when it is back', async () => {
  const site = await start();
  expect(await ask(site, routes.home)).toBe(200);
  renameSync(join(folder, 'data'), join(folder, 'away'));
  await expect.poll(() => site.output()).toContain('visits-not-stored');
  expect(await ask(site, routes.home)).toBe(200);
  renameSync(join(folder, 'away'), join(folder, 'data'));
  await stopAll();
  expect((await counted()).views).toBe(2);
});

describe('the command', () => {
  it('shows days, pages and hosts to people and to programs', async () => {
    const site = await start();
    for (let i = 0; i < 3; i++) await ask(site, routes.about, { Referer: 'https://news.example/' });
    await ask(site, routes.home);
    await stopAll();
    const { code, out } = await run('--days', '2');
    expect(code).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(out).toMatch(new RegExp(`^${today} +4$`, 'm'));
    expect(out).toMatch(new RegExp(`^${routes.about} +3$`, 'm'));
    expect(out).toMatch(/^news\.example +3$/m);
    expect(out).toContain('4 page views');
    expect(JSON.parse((await run('--json')).out)).toMatchObject({
      isCounting: true,
      views: 4,
      days: [{ day: today, views: 4 }],
      pages: [
        { path: routes.about, views: 3 },
        { path: routes.home, views: 1 },
      ],
      referrers: [
        { host: 'news.example', views: 3 },
        { host: '', views: 1 },
      ],
    });
  });

  it('says that nothing was counted', async () => {
    await start();
    expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('No page view was counted') });
  });
});

describe('turned off', () => {
  it('stores nothing, and says how to turn it on', async () => {
    const site = await start({}, least.root);
    expect(site.output()).not.toContain('npm run visits');
    for (let i = 0; i < 5; i++) await ask(site, routes.home);
    await stopAll();
    expect((await counted()).views).toBe(0);
    expect(await runIn(least.root)).toMatchObject({ code: 0, out: expect.stringContaining('countVisits') });
    expect(JSON.parse((await runIn(least.root, '--json')).out)).toMatchObject({
      isCounting: false,
      views: 0,
      days: [],
    });
  });

  it('still shows what was counted before', async () => {
    const store = createStore(openSqlite(file));
    await store.visits.add([{ day: dayOf(Date.now()), path: routes.home, referrer: '', views: 7 }]);
    await store.close();
    const { out } = await runIn(least.root);
    expect(out).toContain('7 page views');
    expect(out).toContain('no longer counted');
  });
});

/** As it would call itself with a window. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

it('counts each page that is opened, once, and none that is only made ready', async () => {
  const site = await start();
  const page = await chromium.newPage({ baseURL: site.url, userAgent });
  await page.goto(routes.home);
  const ready = page.context().waitForEvent('request', (request) => request.url().endsWith(routes.about));
  await page.locator(`a[href="${routes.about}"]:visible`).first().hover();
  expect((await ready).headers()['sec-purpose']).toContain('prerender');
  await page.goto(routes.faq);
  await page.goto(`${routes.faq}?again`);
  const robot = await chromium.newPage({ baseURL: site.url });
  await robot.goto(routes.services);
  await stopAll();
  expect((await counted()).pages).toEqual({
    [routes.home]: 1,
    [routes.faq]: 2,
  });
});
