import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { redirectFiles } from '../src/integrations/redirects.ts';
import { routes } from '../src/routes.ts';
import type { Redirect } from '../src/schemas/redirect.ts';
import { addressOf } from '../src/server/http/files.ts';
import { securityHeaders } from '../src/server/http/headers.ts';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';
import { type Answer, ask } from './support/from.ts';
import { built, content, root, wordsOf } from './support/other-firm.ts';
import { type RunningSite, startSite } from './support/server.ts';
import { copySite } from './support/site-copy.ts';

const place = `${routes.services}#a-place`;
const elsewhere = 'https://shop.example:8443/Some/path%20x';
/** An address of every kind that changed. */
const redirects: Redirect[] = [
  { from: '/old-about', to: routes.about },
  { from: '/old/services.html', to: place },
  { from: '/old-shop', to: `${elsewhere}#place` },
  { from: '/blog/withdrawn', gone: true },
];

const browser = browserForTests();
let folder: string;
let running: RunningSite;
beforeAll(async () => {
  folder = copySite(root);
  for (const [name, text] of Object.entries(redirectFiles(redirects)))
    writeFileSync(join(folder, 'dist', name), text);
  running = await startSite(folder);
  return running.stop;
});

it.each([
  ['/old-about', routes.about],
  ['/old-about/', routes.about],
  ['/old-about?', routes.about],
  ['/old-about/?from=mail&x=%2F', `${routes.about}?from=mail&x=%2F`],
  ['/old/services.html', place],
  ['/old/services.html/?from=mail', place.replace('#', '?from=mail#')],
  ['/old-shop/', `${elsewhere}#place`],
  ['/old-shop?a=1', `${elsewhere}?a=1#place`],
  // Each of these would mean something to one of the servers, were it read again.
  ...['{http.request.host}', '{path}', '$host', '$1', '"', '%0d%0aX:1', '//evil.example/'].map((query) => [
    `/old-about?${query}`,
    `${routes.about}?${query}`,
  ]),
])('%s leads to %s', async (path = '', location) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(path, method);
    expect([answer.status, answer.headers.location], method).toEqual([308, location]);
    expect(answer.text.length).toBeLessThan(method === 'HEAD' ? 1 : 200);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expectOurs(answer);
  }
});

it.each(['', '/', '?from=mail'])('/blog/withdrawn%s answers 410 with a page of its own', async (more) => {
  const [answer, head] = [await get(`/blog/withdrawn${more}`), await get(`/blog/withdrawn${more}`, 'HEAD')];
  expect([answer.status, head.status, head.text]).toEqual([410, 410, '']);
  expect(answer.text).toBe(readFileSync(built('410.html'), 'utf8'));
  expectOurs(answer);
});

it.each([
  ...['/Old-About', '/old-about/x', '/old-aboutx', '/old-about.html', '/old/services'],
  ...['/blog/withdrawn/x', '/blog/Withdrawn'],
])('%s is nothing', async (path) => expect((await get(path)).status).toBe(404));

it.each(['/old-about', '/blog/withdrawn'])('%s cannot be posted to', async (path) => {
  const answer = await get(path, 'POST');
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
});

it('the page of what is gone says so, leads home and asks not to be indexed', async () => {
  const { head, heading, action } = wordsOf('gone');
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('console', (line) => messages.push(line.text()));
  await page.goto(`${running.url}/blog/withdrawn`);
  expect(await page.title()).toContain(head.title);
  const main = page.getByRole('main');
  expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
  expect(await main.getByRole('link', { name: action }).getAttribute('href')).toBe(routes.home);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('link[rel=canonical], meta[property="og:url"]').count()).toBe(0);
  // The browser itself reports the status.
  expect(messages.filter((line) => !line.includes('410'))).toEqual([]);
});

it('the built site has the table of content/ for our server and for static hosts', () => {
  const shipped = content.redirects.map(({ redirect }) => redirect);
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
  expect([...least.content.addresses.keys()].sort()).toEqual(pages.sort());
});

const get = (path: string, method = 'GET') => ask(running.url + path, { method, path });

function expectOurs({ headers }: Answer) {
  for (const name of Object.keys(securityHeaders({ scripts: [], styles: [] })))
    expect(headers[name.toLowerCase()], name).toEqual(expect.any(String));
}
