import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { routes } from '../../src/routes.ts';
import type { Redirect } from '../../src/schemas/redirect.ts';
import { securityHeaders } from '../../src/server/http/headers.ts';
import { type Answer, ask } from './from.ts';

const place = `${routes.services}#a-place`;
const elsewhere = 'https://shop.example:8443/Some/path%20x';

/** An address of every kind that changed. */
export const redirects: Redirect[] = [
  { from: '/old-about', to: routes.about },
  { from: '/old/services.html', to: place },
  { from: '/old-shop', to: `${elsewhere}#place` },
  { from: '/blog/withdrawn', gone: true },
];

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

/** What a server answers that has these addresses; a host of files sends what stands in _headers. */
export async function expectRedirects(
  url: string,
  client = 'dist/client',
  { isHost = false } = {},
): Promise<void> {
  const get = (path: string, method = 'GET', headers = {}) => ask(url + path, { method, path, headers });
  const expectOurs = (answer: Answer, path: string) => {
    if (isHost) return;
    for (const header of Object.keys(securityHeaders({ scripts: [], styles: [] })))
      expect(answer.headers[header.toLowerCase()], `${header} of ${path}`).toEqual(expect.any(String));
    expect(answer.headers['content-security-policy']?.toString().match(/default-src/g)).toHaveLength(1);
    expect(answer.headers.server).toBeUndefined();
  };
  for (const [path, location] of leadsTo)
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, method);
      expect([answer.status, answer.headers.location], `${method} ${path}`).toEqual([308, location]);
      expect(answer.text.length).toBeLessThan(method === 'HEAD' ? 1 : 200);
      if (!isHost) expect(answer.headers['cache-control']).toBe('no-cache');
      expectOurs(answer, path);
    }
  for (const path of ['/blog/withdrawn', '/blog/withdrawn/', '/blog/withdrawn?from=mail']) {
    const [answer, head] = [await get(path), await get(path, 'HEAD')];
    expect([answer.status, head.status, head.text], path).toEqual([410, 410, '']);
    expect(answer.text).toBe(readFileSync(join(client, '410.html'), 'utf8'));
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
    expect(answer.headers.location).toBeUndefined();
    expectOurs(answer, path);
  }
  for (const path of [
    ...['/Old-About', '/old-about/x', '/old-aboutx', '/old-about.html', '/old/services'],
    ...['/blog/withdrawn/x', '/blog/Withdrawn'],
  ])
    expect((await get(path)).status, path).toBe(404);
  if (isHost) return;

  const compressed = await get('/blog/withdrawn', 'GET', { 'Accept-Encoding': 'br' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  // What is missing is answered whole, also to whoever has it already.
  for (const path of ['/blog/withdrawn', '/no-such-page']) {
    const { status, headers, text } = await get(path);
    for (const wish of [
      { 'If-None-Match': headers.etag ?? '*' },
      { 'If-Modified-Since': new Date().toUTCString() },
      { Range: 'bytes=0-1' },
    ]) {
      const again = await get(path, 'GET', wish);
      expect([again.status, again.text === text], `${path} ${JSON.stringify(wish)}`).toEqual([status, true]);
    }
  }
  for (const path of ['/old-about', '/old-about/?x', '/old/services.html', '/blog/withdrawn'])
    for (const method of ['POST', 'DELETE']) {
      const answer = await get(path, method);
      expect([answer.status, answer.headers.allow], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
      expect(answer.headers.location).toBeUndefined();
      expectOurs(answer, path);
    }
}
