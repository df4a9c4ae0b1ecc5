import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redirectFiles } from '../src/build/redirect-files.ts';
import { knownIn } from '../src/build/redirects.ts';
import { site } from '../src/config/site.ts';
import { pageAddresses } from '../src/content/addresses.ts';
import { parseRedirects, readRedirects } from '../src/content/redirects.ts';
import { routes, servicePath } from '../src/routes.ts';
import { addressOf } from '../src/server/http/files.ts';
import { documentHeaders, transportHeaders } from '../src/server/http/headers.ts';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { content, wordsOf } from './support/content.ts';
import { type Answer, ask } from './support/from.ts';
import { lacking, startCaddy, startNginx } from './support/fronts.ts';
import { destination } from './support/link.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { type RunningSite, startSite } from './support/server.ts';

const built = knownIn('dist/client', site.url);
const place = servicePath(content.services()[0]?.id ?? '');
const elsewhere = 'https://shop.example:8443/Some/path%20x';
const table = parseRedirects(
  `
- from: /old-about
  to: ${routes.about}
- from: /old/services.html
  to: ${place}
- from: /old-shop
  to: ${elsewhere}#place
- from: /blog/withdrawn
  gone: true
`,
  built,
);

let project: ProjectCopy;
let ours: RunningSite;
beforeAll(async () => {
  project = copyProject();
  const dist = join(project.root, 'dist');
  cpSync('dist', dist, { recursive: true, preserveTimestamps: true });
  for (const [name, text] of Object.entries(redirectFiles(table))) writeFileSync(join(dist, name), text);
  ours = await startSite(project.root, { BEHIND_TLS: '1' });
});
afterAll(async () => {
  await ours.stop();
  project.remove();
});

const distOf = () => join(project.root, 'dist');
const servers = [
  { name: 'our server', missing: undefined, start: async () => ({ url: ours.url, stop: async () => {} }) },
  { name: 'nginx', missing: lacking.nginx, start: () => startNginx([], { dist: distOf() }) },
  { name: 'Caddy', missing: lacking.caddy, start: () => startCaddy([], { dist: distOf() }) },
  { name: 'a static host', missing: undefined, start: startHost },
];

describe.each(servers)('on $name', ({ name, missing, start }) => {
  if (missing) return it('is installed', () => expect.fail(missing));

  let url: string;
  beforeAll(async () => {
    const running = await start();
    url = running.url;
    return () => running.stop();
  });
  const get = (path: string, method = 'GET', headers = {}) => ask(url + path, { method, path, headers });
  /** A host sends what is in _headers, which tests/static-only.test.ts looks at. */
  const isHost = name === 'a static host';

  const leadsTo: [path: string, location: string][] = [
    ['/old-about', routes.about],
    ['/old-about/', routes.about],
    ['/old-about?', routes.about],
    ['/old-about?from=mail&x=%2F', `${routes.about}?from=mail&x=%2F`],
    ['/old-about/?from=mail', `${routes.about}?from=mail`],
    ['/old/services.html', place],
    ['/old/services.html?from=mail', place.replace('#', '?from=mail#')],
    ['/old/services.html/?from=mail', place.replace('#', '?from=mail#')],
    ['/old-shop/', `${elsewhere}#place`],
    ['/old-shop?a=1', `${elsewhere}?a=1#place`],
    // Each of these would mean something to one of the servers, were it read again.
    ...['{http.request.host}', '{path}', '$host', '$1', '"', '%0d%0aX:1', '//evil.example/'].map(
      (query): [string, string] => [`/old-about?${query}`, `${routes.about}?${query}`],
    ),
  ];

  it.each(leadsTo)('%s leads to %s', async (path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, method);
      expect([answer.status, answer.headers.location]).toEqual([308, location]);
      expect(answer.text.length).toBeLessThan(method === 'HEAD' ? 1 : 200);
      if (!isHost) expectKeptShort(answer);
    }
  });

  it.each(['/blog/withdrawn', '/blog/withdrawn/', '/blog/withdrawn?from=mail'])(
    '%s is gone',
    async (path) => {
      const page = readFileSync('dist/client/410.html', 'utf8');
      const [answer, head] = [await get(path), await get(path, 'HEAD')];
      expect([answer.status, head.status, head.text]).toEqual([410, 410, '']);
      expect(answer.text).toBe(page);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers.location).toBeUndefined();
      if (!isHost) for (const each of [answer, head]) expectKeptShort(each);
    },
  );

  it.each([
    '/Old-About',
    '/old-about/x',
    '/old-aboutx',
    '/old-about.html',
    '/old/services',
    '/blog/withdrawn/x',
    '/blog/Withdrawn',
  ])('%s is nobody’s address', async (path) => expect((await get(path)).status).toBe(404));

  if (isHost) return;

  it('what is gone is compressed', async () => {
    const plain = await get('/blog/withdrawn');
    const compressed = await get('/blog/withdrawn', 'GET', { 'Accept-Encoding': 'br' });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(compressed.text.length).toBeLessThan(plain.text.length / 2);
  });

  it.each(['/blog/withdrawn', '/no-such-page'])(
    '%s is answered whole to whoever has it already',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(text).toMatch(/^<!doctype html>/i);
      for (const wish of [
        { 'If-None-Match': headers.etag ?? '*' },
        { 'If-Modified-Since': new Date().toUTCString() },
        { Range: 'bytes=0-1' },
      ]) {
        const again = await get(path, 'GET', wish);
        expect([again.status, again.text === text]).toEqual([status, true]);
      }
    },
  );

  it.each(['/old-about', '/old-about/?x', '/old/services.html', '/blog/withdrawn'])(
    'nobody can write to %s',
    async (path) => {
      for (const method of ['POST', 'DELETE']) {
        const answer = await get(path, method);
        expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
        expect(answer.headers.location).toBeUndefined();
        expectSecured(answer);
      }
    },
  );

  function expectKeptShort(answer: Answer) {
    expect(answer.headers['cache-control']).toBe('no-cache');
    expectSecured(answer);
  }

  function expectSecured({ headers }: Answer) {
    for (const header of [...documentHeaders, 'X-Content-Type-Options'])
      expect(headers[header.toLowerCase()], header).toEqual(expect.any(String));
    expect(headers['content-security-policy']?.toString().match(/default-src/g)).toHaveLength(1);
    // nginx and Caddy are asked without HTTPS here.
    const [[hsts = '', value = ''] = []] = Object.entries(transportHeaders);
    expect(headers[hsts.toLowerCase()]).toBe(name === 'our server' ? value : undefined);
    expect(headers.server).toBeUndefined();
  }
});

describe('the page of what is gone', () => {
  const browser = browserForTests();
  const { head, heading, action } = wordsOf('gone');

  it.each(['light', 'dark'] as const)(
    'says so in %s, leads home and asks not to be indexed',
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 800 } });
      const told: string[] = [];
      page.on('console', (line) => told.push(line.text()));
      await page.goto(`${ours.url}/blog/withdrawn`, { waitUntil: 'networkidle' });
      expect(await page.title()).toContain(head.title);
      const main = page.getByRole('main');
      expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
      expect(await destination(main, action)).toBe(routes.home);
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(await page.locator('link[rel=canonical], meta[property="og:url"]').count()).toBe(0);
      expect(await page.locator('[aria-current]').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await violations(page)).toEqual([]);
      // The browser itself reports the status.
      expect(told.filter((line) => !line.includes('410'))).toEqual([]);
    },
  );
});

describe('the built site', () => {
  it('has the table of content/ in the language of every server', () => {
    const shipped = readRedirects(process.cwd(), built);
    for (const [name, text] of Object.entries(redirectFiles(shipped)))
      expect(readFileSync(join('dist', name), 'utf8'), name).toBe(text);
  });

  it('has the pages that are expected before it is built, and no others', () => {
    const pages = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map(addressOf)
      .filter((address) => address.startsWith('/'));
    expect([...new Set(pageAddresses(process.cwd(), site))].sort()).toEqual(pages.sort());
  });

  it('has places that an address may lead to, and tells them from others', () => {
    const [page = '', id = ''] = place.split('#');
    expect([built.hasPlace?.(page, id), built.hasPlace?.(page, `${id}-x`)]).toEqual([true, false]);
  });
});

/** Does what the lines of _redirects say, as Netlify does: paths to the letter, a query is passed on. */
async function startHost() {
  const client = join(project.root, 'dist/client');
  const rules = readFileSync(join(client, '_redirects'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' '));
  const host = createServer((request, response) => {
    const { pathname, search } = new URL(`http://x${request.url}`);
    const [, to = '', status] = rules.find(([from]) => from === pathname) ?? [];
    if (status === '308') {
      const [address, place] = to.split('#');
      const query = (request.url ?? '').slice(pathname.length);
      const location = address + (search ? query : '') + (place ? `#${place}` : '');
      response.writeHead(308, { Location: location }).end();
    } else {
      const page = status === undefined ? '/404.html' : to;
      response.writeHead(Number(status ?? 404), { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(readFileSync(join(client, page)));
    }
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    host.closeAllConnections();
    host.close();
  };
  return { url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, stop };
}
