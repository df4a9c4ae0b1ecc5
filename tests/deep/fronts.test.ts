import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type RequestListener, request as requestPlainly } from 'node:http';
import { connect as openSession } from 'node:http2';
import { type RequestOptions, request as requestSecurely } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { healthPath, REFERENCE_PARAMETER, readyPath, routes } from '../../src/routes.ts';
import { expectKept } from '../faults/support/stored.ts';
import { answered, until, visit } from '../faults/support/visitors.ts';
import {
  eachOf,
  expectServed,
  holdConnections,
  post as postFrom,
  type Slow,
  serveDuring,
} from '../hostile/support/clients.ts';
import { builtFirm } from '../support/firm.ts';
import { ask } from '../support/from.ts';
import { type Front, HOST, startCaddy, startNginx } from '../support/fronts.ts';
import { listen } from '../support/listen.ts';
import { type RunningSite, startSite } from '../support/server.ts';

const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
const { wordsOf, site } = await builtFirm('own');

/** Caddy asks each second which process is there; nginx tries the other one for each request. */
const fronts = [
  { name: 'nginx', start: startNginx, notices: false },
  { name: 'Caddy', start: startCaddy, notices: true },
] as const;

describe.each(fronts)('behind $name', ({ start, notices }) => {
  const startFront = async (apps: string[]): Promise<Front> => {
    const front = await start(apps);
    setDefaultCACertificates([...getCACertificates('default'), front.certificate]);
    return front;
  };

  describe('two processes that share a store', () => {
    let apps: RunningSite[];
    let database: string;
    let front: Front;
    beforeAll(async () => {
      const first = await startSite(process.cwd(), BEHIND_PROXY);
      database = first.database;
      apps = [first, await startSite(process.cwd(), { ...BEHIND_PROXY, DATABASE_URL: database })];
      front = await startFront(apps.map(({ url }) => url));
    });
    afterAll(async () => {
      await front?.stop();
      // The second one first: the store is in the folder of the first.
      for (const app of apps.toReversed()) await app.stop();
    });

    const font = () =>
      /\/_astro\/[^"]+\.woff2/.exec(readFileSync('dist/client/index.html', 'utf8'))?.[0] ?? '';
    it.each<[string, number, () => string, RequestOptions]>([
      ['a page', 200, () => routes.about, {}],
      ['its head', 200, () => routes.about, { method: 'HEAD' }],
      ['a page as brotli', 200, () => routes.about, { headers: { 'Accept-Encoding': 'br' } }],
      ['a page as gzip', 200, () => routes.about, { headers: { 'Accept-Encoding': 'gzip' } }],
      ['a part of a file', 206, font, { headers: { Range: 'bytes=10-99' } }],
      ['a hashed file', 200, font, {}],
      ['a slash too many', 308, () => `${routes.about}/?from=mail`, {}],
      ['a page that is not there', 404, () => '/no-such-page', {}],
      ['a file of the proxy', 404, () => '/_headers', {}],
      ['a path that leads out', 404, () => '/%2e%2e/package.json', {}],
      ['another method', 405, () => routes.about, { method: 'DELETE' }],
      ['a wrong form', 422, () => routes.contact, { method: 'POST', headers: FORM }],
      ['its state', 200, () => readyPath, {}],
    ])('%s is answered as by the process itself', async (_, status, path, options) => {
      const body = options.method === 'POST' ? 'email=nobody' : undefined;
      const own = await exchange((apps[0]?.url ?? '') + path(), options, body);
      const through = await exchange(front.url + path(), options, body);
      expect([own.status, through.status]).toEqual([status, status]);
      expect(through.headers).toEqual(own.headers);
      expect(through.body.equals(own.body)).toBe(true);
    });

    it('a name that is not the site’s is refused by the process', async () => {
      const { status, body } = await exchange(front.url + routes.about, { headers: { Host: HOST } });
      expect(status).toBe(421);
      expect(body.toString()).toContain(new URL(site.url).hostname);
    });

    // Of a page: scaling.test.ts.
    it('a form without HTTPS leads to the same address with it', async () => {
      const answer = await ask(front.insecure + routes.contact, { method: 'POST', headers: { Host: HOST } });
      expect([answer.status, answer.headers.location]).toEqual([308, `https://${HOST}${routes.contact}`]);
    });

    it.each(['TLSv1.3', 'TLSv1.2'] as const)(
      'a form that a browser sends by HTTP/2 and %s is taken',
      async (version) => {
        const session = openSession(front.url, { minVersion: version, maxVersion: version });
        const asked = session.request({
          ...{ ':method': 'POST', ':path': routes.contact, origin: front.url },
          'content-type': 'application/x-www-form-urlencoded',
        });
        asked.end(`email=ada%40shop.example&message=An+enquiry+by+${version}.`);
        const [headers] = (await once(asked, 'response')) as [Record<string, unknown>];
        const location = expect.stringContaining(REFERENCE_PARAMETER);
        expect([headers[':status'], headers.location]).toEqual([303, location]);
        session.destroy();
      },
    );

    it('more than the form may hold is refused in our words', async () => {
      const options = { method: 'POST', headers: FORM };
      const answer = await exchange(front.url + routes.contact, options, 'x'.repeat(100_000));
      expect(answer.status).toBe(413);
      expect(answer.body.toString()).toContain(wordsOf('contact').form.failed.tooLarge);
    });

    // The last ones: they end the processes, and the first takes the store with it.
    it('messages are taken while one process is gone', async () => {
      await apps[1]?.stop();
      const come = () => Promise.all(Array.from({ length: 10 }, () => visit(front.url)));
      if (notices) await until('it has noticed', async () => answered(await come()).length === 10);
      const visits = [...(await come()), ...(await come())];
      expect(answered(visits)).toHaveLength(20);
      await expectKept(database, visits);
    });

    it('while no process is there, a page says so and names an address to write to', async () => {
      await apps[0]?.stop();
      for (const method of ['GET', 'POST']) {
        const options = { method, headers: { 'If-None-Match': '*' } };
        await until(
          'it is noticed',
          async () => (await exchange(front.url + routes.contact, options)).status >= 500,
        );
        const { status, headers, body } = await exchange(front.url + routes.contact, options);
        expect([502, 503]).toContain(status);
        expect(headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
        expect(body.toString()).toContain(wordsOf('unavailable').heading);
        expect(body.toString()).toContain(site.contactEmail);
      }
      expect((await exchange(front.url + readyPath)).status).toBeGreaterThanOrEqual(502);
    });
  });

  it('limits count each visitor by the address that they come from, whatever they say of themselves', async () => {
    const app = await startSite(process.cwd(), { ...BEHIND_PROXY, RATE_LIMIT: '3' });
    const front = await startFront([app.url]);
    onTestFinished(async () => {
      await front.stop();
      await app.stop();
    });
    let count = 0;
    const post = async (from: string) => {
      const message = `Enquiry number ${++count}.`;
      const headers = { 'X-Forwarded-For': `203.0.113.${count}, 198.51.100.${count}` };
      const body = JSON.stringify({ email: 'ada@example.com', message });
      return (await postFrom(front.url, body, { from, headers })).status;
    };
    const statuses: number[] = [];
    for (const last of [2, 2, 2, 2, 3, 2]) statuses.push(await post(`127.0.0.${last}`));
    expect(statuses).toEqual([200, 200, 200, 429, 200, 429]);
  });

  it('no visitor’s address is written down, whatever they ask for and whatever fails', async () => {
    const front = await startFront([]);
    onTestFinished(front.stop);
    const from = '127.0.0.77';
    const statusOf = async (path: string, options: Parameters<typeof ask>[1] = {}) =>
      (await ask(front.url + path, { from, ...options })).status;
    expect(await statusOf(routes.about)).toBeGreaterThanOrEqual(502);
    expect(await statusOf(routes.contact, { method: 'POST', body: '{}' })).toBeGreaterThanOrEqual(502);
    expect(await statusOf('/', { headers: { 'X-Long': 'x'.repeat(50_000) } })).toBeGreaterThanOrEqual(400);
    // Someone who speaks no HTTP, and someone who hangs up.
    for (const words of [
      'HELO\r\n\r\n',
      `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`,
    ]) {
      const socket = connect({
        ...{ host: 'localhost', servername: 'localhost', family: 4, localAddress: from },
        port: Number(new URL(front.url).port),
      });
      socket.on('error', () => {}).end(words);
      await once(socket.resume(), 'close');
    }
    const written = [front.output(), ...contentsOf(front.folder)];
    expect(written.filter((text) => text.includes(from))).toEqual([]);
  });

  /** Before a process that answers in this way. */
  async function startBefore(answers: RequestListener): Promise<Front> {
    const app = await listen(answers);
    const front = await startFront([app.url, app.url]);
    onTestFinished(async () => {
      await front.stop();
      app.stop();
    });
    return front;
  }

  it('a process that breaks off a request is asked again for other visitors', async () => {
    const front = await startBefore((asked, answer) => {
      if (asked.headers['x-breaks']) asked.socket.destroy();
      else asked.resume().once('end', () => answer.end());
    });
    const post = (headers: Record<string, string>) => postFrom(front.url, '{}', { headers });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 6 }, () => post({ 'X-Breaks': '1' })));
      const answers = await Promise.all(Array.from({ length: 6 }, () => post({})));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });

  // One process may leave before Caddy has heard that the other is back.
  if (notices)
    it('a message waits until a process is there again', async () => {
      let isThere = true;
      let noticed = 0;
      const front = await startBefore((asked, answer) => {
        if (asked.url === healthPath && !isThere) noticed += 1;
        answer.statusCode = isThere ? 200 : 503;
        asked.resume().once('end', () => answer.end());
      });
      isThere = false;
      // Both of the two that it knows, and once more: the first answer has been read by then.
      await until('it has noticed', async () => noticed >= 4);
      const waiting = [postFrom(front.url, '{}'), ask(front.url, {})];
      isThere = true;
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    });

  describe('one address cannot shut others out', () => {
    let app: RunningSite;
    let front: Front;
    beforeAll(async () => {
      // Far more than the visitors of a test send, far less than the attacker.
      app = await startSite(process.cwd(), { ...BEHIND_PROXY, RATE_LIMIT: '300' });
      front = await startFront([app.url]);
      return async () => {
        await front.stop();
        await app.stop();
      };
    });
    const serve = () => expectServed({ ...app, url: front.url });

    it.each<Slow>(['delays its headers', 'delays its body', 'delays its reading'])(
      'that %s on 1,000 connections',
      async (how) => {
        await holdConnections(front.url, 1000, how);
        for (let count = 0; count < 20; count += 1) await serve();
      },
    );

    it('that posts as fast as it is answered', async () => {
      const attack = eachOf(Array.from({ length: 3000 }), 50, (_, i) =>
        postFrom(front.url, JSON.stringify({ email: 'eve@example.com', message: `Bought links: ${i}` })),
      );
      const answers = await serveDuring(attack, serve);
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(2000);
      expect((await exchange(app.url + healthPath)).status).toBe(200);
    });
  });
});

/** The bytes as they were sent; headers without those that belong to a connection, to a moment or to the proxy itself. */
async function exchange(url: string, options: RequestOptions = {}, body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  const request = url.startsWith('https:') ? requestSecurely : requestPlainly;
  request(url, { agent: false, ...options }, resolve)
    .on('error', reject)
    .end(body);
  const answer = await promise;
  const { date, connection, server, 'keep-alive': _, 'alt-svc': __, ...headers } = answer.headers;
  // A proxy does not reveal its version.
  expect(server ?? '').not.toMatch(/\d/);
  return { status: answer.statusCode ?? 0, headers, body: await buffer(answer) };
}

const contentsOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'latin1'));
