import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { pageAddresses } from '../src/content/addresses.ts';
import { readRedirects } from '../src/content/redirects.ts';
import { redirectFiles } from '../src/integrations/redirects.ts';
import { partsOf } from '../src/lib/redirect-target.ts';
import { routes } from '../src/routes.ts';
import { addressOf } from '../src/server/http/files.ts';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';
import { destination } from './support/link.ts';
import { built, root, site, wordsOf } from './support/other-firm.ts';
import { expectRedirects, redirects } from './support/redirects.ts';
import { type RunningSite, startSite } from './support/server.ts';

const browser = browserForTests();
let folder: string;
let running: RunningSite;
beforeAll(async () => {
  // The server, and the site with other addresses.
  folder = mkdtempSync(join(tmpdir(), 'redirects-'));
  const dist = join(folder, 'dist');
  cpSync(join(root, 'dist'), dist, { recursive: true, preserveTimestamps: true });
  for (const part of ['src', 'site.config.ts', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(redirectFiles(redirects))) writeFileSync(join(dist, name), text);
  running = await startSite(folder);
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true });
});

it('our server leads on from every address that changed, and says which was withdrawn', () =>
  expectRedirects(running.url, built('')));

it('a static host leads on too, by the lines of _redirects', async () => {
  const rules = readFileSync(join(folder, 'dist/client/_redirects'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' '));
  // As Netlify does: paths to the letter, a query is passed on.
  const host = createServer((request, response) => {
    const { pathname, search } = new URL(`http://x${request.url}`);
    const [, to = '/404.html', status = '404'] = rules.find(([from]) => from === pathname) ?? [];
    if (status === '308') {
      const [address, place] = partsOf(to);
      const query = search ? (request.url ?? '').slice(pathname.length) : '';
      return response.writeHead(308, { Location: address + query + place }).end();
    }
    response.writeHead(Number(status), { 'Content-Type': 'text/html; charset=utf-8' });
    return response.end(readFileSync(built(to.slice(1))));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    host.close();
    host.closeAllConnections();
  });
  await once(host, 'listening');
  await expectRedirects(`http://127.0.0.1:${(host.address() as AddressInfo).port}`, built(''), {
    isHost: true,
  });
});

it('the page of what is gone says so, leads home and asks not to be indexed', async () => {
  const { head, heading, action } = wordsOf('gone');
  const page = await browser.newPage();
  const told: string[] = [];
  page.on('console', (line) => told.push(line.text()));
  await page.goto(`${running.url}/blog/withdrawn`);
  expect(await page.title()).toContain(head.title);
  const main = page.getByRole('main');
  expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
  expect(await destination(main, action)).toBe(routes.home);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('link[rel=canonical], meta[property="og:url"]').count()).toBe(0);
  // The browser itself reports the status.
  expect(told.filter((line) => !line.includes('410'))).toEqual([]);
});

it('the built site has the table of content/ for our server and for static hosts', () => {
  const shipped = readRedirects(root, { has: () => undefined, origin: site.url });
  for (const [name, text] of Object.entries(redirectFiles(shipped)))
    expect(readFileSync(join(root, 'dist', name), 'utf8'), name).toBe(text);
});

it('the built site has the pages that are expected before it is built, and no others', async () => {
  // Nothing waits for its day there.
  const least = await builtFirm('least');
  const pages = readdirSync(least.built(''), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map(addressOf)
    .filter((address) => address.startsWith('/'));
  expect([...new Set(pageAddresses(least.root, least.site, least.content))].sort()).toEqual(pages.sort());
});
