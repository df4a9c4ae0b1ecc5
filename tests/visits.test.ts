import { mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';
import { ask as askFrom } from './support/from.ts';
import { root } from './support/other-firm.ts';
import { runOwner } from './support/owner.ts';
import type { RunningSite } from './support/server.ts';
import { startForTest } from './support/site-of-test.ts';

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
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'visits-'));
  file = join(folder, 'data', 'enquiries.db');
});
const start = (env: NodeJS.ProcessEnv = {}, firm = root) =>
  startForTest(firm, { DATABASE_URL: `file:${file}`, ...env });

/** Not by fetch, which has headers of its own and keeps others to itself. */
const ask = async (site: RunningSite, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await askFrom(site.url + path, { method, headers: { ...browser, ...headers } })).status;

const run = (parameters: string[] = [], cwd = root) =>
  runOwner(['visits', ...parameters], { DATABASE_URL: `file:${file}` }, cwd);
const counted = async (cwd = root) => JSON.parse((await run(['--json'], cwd)).out);

it('counts pages by day and referring host, stores the rest when it is stopped, and shows them', async () => {
  const site = await start();
  expect(site.output()).toContain('npm run visits');
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('No page view was counted') });
  for (let i = 0; i < 3; i++)
    await ask(site, `${routes.about}?from=mail`, { Referer: 'https://News.example/a?b' });
  await ask(site, routes.home, { 'If-None-Match': '*' });
  await ask(site, routes.home, { Referer: `${site.url}${routes.about}` });
  await site.stop();
  const { code, out } = await run(['--days', '2']);
  expect(code).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  for (const [name, views] of [
    [today, 5],
    [routes.about, 3],
    [routes.home, 2],
    ['news\\.example', 3],
  ])
    expect(out).toMatch(new RegExp(`^${name} +${views}$`, 'm'));
  expect(out).toContain('5 page views');
  expect(await counted()).toMatchObject({
    isCounting: true,
    views: 5,
    days: [{ day: today, views: 5 }],
    pages: [
      { path: routes.about, views: 3 },
      { path: routes.home, views: 2 },
    ],
    referrers: [
      { host: 'news.example', views: 3 },
      { host: '', views: 2 },
    ],
  });
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
    // Others who object, and other programs: src/server/visits/.
    ['gpc', 200, routes.home, { 'Sec-GPC': '1' }],
    ['robot', 200, routes.home, { 'User-Agent': 'Mozilla/5.0 (compatible; SomeBot/1.0)' }],
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
  await site.stop();
  expect((await counted()).referrers).toEqual([{ host: 'counted.example', views: 1 }]);
});

it('keeps nothing of who it was', async () => {
  const address = '203.0.113.77';
  const site = await start({ TRUST_PROXY: '127.0.0.1,::1' });
  await ask(site, `${routes.home}?id=anybody`, {
    'X-Forwarded-For': address,
    'User-Agent': 'Mozilla/5.0 (Telling; Rare Model 9) Gecko/20100101 Firefox/145.0',
    'Accept-Language': 'mi-NZ',
    Referer: 'https://news.example/profile/ada?session=secret',
    Cookie: 'id=anybody',
  });
  await site.stop();
  const bytes = readdirSync(join(folder, 'data'))
    .map((name) => readFileSync(join(folder, 'data', name), 'latin1'))
    .join();
  expect(bytes).toContain('news.example');
  for (const word of [address, 'Telling', 'Firefox', 'mi-NZ', 'profile', 'secret', 'anybody']) {
    expect(bytes).not.toContain(word);
    expect(site.output()).not.toContain(word);
  }
});

it('answers as ever while the store is gone, and stores the count when it is back', async () => {
  const site = await start();
  expect(await ask(site, routes.home)).toBe(200);
  renameSync(join(folder, 'data'), join(folder, 'away'));
  await expect.poll(() => site.output()).toContain('visits-not-stored');
  expect(await ask(site, routes.home)).toBe(200);
  renameSync(join(folder, 'away'), join(folder, 'data'));
  await site.stop();
  expect((await counted()).views).toBe(2);
});

it('turned off, stores nothing, says how to turn it on, and still shows what was counted before', async () => {
  const site = await start({}, least.root);
  expect(site.output()).not.toContain('npm run visits');
  for (let i = 0; i < 5; i++) await ask(site, routes.home);
  await site.stop();
  expect(await run([], least.root)).toMatchObject({ code: 0, out: expect.stringContaining('countVisits') });
  const nothing = { isCounting: false, views: 0, days: [] };
  expect(await counted(least.root)).toMatchObject(nothing);
  const counting = await start();
  for (let i = 0; i < 2; i++) await ask(counting, routes.home);
  await counting.stop();
  const { out } = await run([], least.root);
  for (const words of ['2 page views', 'no longer counted']) expect(out).toContain(words);
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
  await site.stop();
  expect((await counted()).pages).toEqual([
    { path: routes.faq, views: 2 },
    { path: routes.home, views: 1 },
  ]);
});
