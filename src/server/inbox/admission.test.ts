import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { Refused } from '../failures.ts';
import { admitOwner } from './admission.ts';

const HOST = '127.0.0.1:4000';
const JSON_TYPE = 'application/json';

function startApp() {
  const app = fastify();
  onTestFinished(() => app.close());
  const { token, expectSession } = admitOwner(app, '/session');
  app.get('/page', () => 'the empty page');
  app.get('/secret', { onRequest: expectSession }, () => 'secret');
  app.post('/secret', { onRequest: expectSession }, () => 'changed');
  app.setErrorHandler<Refused>((error, _, reply) => reply.code(error.statusCode).send(error.message));
  const ask = async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url, headers: { host: HOST, ...headers } })).statusCode;
  const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload: JSON.stringify(payload),
      headers: { host: HOST, origin: `http://${HOST}`, 'content-type': JSON_TYPE, ...headers },
    });
  const open = (token: string) => post('/session', {}, { token });
  return { token, ask, post, open };
}

it('opens one session with the token, and tells nothing without that session', async () => {
  const { token, ask, open } = startApp();
  expect((await open(`${token}x`)).statusCode).toBe(403);
  const { session } = (await open(token)).json();
  expect((await open(token)).statusCode).toBe(403);
  expect(await ask('/page')).toBe(200);
  expect(await ask('/secret', { authorization: `Bearer ${session}` })).toBe(200);
  for (const authorization of ['', session, `Bearer ${token}`, `Bearer ${session}x`])
    expect(await ask('/secret', { authorization }), authorization).toBe(401);
});

it('answers to the names of this machine alone', async () => {
  const { ask } = startApp();
  for (const host of ['localhost:9999', '127.0.0.1', '[::1]:80'])
    expect(await ask('/page', { host })).toBe(200);
  for (const host of ['evil.example:80', '127.0.0.1.evil.example', '10.0.0.1'])
    expect(await ask('/page', { host }), host).toBe(421);
});

it.each([
  [403, { origin: 'https://127.0.0.1:4000' }],
  [403, { origin: 'null' }],
  [403, { origin: '' }],
  [415, { 'content-type': 'text/plain' }],
  [415, { 'content-type': 'application/json; x=1' }],
])('answers %i to a change that its own page would not send: %o', async (status, headers) => {
  const { token, post, open } = startApp();
  const authorization = `Bearer ${(await open(token)).json().session}`;
  expect((await post('/secret', { authorization })).body).toBe('changed');
  expect((await post('/secret', { authorization, ...headers })).statusCode).toBe(status);
});
