import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect as openSession } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { redirectFiles } from '../../src/build/redirect-files.ts';
import {
  faviconIcoPath,
  iconPath,
  jsonFeedPath,
  manifestPath,
  REFERENCE_PARAMETER,
  routes,
  rssPath,
  sitemapPath,
} from '../../src/routes.ts';
import { documentHeaders } from '../../src/server/http/headers.ts';
import { expectKept } from '../faults/support/stored.ts';
import { answered, until, type Visit, visit, visitors } from '../faults/support/visitors.ts';
import { violations } from '../support/axe.ts';
import { browserForTests } from '../support/browser.ts';
import { builtFirm } from '../support/firm.ts';
import { ask } from '../support/from.ts';
import { judgeUnit, startCaddy, startNginx, units } from '../support/fronts.ts';
import { HOST } from '../support/nginx-files.ts';
import { readPolicy } from '../support/policy.ts';
import { type RunningPostgres, startPostgres } from '../support/postgres.ts';
import type { Running } from '../support/process.ts';
import { expectRedirects, redirects } from '../support/redirects.ts';
import { type RunningSite, startSite } from '../support/server.ts';

/** One tries the other process for each request; one looks every second which of them is there, and has to notice. */
const fronts = [
  { name: 'nginx', start: startNginx, notices: false },
  { name: 'caddy', start: startCaddy, notices: true },
] as const;

const browser = browserForTests();
let postgres: RunningPostgres;
const { everyRoute, site, wordsOf } = await builtFirm('own');

/** The built site with the redirects of a test. */
let dist: string;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'dist-'));
  cpSync('dist', dist, { recursive: true, preserveTimestamps: true });
  for (const [name, text] of Object.entries(redirectFiles(redirects))) writeFileSync(join(dist, name), text);
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.remove();
  rmSync(dist, { recursive: true });
});

describe.each(fronts)('$name in front of two processes on one PostgreSQL', ({ name, start, notices }) => {
  let database: string;
  let apps: RunningSite[];
  let front: Running;
  beforeAll(async () => {
    database = await postgres.newDatabase();
    const app = () => startSite(process.cwd(), { DATABASE_URL: database });
    // One after the other: the first makes the tables.
    apps = [await app(), await app()];
    front = await start(
      apps.map(({ url }) => url),
      { dist },
    );
  });
  afterAll(async () => {
    await front?.stop();
    await Promise.all(apps.map((app) => app.stop()));
  });

  const get = (path: string, init?: RequestInit) => fetch(front.url + path, { redirect: 'manual', ...init });
  /** Our own server's answer to the same request: what is in front must not differ. */
  const ours = (path: string, init?: RequestInit) =>
    fetch((apps[0]?.url ?? '') + path, { redirect: 'manual', ...init });
  const post = () =>
    get(routes.contact, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
      body: 'firstName=Ada&email=nobody',
    });

  it.each([
    [
      200,
      [
        ...everyRoute(),
        iconPath('icon-64'),
        faviconIcoPath,
        manifestPath,
        rssPath,
        jsonFeedPath,
        sitemapPath,
      ],
    ],
    [
      404,
      [
        ...[
          '/no-such-page',
          '/no-such-page/',
          `${routes.about}.html`,
          `${routes.about}.html.br`,
          '/index.html',
        ],
        ...['/404', '/404.html', '/410', '/410.html', '/413', '/413.html', '/503', '/503.html'],
        ...['/_headers', '/_redirects', '/_astro', '/_astro/', '/contact-answer', '//evil.example/'],
      ],
    ],
  ])('answers as we do with %i', async (status, paths) => {
    for (const path of paths) {
      const [theirs, own] = await Promise.all([get(path), ours(path)]);
      expect([theirs.status, own.status], path).toEqual([status, status]);
      expectAlike(theirs, own);
      expect(await theirs.text(), path).toBe(await own.text());
    }
  });

  it('leads on from every address that changed, and says which was withdrawn', () =>
    expectRedirects(front.url));

  it('leads from a slash at the end to the page', async () => {
    const answer = await get(`${routes.about}/?from=mail`);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${routes.about}?from=mail`]);
    expectSecured(answer);
  });

  it.each(['br', 'gzip'])('sends %s as the build compressed it', async (coding) => {
    const headers = { 'Accept-Encoding': coding };
    const [theirs, own] = await Promise.all([
      bytesOf(front.url + routes.about, headers),
      bytesOf((apps[0]?.url ?? '') + routes.about, headers),
    ]);
    expect(theirs.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(theirs.body.equals(own.body)).toBe(true);
  });

  it('sends nothing again that a browser has, and lets hashed files be kept for a year', async () => {
    const etag = (await get(routes.about)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const known = await get(routes.about, { headers: { 'If-None-Match': etag } });
    expect([known.status, known.headers.get('etag')]).toEqual([304, etag]);
    expectSecured(known);
    const [font = ''] = /\/_astro\/[^"]+\.woff2/.exec(await (await get(routes.home)).text()) ?? [];
    const answer = await get(font);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('font/woff2');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const header of documentHeaders) expect(answer.headers.get(header), header).toBeNull();
  });

  it('refuses to write to a page, and names itself nowhere', async () => {
    const asked = { method: 'POST', body: 'x' };
    const [answer, own] = await Promise.all([get(routes.about, asked), ours(routes.about, asked)]);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expectSecured(answer);
    // Caddy says nothing to it.
    if (name === 'nginx') expect(await answer.text()).toBe(await own.text());
    for (const path of [routes.home, '/no-such-page', routes.contact])
      expect((await get(path)).headers.get('server')).toBeNull();
  });

  it('hands the form to the app, with every method and query', async () => {
    const posted = await post();
    expect(posted.status).toBeLessThan(500);
    expect(await posted.text()).not.toBe(await (await get(routes.contact)).text());
    expectSecured(posted);
    const deleted = await get(routes.contact, { method: 'DELETE' });
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const path = `${routes.contact}?x=1`;
    const [theirs, own] = await Promise.all([get(path), ours(path)]);
    expect(theirs.headers.get('etag')).toBe(own.headers.get('etag'));
    expectSecured(theirs);
    const long = await get(routes.contact, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([long.status, long.headers.get('cache-control')]).toEqual([413, 'no-store']);
    expectSecured(long);
    expect(await long.text()).toContain(wordsOf('too-large').heading);
  });

  it('stores what either process takes, and each confirms what the other took', async () => {
    const visits: Visit[] = [];
    // Which of the two is asked is left to chance.
    await until('both have taken some', async () => {
      visits.push(...(await Promise.all(Array.from({ length: 8 }, () => visit(front.url)))));
      return apps.every((app) => app.output().includes('"method":"POST"'));
    });
    expect(visits.map(({ status }) => status)).toEqual(visits.map(() => 200));
    await expectKept(database, visits);
    for (const { reference } of visits)
      for (const { url } of apps) {
        const shown = await fetch(`${url}${routes.contact}?${REFERENCE_PARAMETER}=${reference}`);
        expect(await shown.text()).toContain(reference);
      }
  });

  // The last ones: they end the processes.
  it('still takes enquiries when one process is gone, and mixes none of them up', async () => {
    await apps[0]?.stop();
    const visits: Visit[] = [];
    const come = async (count: number) => {
      const coming: Visit[] = [];
      // As many at once as a store answers at once.
      while (coming.length < count)
        coming.push(...(await Promise.all(Array.from({ length: 10 }, () => visit(front.url)))));
      visits.push(...coming);
      return answered(coming).length;
    };
    if (notices) await until('the front has noticed', async () => (await come(20)) === 20);
    expect(await come(120)).toBe(120);
    await expectKept(database, visits);
  });

  it('with nobody behind it serves the pages, and tells whoever writes that nothing was taken', async () => {
    await apps[1]?.stop();
    await until('nobody answers', async () => (await post()).status >= 500);
    expect((await get(routes.contact)).status).toBe(200);
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await get(`${routes.contact}?${REFERENCE_PARAMETER}=BCDF-2345`, { method });
      expect([502, 503, 504]).toContain(answer.status);
      expectSecured(answer);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'retry-after': '10',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(answer.headers.get('server')).toBeNull();
    }
    const { submit, failed } = wordsOf('contact').form;
    const message = 'What I typed is still here when I go back.';
    const page = await browser.newPage();
    const told: string[] = [];
    page.on('console', (line) => told.push(line.text()));
    // Without its script, the form is sent as a page.
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(front.url + routes.contact);
    await page.locator('#email').fill('ada@shop.example');
    await page.locator('#message').fill(message);
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: wordsOf('unavailable').heading }).waitFor();
    expect(await main.getByRole('heading', { name: failed.unknown }).count()).toBe(1);
    expect(await main.textContent()).toContain(site.contactEmail);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('link[rel=canonical]').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(told.filter((line) => /Content.Security.Policy/i.test(line))).toEqual([]);
    await page.goBack();
    await page.getByRole('button', { name: submit }).waitFor();
    expect(await page.locator('#message').inputValue()).toBe(message);
  });
});

describe.each(fronts)('$name', ({ start }) => {
  it('tells it who each visitor is, whatever they say of themselves', async () => {
    const app = await startSite(process.cwd(), { RATE_LIMIT: '3', TRUST_PROXY: '127.0.0.1' });
    const front = await start([app.url]);
    let count = 0;
    const post = async (from: string) => {
      count += 1;
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${count}` };
      const body = JSON.stringify({ email: 'ada@example.com', message: `Enquiry number ${count}.` });
      const answer = await ask(front.url + routes.contact, { from, method: 'POST', headers, body });
      return answer.status;
    };
    const first = [await post('127.0.0.2'), await post('127.0.0.2'), await post('127.0.0.2')];
    expect([...first, await post('127.0.0.2')]).toEqual([200, 200, 200, 429]);
    expect([await post('127.0.0.3'), await post('127.0.0.2')]).toEqual([200, 429]);
    await front.stop();
    await app.stop();
  });

  it('writes no visitor’s address down, whatever they ask for and whatever fails', async () => {
    const front = await start();
    const from = '127.0.0.77';
    const visit = async (path: string, options: Parameters<typeof ask>[1] = {}) =>
      (await ask(front.url + path, { from, ...options })).status;
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect(await visit(routes.about)).toBe(200);
    expect(await visit('/no-such-page')).toBe(404);
    expect(await visit(routes.about, post)).toBe(405);
    expect(await visit(routes.contact, post)).toBeGreaterThanOrEqual(502);
    expect(await visit(routes.contact, { ...post, body: 'x'.repeat(100_000) })).toBe(413);
    // A file that cannot be opened, and a missing page about missing pages: both are errors worth a line in a log.
    symlinkSync('loop', join(front.folder, 'dist/client/loop'));
    for (const ending of ['', '.br', '.gz']) rmSync(join(front.folder, `dist/client/404.html${ending}`));
    expect(await visit('/loop')).toBeGreaterThanOrEqual(400);
    expect(await visit('/no-such-page')).toBeGreaterThanOrEqual(400);
    // Somebody who hangs up half-way, and somebody who speaks no HTTP.
    const half = `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`;
    for (const words of [half, 'HELO\r\n\r\n']) {
      const port = Number(new URL(front.url).port);
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.end(words);
      await once(socket.resume(), 'close');
    }
    expect(await visit(routes.home)).toBe(200);
    const written = [front.output(), ...contentsOf(front.folder)];
    await front.stop();
    expect(written.filter((text) => text.includes(from))).toEqual([]);
  });

  it('loses no enquiry, and no visitor without a script sees anything of it', async () => {
    const first = await startSite(process.cwd(), { TRUST_PROXY: '127.0.0.1' });
    const again = { TRUST_PROXY: '127.0.0.1', DATABASE_URL: first.database };
    const second = await startSite(process.cwd(), again);
    const front = await start([first.url, second.url]);
    const crowd = visitors(40, front.url);
    const port = new URL(second.url).port;
    await second.stop();
    const restarted = await startSite(process.cwd(), { ...again, PORT: port });
    await until('it is asked again', () => restarted.output().includes('"method":"POST"'));
    const visits = await crowd.leave();
    expect(visits.length).toBeGreaterThan(100);
    expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
    await expectKept(first.database, visits);
    await front.stop();
    await restarted.stop();
    await first.stop();
  });

  it('goes on to ask it for everybody else', async () => {
    const app = createServer((asked, answer) => {
      if (asked.headers['x-breaks']) asked.socket.destroy();
      else asked.resume().once('end', () => answer.end());
    });
    app.listen(0, '127.0.0.1');
    await once(app, 'listening');
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    const front = await start([url, url]);
    const honest: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const post = (headers: Record<string, string>) =>
        ask(front.url + routes.contact, { method: 'POST', headers, body: 'x' });
      await Promise.all(Array.from({ length: 6 }, () => post({ 'X-Breaks': '1' })));
      const answers = await Promise.all(Array.from({ length: 6 }, () => post({})));
      honest.push(...answers.map(({ status }) => status));
    }
    expect(honest).toEqual(honest.map(() => 200));
    await front.stop();
    app.closeAllConnections();
    app.close();
  });
});

it('a static host leads on from every address that changed, by the lines of _redirects', async () => {
  const rules = readFileSync(join(dist, 'client/_redirects'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' '));
  // As Netlify does: paths to the letter, a query is passed on.
  const host = createServer((request, response) => {
    const { pathname, search } = new URL(`http://x${request.url}`);
    const [, to = '', status] = rules.find(([from]) => from === pathname) ?? [];
    if (status === '308') {
      const [address, place] = to.split('#');
      const query = search ? (request.url ?? '').slice(pathname.length) : '';
      response.writeHead(308, { Location: address + query + (place ? `#${place}` : '') }).end();
    } else {
      response.writeHead(Number(status ?? 404), { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(readFileSync(join(dist, 'client', status === undefined ? '/404.html' : to)));
    }
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    host.close();
    host.closeAllConnections();
  });
  await once(host, 'listening');
  await expectRedirects(`http://127.0.0.1:${(host.address() as AddressInfo).port}`, 'dist/client', {
    isHost: true,
  });
});

describe('nginx', () => {
  let front: Running;
  beforeAll(async () => {
    front = await startNginx();
    return () => front.stop();
  });

  it.each([
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['no HTTP at all', 400, 'HELO mail.example\r\n\r\n'],
    ['headers of 100 kB', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a path of 100 kB', 414, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a coding that nobody knows', 501, 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: tea\r\n\r\n'],
    ['a version that nobody knows', 505, 'GET / HTTP/9.1\r\nHost: x\r\n\r\n'],
  ])('answers %s with %i, our headers and not its name', async (_, status, text) => {
    const socket = connect(Number(new URL(front.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (part) => (answer += part));
    socket.on('error', () => {});
    socket.write(text);
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const header of [...documentHeaders, 'X-Content-Type-Options'])
      expect(answer).toContain(`\r\n${header}: `);
    expect(answer).not.toContain('nginx');
  });
});

describe('nginx with HTTPS', () => {
  let app: RunningSite;
  let front: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    app = await startSite(process.cwd(), { TRUST_PROXY: '127.0.0.1' });
    front = await startNginx([app.url]);
    return async () => {
      await front.stop();
      await app.stop();
    };
  });

  /** One request over HTTP/2, as a browser makes it. */
  async function over2(headers: Record<string, string>, body?: string) {
    const session = openSession(front.secure, { ca: front.certificate });
    session.on('error', () => {});
    const asked = session.request({ ':authority': HOST, ...headers }, { endStream: body === undefined });
    if (body !== undefined) asked.end(body);
    const [answer] = (await once(asked, 'response')) as [Record<string, unknown>];
    let text = '';
    for await (const part of asked.setEncoding('utf8')) text += part;
    session.close();
    return { answer, text };
  }

  it('serves pages by HTTP/2, and tells browsers to stay with HTTPS', async () => {
    const { answer, text } = await over2({ ':path': routes.about });
    expect(answer[':status']).toBe(200);
    expect(answer['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    expect(answer.server).toBeUndefined();
    expect(text).toBe(await (await fetch(app.url + routes.about)).text());
  });

  it('takes an enquiry by HTTP/2, from a browser’s form too', async () => {
    const body = (words: string) => `email=ada%40shop.example&message=${words}`;
    const form = {
      ':method': 'POST',
      ':path': routes.contact,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const own = { origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin' };
    const posted = await over2({ ...form, ...own }, body('An+enquiry+by+HTTP%2F2.'));
    expect(posted.answer[':status']).toBe(303);
    expect(posted.answer['strict-transport-security']).toMatch(/^max-age=\d{8}$/);
    // An older browser tells only where it comes from.
    const older = await over2({ ...form, origin: `https://${HOST}` }, body('Another+enquiry.'));
    expect(older.answer[':status']).toBe(303);
  });

  it.each(['TLSv1.3', 'TLSv1.2'] as const)('speaks %s', async (version) => {
    const socket = connectSecurely({
      ...{ host: 'localhost', port: Number(new URL(front.secure).port), ca: front.certificate },
      ...{ minVersion: version, maxVersion: version, ALPNProtocols: ['h2', 'http/1.1'] },
    });
    await once(socket, 'secureConnect');
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, 'h2']);
    socket.destroy();
  });

  it.each([
    ['GET', '/'],
    ['GET', `${routes.about}?from=mail`],
    ['POST', routes.contact],
    ['GET', '/no-such-page'],
  ])('sends %s %s without HTTPS on to the same address with it', async (method, path) => {
    const foreign = { Host: 'evil.example' };
    const answer = await ask(front.insecure + path, { method, headers: foreign });
    expect([answer.status, answer.headers.location]).toEqual([308, `https://${HOST}${path}`]);
    expect(answer.headers.server).toBeUndefined();
    expect(answer.headers.connection).toBe('close');
    expect(answer.text).not.toMatch(/nginx\/\d/);
  });

  it.each([
    ['no HTTP at all', 'HELO mail.example\r\n\r\n'],
    ['headers of 100 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a path of 100 kB', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['half a request, for longer than it may take', 'GET / HTTP/1.1\r\n'],
  ])('closes without a word on %s without HTTPS', async (_, text) => {
    const socket = connect(Number(new URL(front.insecure).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part));
    // Some are reset.
    socket.on('error', () => {});
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toBe('');
  });
});

describe('systemd', () => {
  it('has a service, and a backup every night', () =>
    expect(units.sort()).toEqual(['site-backup.service', 'site-backup.timer', 'site@.service']));

  it.each(units)('understands %s', (unit) => expect(judgeUnit(unit).objections).toBe(''));

  it.each(units.filter((unit) => unit.endsWith('.service')))('leaves %s few rights', (unit) => {
    expect(judgeUnit(unit).exposure).toBeLessThanOrEqual(1.3);
  });
});

/** The same headers; a server that knows no pages has one policy for all of them, which allows what ours does. */
function expectAlike(theirs: Response, own: Response) {
  const secured = [...own.headers.keys()].filter((name) =>
    /^(cross-origin|permissions|referrer|x-content|strict)/.test(name),
  );
  expect(secured.length).toBeGreaterThan(3);
  for (const header of ['content-type', 'cache-control', ...secured])
    expect(theirs.headers.get(header), header).toBe(own.headers.get(header));
  const [offered, needed] = [policyOf(theirs), policyOf(own)];
  expect([...offered.keys()]).toEqual([...needed.keys()]);
  for (const [name, sources] of needed)
    if (name === 'script-src' || (name === 'style-src' && !sources.includes("'none'")))
      expect(offered.get(name)).toEqual(expect.arrayContaining(sources));
    else if (name !== 'style-src') expect(offered.get(name)).toEqual(sources);
}

const policyOf = ({ headers }: Response) => readPolicy(headers.get('content-security-policy') ?? '');

function expectSecured(answer: Response) {
  for (const name of [...documentHeaders, 'X-Content-Type-Options'])
    expect(answer.headers.get(name)?.split(', default-src'), name).toHaveLength(1);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
}

/** Every file below it, as text. */
const contentsOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));

/** The bytes as they were sent: fetch would unpack them. */
function bytesOf(url: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    headers: Record<string, unknown>;
    body: Buffer;
  }>();
  request(url, { headers }, async (answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    resolve({ headers: answer.headers, body: Buffer.concat(chunks) });
  })
    .on('error', reject)
    .end();
  return promise;
}
