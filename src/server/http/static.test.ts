import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
import type { Redirect } from '../../schemas/redirect.ts';
import { documentHeaders } from './headers.ts';
import { answerUnreadable, serveFiles } from './static.ts';

const contents: Record<string, string> = {
  'index.html': 'the home page',
  'about.html': 'the original',
  'about.html.br': 'as brotli',
  'about.html.gz': 'as gzip',
  'contact.html': 'a form',
  'blog/first.html': 'an article',
  '404.html': 'nothing here',
  '404.html.br': 'nothing in brotli',
  '410.html': 'gone for good',
  '410.html.br': 'gone in brotli',
  '_astro/app.Ab12.js': 'let a = 1;',
  '_astro/font.Cd34.woff2': 'letters',
};
const redirects: Redirect[] = [
  { from: '/old', to: '/about' },
  { from: '/blog/second.html', to: '/blog/first#end' },
  { from: '/shop', to: 'https://shop.example/x#y' },
  { from: '/withdrawn', gone: true },
];
/** Every byte there is, in bodies on both sides of what Node sends in one write. */
const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * 7) % 256));
const security: Record<string, string> = {
  ...Object.fromEntries(documentHeaders.map((name) => [name, `value of ${name}`])),
  'X-Content-Type-Options': 'nosniff',
};

const read: string[] = [];
let top: string;
let server: Server;
let port: number;

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'static-'));
  writeFileSync(join(top, 'secret.html'), 'secret');
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(top, 'client', name)), { recursive: true });
    writeFileSync(join(top, 'client', name), content);
  }
  writeFileSync(join(top, 'client/small.png'), bytes.subarray(0, 10_000));
  writeFileSync(join(top, 'client/large.png'), bytes);
  const answer = serveFiles(join(top, 'client'), () => security, {
    redirects,
    onPage: (address) => read.push(address),
  });
  server = createServer(answer).on('clientError', answerUnreadable(security));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(top, { recursive: true });
});

describe('an answer', () => {
  it('brings the file with its type, a strong validator, its length and every security header', async () => {
    const { status, headers, body } = await ask(routes.about);
    expect([status, body]).toEqual([200, 'the original']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': '12',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expectSecurity(headers);
  });

  it('names neither the server nor its framework', async () => {
    const { headers } = await ask(routes.home);
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
  });

  it('lets a file with a hash in its name be kept for a year', async () => {
    const { headers } = await ask('/_astro/app.Ab12.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('varies only where there is a choice', async () => {
    expect((await ask(routes.home)).headers.vary).toBeUndefined();
  });

  it('leaves off a font what only a document obeys', async () => {
    const { headers } = await ask('/_astro/font.Cd34.woff2');
    expect(headers['content-type']).toBe('font/woff2');
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const name of documentHeaders) expect(headers[name.toLowerCase()]).toBeUndefined();
  });

  it('is the same to HEAD, without the body', async () => {
    const head = await ask(routes.about, { method: 'HEAD' });
    const get = await ask(routes.about);
    expect(head.body).toBe('');
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it('keeps every byte, in small files and in large ones', async () => {
    const read = async (name: string) =>
      Buffer.from(await (await fetch(`http://127.0.0.1:${port}/${name}`)).arrayBuffer());
    expect(bytes.subarray(0, 10_000).equals(await read('small.png'))).toBe(true);
    expect(bytes.equals(await read('large.png'))).toBe(true);
  });

  it('does not depend on the query', async () => {
    expect((await ask(`${routes.about}?from=mail&x=?`)).body).toBe('the original');
  });
});

describe('the coding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['zstd, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['deflate', undefined],
    ['identity, br;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.8', 'br'],
    ['identity;q=0', undefined],
    ['br;q=nonsense, gzip ; q=0.3', 'gzip'],
    ['brr, xgzip', undefined],
  ])('for Accept-Encoding: %s is %s', async (accepted, coding) => {
    const { headers, body } = await ask(routes.about, {
      headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted },
    });
    expect(headers['content-encoding']).toBe(coding);
    expect(body).toBe(coding ? `as ${coding.replace('br', 'brotli')}` : 'the original');
    expect(headers.vary).toBe('Accept-Encoding');
  });

  it('is chosen alike after more different wishes than are remembered', async () => {
    for (let i = 0; i < 150; i += 1) {
      const { headers } = await ask(routes.about, { headers: { 'Accept-Encoding': `x-${i}, gzip` } });
      expect(headers['content-encoding']).toBe('gzip');
    }
  });

  it('has a validator of its own', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (coding) => (await ask(routes.about, { headers: { 'Accept-Encoding': coding } })).headers.etag,
      ),
    );
    expect(new Set(etags).size).toBe(3);
  });

  it('serves a file that has only its original', async () => {
    const { headers, body } = await ask(routes.home, { headers: { 'Accept-Encoding': 'br' } });
    expect([headers['content-encoding'], body]).toEqual([undefined, 'the home page']);
  });
});

describe('a validator', () => {
  let etag: string;
  beforeAll(async () => {
    etag = (await ask(routes.about)).headers.etag ?? '';
  });

  it.each([
    ['alone', () => etag],
    ['made weak by a proxy', () => `W/${etag}`],
    ['in a list', () => `"other", ${etag}`],
    ['in a list of weak ones', () => `W/"a,b", W/${etag},"c"`],
    ['of any kind', () => '*'],
  ])('that matches, %s, saves the body', async (_, header) => {
    const { status, headers, body } = await ask(routes.about, { headers: { 'If-None-Match': header() } });
    expect([status, body]).toEqual([304, '']);
    expect(headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    expect(headers['content-type'] ?? headers['content-encoding']).toBeUndefined();
    expectSecurity(headers);
  });

  it.each([
    ['another', () => '"other"'],
    ['an unquoted one', () => etag.slice(1, -1)],
    ['an unfinished one', () => etag.slice(0, -1)],
    ['an empty one', () => ''],
  ])('that is %s does not', async (_, header) => {
    expect((await ask(routes.about, { headers: { 'If-None-Match': header() } })).status).toBe(200);
  });

  it('of another coding does not', async () => {
    const headers = { 'If-None-Match': etag, 'Accept-Encoding': 'br' };
    expect((await ask(routes.about, { headers })).status).toBe(200);
  });

  it('goes before a range', async () => {
    const headers = { 'If-None-Match': etag, Range: 'bytes=0-1' };
    expect((await ask(routes.about, { headers })).status).toBe(304);
  });

  it('means nothing to a missing page', async () => {
    const { status, headers } = await ask('/missing', { headers: { 'If-None-Match': '*' } });
    expect([status, headers.etag]).toEqual([404, undefined]);
  });
});

describe('a range', () => {
  it.each([
    ['bytes=0-2', 'the', 'bytes 0-2/12'],
    ['bytes=4-', 'original', 'bytes 4-11/12'],
    ['bytes=4-999', 'original', 'bytes 4-11/12'],
    ['bytes=-3', 'nal', 'bytes 9-11/12'],
    ['bytes=-999', 'the original', 'bytes 0-11/12'],
    ['bytes=11-11', 'l', 'bytes 11-11/12'],
  ])('%s is answered with that part', async (range, part, extent) => {
    const { status, headers, body } = await ask(routes.about, { headers: { Range: range } });
    expect([status, body]).toEqual([206, part]);
    expect(headers).toMatchObject({ 'content-range': extent, 'content-length': String(part.length) });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expectSecurity(headers);
  });

  it.each(['bytes=12-', 'bytes=99-100', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    const { status, headers, body } = await ask(routes.about, { headers: { Range: range } });
    expect([status, body]).toEqual([416, '']);
    expect(headers['content-range']).toBe('bytes */12');
    expectSecurity(headers);
  });

  it.each(['bytes=0-1,4-5', 'lines=0-1', 'bytes=5-2', 'bytes=-', 'bytes=a-b', '0-1'])(
    '%s is answered with the whole',
    async (range) => {
      const { status, body } = await ask(routes.about, { headers: { Range: range } });
      expect([status, body]).toEqual([200, 'the original']);
    },
  );

  it('is of the coding that was chosen', async () => {
    const headers = { Range: 'bytes=3-', 'Accept-Encoding': 'br' };
    const answer = await ask(routes.about, { headers });
    expect([answer.status, answer.body]).toEqual([206, 'brotli']);
    expect(answer.headers['content-encoding']).toBe('br');
  });

  it('holds only while the file is the one it was begun with', async () => {
    const etag = (await ask(routes.about)).headers.etag ?? '';
    const status = async (condition: string) =>
      (await ask(routes.about, { headers: { Range: 'bytes=0-2', 'If-Range': condition } })).status;
    expect(await status(etag)).toBe(206);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('"other"')).toBe(200);
    expect(await status('Thu, 01 Jan 2026 00:00:00 GMT')).toBe(200);
  });

  it('means nothing to HEAD', async () => {
    expect((await ask(routes.about, { method: 'HEAD', headers: { Range: 'bytes=0-2' } })).status).toBe(200);
  });
});

describe('no address', () => {
  it.each([
    '/../secret',
    '/../secret.html',
    '/blog/../../secret',
    '/%2e%2e/secret',
    '/..%2fsecret',
    '/%252e%252e%252fsecret',
    '/..\\secret',
    '/..%5csecret',
    '/about%00',
    '/about%00.html',
    '//secret',
    '/./about',
    '/About',
    '/about.html',
    '/about.html.br',
    '/index.html',
    '/404',
    '/410',
    '/410.html',
    '/Old',
    '/old/x',
    '/old.html',
    '*',
    '/__proto__',
    '/constructor',
    'http://localhost/../secret',
    'file:///etc/passwd',
  ])('%s leads anywhere but to the 404 page', async (target) => {
    const { status, head, body } = await say(`GET ${target} HTTP/1.1\r\nHost: x\r\n`);
    expect([status, body]).toEqual([404, 'nothing here']);
    expect(head).toContain('cache-control: no-cache');
    for (const name of Object.keys(security)) expect(head).toContain(`${name.toLowerCase()}: `);
  });

  it('is found in thousands of slashes, nor are they looked at more than once', async () => {
    const { status } = await say(`GET /${'/'.repeat(15_000)}x HTTP/1.1\r\nHost: x\r\n`);
    expect(status).toBe(404);
  });

  it.each(['404', '/about\0', '/ab out', 'about\r'])('%j is even read', async (target) => {
    const { status, head } = await say(`GET ${target} HTTP/1.1\r\nHost: x\r\n`);
    expect(status).toBe(400);
    for (const name of Object.keys(security)) expect(head).toContain(`${name.toLowerCase()}: `);
  });

  it('and no header is read beyond its limit', async () => {
    const { status, head } = await say(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n`);
    expect(status).toBe(431);
    expect(head).toContain('x-content-type-options: nosniff');
  });
});

describe('an address', () => {
  it('may be written in its absolute form, as proxies do', async () => {
    for (const [target, body] of [
      ['http://localhost/about?x', 'the original'],
      ['HTTP://localhost', 'the home page'],
      ['http://localhost?x', 'the home page'],
    ])
      expect(await say(`GET ${target} HTTP/1.1\r\nHost: x\r\n`)).toMatchObject({ status: 200, body });
  });

  it.each([
    ['/about/', routes.about],
    ['/about//?from=/mail/', '/about?from=/mail/'],
    ['/blog/first/', '/blog/first'],
    ['http://about/about/?x', '/about?x'],
  ])('%s leads to %s', async (target, location) => {
    const { status, head } = await say(`GET ${target} HTTP/1.1\r\nHost: x\r\n`);
    expect(status).toBe(308);
    expect(head).toContain(`location: ${location}\r\n`);
    for (const name of Object.keys(security)) expect(head).toContain(`${name.toLowerCase()}: `);
  });

  it('leads on or is refused, whatever byte its query holds', async () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const { status } = await say(`GET /about/?${String.fromCharCode(byte)} HTTP/1.1\r\nHost: x\r\n`);
      expect(status === 308 || status === 400, `byte ${byte} answers ${status}`).toBe(true);
    }
  });

  it.each(['//', '//evil.example/', '/missing/'])('%s leads nowhere', async (target) => {
    const { status, head } = await say(`GET ${target} HTTP/1.1\r\nHost: x\r\n`);
    expect(status).toBe(404);
    expect(head).not.toContain('location:');
  });
});

describe('an address that changed', () => {
  it.each([
    ['/old', '/about'],
    ['/old/', '/about'],
    ['/old?', '/about'],
    ['/old?from=/mail/&x=?', '/about?from=/mail/&x=?'],
    ['/old/?x', '/about?x'],
    ['http://old/old?x', '/about?x'],
    ['/blog/second.html', '/blog/first#end'],
    ['/blog/second.html?x', '/blog/first?x#end'],
    ['/shop/?x', 'https://shop.example/x?x#y'],
  ])('%s leads to %s, and browsers ask again', async (target, location) => {
    const { status, head, body } = await say(`GET ${target} HTTP/1.1\r\nHost: x\r\n`);
    expect([status, body]).toEqual([308, '']);
    expect(head).toContain(`location: ${location}\r\n`);
    expect(head).toContain('cache-control: no-cache\r\n');
    expect(head).toContain('content-length: 0\r\n');
    for (const name of Object.keys(security)) expect(head).toContain(`${name.toLowerCase()}: `);
  });

  it('leads on to HEAD as well', async () => {
    const { status, headers } = await ask('/old?x', { method: 'HEAD' });
    expect([status, headers.location]).toEqual([308, '/about?x']);
  });

  it('leads on or is refused, whatever byte its query holds', async () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const { status } = await say(`GET /old?${String.fromCharCode(byte)} HTTP/1.1\r\nHost: x\r\n`);
      expect(status === 308 || status === 400, `byte ${byte} answers ${status}`).toBe(true);
    }
  });

  it.each(['/withdrawn', '/withdrawn/', '/withdrawn?x'])('%s is gone', async (path) => {
    const { status, headers, body } = await ask(path, {
      headers: { 'If-None-Match': '*', Range: 'bytes=0-1' },
    });
    expect([status, body]).toEqual([410, 'gone for good']);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect([headers.etag, headers.location]).toEqual([undefined, undefined]);
    expectSecurity(headers);
  });

  it('is gone in fewer bytes where they are read, and without any to HEAD', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    expect(await ask('/withdrawn', { headers })).toMatchObject({ status: 410, body: 'gone in brotli' });
    expect(await ask('/withdrawn', { method: 'HEAD' })).toMatchObject({ status: 410, body: '' });
  });
});

describe('another method', () => {
  it.each([
    ['DELETE', routes.about, 405, 'GET, HEAD'],
    ['OPTIONS', routes.home, 405, 'GET, HEAD'],
    ['PUT', `${routes.contact}?x`, 405, 'GET, HEAD, POST'],
    ['POST', '/missing', 404, undefined],
    ['POST', '/old', 405, 'GET, HEAD'],
    ['POST', '/old/?x', 405, 'GET, HEAD'],
    ['DELETE', '/withdrawn', 405, 'GET, HEAD'],
  ])('%s %s answers %i', async (method, path, status, allow) => {
    const answer = await ask(path, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.body.match(/\b[A-Z]{3,}\b/g)?.join(', ')).toBe(allow);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expectSecurity(answer.headers);
  });
});

describe('a page counts as read', () => {
  const isRead = async (path: string, asked: Asked = {}) => {
    read.length = 0;
    const { status } = await ask(path, asked);
    return { status, read: [...read] };
  };

  it.each([
    ['as a whole', routes.about, {}, 200],
    ['whatever the query', `${routes.about}?from=somebody`, {}, 200],
    ['whatever it is called', `http://other.example${routes.about}?x`, {}, 200],
    ['found unchanged', routes.about, { headers: { 'If-None-Match': '*' } }, 304],
  ])('%s, by its own address', async (_, path, asked, status) => {
    expect(await isRead(path, asked)).toEqual({ status, read: [routes.about] });
  });

  it.each([
    ['where only its head is', routes.about, { method: 'HEAD' }, 200],
    ['where only a part is', routes.about, { headers: { Range: 'bytes=0-3' } }, 206],
    ['where it is at another address', `${routes.about}/`, {}, 308],
    ['where there is none', '/missing', {}, 404],
    ['where nothing is read', routes.about, { method: 'DELETE' }, 405],
    ['where it is no page', '/small.png', {}, 200],
    ['where it is a script', '/_astro/app.Ab12.js', {}, 200],
  ])('not %s', async (_, path, asked, status) => {
    expect(await isRead(path, asked)).toEqual({ status, read: [] });
  });
});

it('a missing page is compressed too', async () => {
  const { status, body } = await ask('/missing', { headers: { 'Accept-Encoding': 'br' } });
  expect([status, body]).toEqual([404, 'nothing in brotli']);
});

it.each(['404', '410'])('a folder without a %s page is refused with a sentence', (missing) => {
  const folder = join(top, `without ${missing}`);
  mkdirSync(folder);
  for (const answer of ['404', '410'])
    if (answer !== missing) writeFileSync(join(folder, `${answer}.html`), '');
  expect(() => serveFiles(folder, () => ({}))).toThrow(
    new RegExp(`holds no ${missing}\\.html; run npm run build first\\.$`),
  );
});

function expectSecurity(headers: IncomingHttpHeaders) {
  for (const [name, value] of Object.entries(security)) expect(headers[name.toLowerCase()]).toBe(value);
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

function ask(path: string, { method = 'GET', headers = {} }: Asked = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }>();
  request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
    let body = '';
    response.on('data', (chunk) => (body += chunk));
    response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
  })
    .on('error', reject)
    .end();
  return promise;
}

/** Speaks to the server without a client that would tidy the address up. */
async function say(lines: string) {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${lines}Connection: close\r\n\r\n`, 'latin1');
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  const [head = '', body] = answer.split('\r\n\r\n');
  return {
    status: Number(answer.split(' ')[1]),
    head: `${head.replace(/^[^:\r]+:/gm, (name) => name.toLowerCase())}\r\n`,
    body,
  };
}
