import { expect, it } from 'vitest';
import { healthPath, readyPath, routes } from '../../routes.ts';
import { createApp } from './app.ts';

const security = { 'X-Content-Type-Options': 'nosniff' };
const logged: [event: string, details?: Record<string, unknown>][] = [];

const create = (origin?: string) =>
  createApp({
    files: () => ({ status: 200, headers: security, body: 'a page' }),
    headers: security,
    contact: {
      accept: async () => {
        throw new Error('The shelf fell down.');
      },
      ...{ store: { has: async () => false }, rateLimit: 0, contactEmail: '' },
      words: () => expect.fail('no words are needed here'),
      page: ({ kind }) => `the contact page: ${kind}`,
      errorPage: (error) => `the error page: ${error}`,
      headers: security,
      log: (...line) => logged.push(line),
    },
    health: async () => false,
    proxies: [],
    origin,
  });
const app = create();
const proxied = create('https://www.firm.test');

it.each([
  ['www.firm.test', 200],
  ['WWW.firm.test:443', 200],
  ['localhost:4321', 200],
  ['127.0.0.1', 200],
  ['firm.test', 308],
  ['other.test', 421],
  ['www.firm.test.evil.test', 421],
  ['www.firm.test@evil.test', 421],
  ['203.0.113.7', 421],
  ['x y', 421],
])('behind a proxy, host %j is answered with %i, and without one it is served', async (host, status) => {
  const { statusCode, headers, body } = await proxied.inject({ url: '/about?x=//y', headers: { host } });
  expect([statusCode, headers['x-content-type-options']]).toEqual([status, 'nosniff']);
  expect(headers.location).toBe(status === 308 ? 'https://www.firm.test/about?x=//y' : undefined);
  if (status === 421) expect(body).toContain('www.firm.test');
  expect((await app.inject({ url: '/about', headers: { host } })).statusCode).toBe(200);
});

it('a monitor is answered at any host: the state, and nothing else', async () => {
  const ask = async (url: string) => {
    const { statusCode, headers, body } = await proxied.inject({ url, headers: { host: '10.0.0.1' } });
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
    return [statusCode, body];
  };
  expect(await ask(healthPath)).toEqual([200, '{"status":"ok"}']);
  expect(await ask(readyPath)).toEqual([503, '{"status":"unavailable"}']);
});

it.each([
  ['fails', 500, '{"email":"a@b.example"}', 'The shelf fell down.', /the error page: .*The shelf fell down/],
  ['is too large', 413, 'x'.repeat(70_000), 'A request may be at most 64 kB.', /the contact page: failed/],
])('a form that %s is answered to a program and to a browser, and logged', async (...row) => {
  const [, status, payload, error, page] = row;
  logged.length = 0;
  const post = (accept: string) => {
    const headers = { accept, 'content-type': 'application/json' };
    return app.inject({ method: 'POST', url: routes.contact, headers, payload });
  };
  const program = await post('application/json');
  expect([program.statusCode, program.json()]).toEqual([status, { error }]);
  const browser = await post('text/html');
  expect([browser.statusCode, browser.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(browser.body).toMatch(page);
  expect(browser.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  const line = { method: 'POST', path: routes.contact, status, ms: expect.any(Number), reason: error };
  expect(logged).toEqual([
    ['request', line],
    ['request', line],
  ]);
});
