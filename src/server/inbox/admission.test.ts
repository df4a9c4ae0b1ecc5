import { expect, it } from 'vitest';
import { admitOwner } from './admission.ts';

const host = '127.0.0.1:4000';
const own = { host, origin: `http://${host}`, 'content-type': 'application/json' };
const refusal = (statusCode: number) => expect.objectContaining({ statusCode });

it('opens one session with the token, and nothing without that session', () => {
  const { token, openSession, checkSession } = admitOwner('inbox');
  expect(() => openSession(`${token}x`)).toThrow(refusal(403));
  const { session } = openSession(token);
  expect(() => openSession(token)).toThrow(refusal(403));
  checkSession({ headers: { authorization: `Bearer ${session}` } });
  for (const authorization of ['', session, `Bearer ${token}`, `Bearer ${session}x`])
    expect(() => checkSession({ headers: { authorization } }), authorization).toThrow(refusal(401));
  expect(() => checkSession({ headers: { cookie: `session=${session}` } })).toThrow(refusal(401));
  const another = admitOwner('inbox').openSession;
  expect(() => another(token)).toThrow(refusal(403));
});

it('answers to the names of this machine alone', () => {
  const { checkRequest } = admitOwner('inbox');
  const ask = (host?: string) => checkRequest({ method: 'GET', headers: { host } });
  for (const host of ['localhost:9999', '127.0.0.1', '[::1]:80']) ask(host);
  for (const host of ['evil.example:80', '127.0.0.1.evil.example', '10.0.0.1', undefined])
    expect(() => ask(host), host).toThrow(refusal(421));
});

it.each([
  [403, { origin: 'https://127.0.0.1:4000' }],
  [403, { origin: 'null' }],
  [403, { origin: undefined }],
  [415, { 'content-type': 'text/plain' }],
  [415, { 'content-type': 'application/json; x=1' }],
])('answers %i to a change that its own page would not send: %o', (status, headers) => {
  const { checkRequest } = admitOwner('inbox');
  checkRequest({ method: 'POST', headers: own });
  expect(() => checkRequest({ method: 'POST', headers: { ...own, ...headers } })).toThrow(refusal(status));
  expect(() => checkRequest({ method: 'DELETE', headers: own })).toThrow(refusal(405));
});
