import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Redirect } from '../../schemas/redirect.ts';
import { createApp } from './app.ts';
import { documentHeaders } from './headers.ts';
import { serveFiles } from './static.ts';

/** Every byte there is, on both sides of what Node sends in one write. */
const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * 7) % 256));
const contents: Record<string, string | Buffer> = {
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
  'small.png': bytes.subarray(0, 10_000),
  'large.png': bytes,
  '../secret.html': 'secret',
};
const redirects: Redirect[] = [
  { from: '/old', to: '/about' },
  { from: '/blog/second.html', to: '/blog/first#end' },
  { from: '/shop', to: 'https://shop.example/x#y' },
  { from: '/withdrawn', gone: true },
];
const security: Record<string, string> = {
  ...Object.fromEntries(documentHeaders.map((name) => [name, `value of ${name}`])),
  'X-Content-Type-Options': 'nosniff',
};

const read: string[] = [];
let top: string;
let app: ReturnType<typeof createApp>['app'];

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'static-'));
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(top, 'client', name)), { recursive: true });
    writeFileSync(join(top, 'client', name), content);
  }
  const never = () => expect.fail('nobody sends a form here');
  app = createApp({
    files: serveFiles(join(top, 'client'), () => security, { redirects }),
    headers: security,
    contact: {
      ...{ accept: never, store: { has: never }, words: never, page: never, contactEmail: '', proxies: [] },
      rateLimit: 0,
      headers: security,
      log: never,
    },
    health: never,
    errorPage: String,
    logsRequests: false,
    log: never,
    onPage: (address) => read.push(address),
  }).app;
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(top, { recursive: true });
});

/** Asks without a client that would tidy the address up. Every answer but a font has every security header. */
async function ask(target: string, { method = 'GET', ...wishes }: Record<string, string> = {}) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const lines = Object.entries({ Host: 'x', Connection: 'close', ...wishes }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(`${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
  const answer = await buffer(socket);
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...fields] = answer.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = Object.fromEntries(
    fields.map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  );
  if (!target.endsWith('.woff2'))
    for (const [name, value] of Object.entries(security))
      expect(headers[name.toLowerCase()], name).toBe(value);
  const sent = answer.subarray(end + 4);
  return { status: Number(first.split(' ')[1]), headers, sent, body: sent.toString('latin1') };
}
const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;

describe('an answer', () => {
  it('brings the file with its type, a strong validator and its length, and does not name the server', async () => {
    const { headers, ...answer } = await ask('/about?from=mail&x=?');
    expect(answer).toMatchObject({ status: 200, body: 'the original' });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': '12',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
    const head = await ask('/about', { method: 'HEAD' });
    expect([head.body, { ...head.headers, date: '' }]).toEqual(['', { ...headers, date: '' }]);
  });

  it('may be kept for a year where its name holds a hash, and leaves off a font what only a document obeys', async () => {
    const { headers } = await ask('/_astro/font.Cd34.woff2');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    for (const name of documentHeaders) expect(headers[name.toLowerCase()]).toBeUndefined();
  });

  it('keeps every byte, in small files and in large ones', async () => {
    for (const [name, length] of [
      ['small', 10_000],
      ['large', 40_000],
    ] as const)
      expect((await ask(`/${name}.png`)).sent.equals(bytes.subarray(0, length)), name).toBe(true);
  });
});

describe('the coding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['deflate', undefined],
    ['identity, br;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.8', 'br'],
    ['br;q=nonsense, gzip ; q=0.3', 'gzip'],
    ['brr, xgzip', undefined],
  ])('for Accept-Encoding: %s is %s', async (accepted, coding) => {
    const { headers, body } = await ask(
      '/about',
      accepted === undefined ? {} : { 'Accept-Encoding': accepted },
    );
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding']);
    expect(body).toBe(coding ? `as ${coding.replace('br', 'brotli')}` : 'the original');
  });

  it('has a validator of its own, and is none where there is only the original', async () => {
    const etags = ['br', 'gzip', 'identity'].map(
      async (coding) => (await ask('/about', { 'Accept-Encoding': coding })).headers.etag,
    );
    expect(new Set(await Promise.all(etags)).size).toBe(3);
    const { headers } = await ask('/', { 'Accept-Encoding': 'br' });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  });
});

describe('a validator', () => {
  it.each([
    ['alone', (etag: string) => etag, 304],
    ['made weak by a proxy', (etag: string) => `W/${etag}`, 304],
    ['in a list of weak ones', (etag: string) => `W/"a,b", W/${etag},"c"`, 304],
    ['of any kind', () => '*', 304],
    ['of another file', () => '"other"', 200],
    ['without its quotes', (etag: string) => etag.slice(1, -1), 200],
    ['without its end', (etag: string) => etag.slice(0, -1), 200],
    ['that is empty', () => '', 200],
  ])('%s is answered', async (_, write, status) => {
    const { headers } = await ask('/about');
    const again = await ask('/about', { 'If-None-Match': write(headers.etag ?? '') });
    expect([again.status, again.body]).toEqual([status, status === 304 ? '' : 'the original']);
    expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'no-cache' });
  });

  it('is that of the coding, goes before a range, and means nothing to a missing page', async () => {
    const wish = { 'If-None-Match': (await ask('/about')).headers.etag ?? '' };
    expect(await statusOf('/about', { ...wish, 'Accept-Encoding': 'br' })).toBe(200);
    expect(await statusOf('/about', { ...wish, Range: 'bytes=0-1' })).toBe(304);
    const missing = await ask('/missing', { 'If-None-Match': '*' });
    expect([missing.status, missing.headers.etag]).toEqual([404, undefined]);
  });
});

describe('a range', () => {
  it.each<[range: string, status: number, part: string, extent?: string]>([
    ['bytes=0-2', 206, 'the', 'bytes 0-2/12'],
    ['bytes=4-', 206, 'original', 'bytes 4-11/12'],
    ['bytes=4-999', 206, 'original', 'bytes 4-11/12'],
    ['bytes=-3', 206, 'nal', 'bytes 9-11/12'],
    ['bytes=-999', 206, 'the original', 'bytes 0-11/12'],
    ['bytes=12-', 416, '', 'bytes */12'],
    ['bytes=-0', 416, '', 'bytes */12'],
    ...['bytes=0-1,4-5', 'lines=0-1', 'bytes=5-2', 'bytes=-', 'bytes=a-b', '0-1'].map(
      (range): [string, number, string] => [range, 200, 'the original'],
    ),
  ])('%s is answered with %i', async (range, status, part, extent) => {
    const { headers, ...answer } = await ask('/about', { Range: range });
    expect(answer).toMatchObject({ status, body: part });
    expect([headers['content-range'], headers['content-length']]).toEqual([extent, String(part.length)]);
  });

  it('is of the coding that was chosen, and means nothing to HEAD', async () => {
    const wishes = { Range: 'bytes=3-', 'Accept-Encoding': 'br' };
    expect(await ask('/about', wishes)).toMatchObject({ status: 206, body: 'brotli' });
    expect(await statusOf('/about', { ...wishes, method: 'HEAD' })).toBe(200);
  });

  it('holds only while the file is the one it was begun with', async () => {
    const etag = (await ask('/about')).headers.etag ?? '';
    const conditions = [etag, `W/${etag}`, '"other"', 'Thu, 01 Jan 2026 00:00:00 GMT'];
    const statuses = conditions.map((condition) =>
      statusOf('/about', { Range: 'bytes=0-2', 'If-Range': condition }),
    );
    expect(await Promise.all(statuses)).toEqual([206, 200, 200, 200]);
  });
});

describe('an address', () => {
  it.each([
    ...['/../secret', '/../secret.html', '/blog/../../secret', '/%2e%2e/secret', '/..%2fsecret'],
    ...['/%252e%252e%252fsecret', '/..\\secret', '/..%5csecret', '/about%00', '/about%00.html', '//secret'],
    ...['http://localhost/../secret', 'file:///etc/passwd', '/__proto__', '/constructor', '*', '/./about'],
    ...['/About', '/about.html', '/about.html.br', '/index.html', '/404', '/410', '/410.html'],
    ...['/Old', '/old/x', '/old.html', '//', '//evil.example/', '/missing/'],
  ])('%s leads nowhere but to the 404 page', async (target) => {
    const { status, headers, body } = await ask(target);
    expect([status, body]).toEqual([404, 'nothing here']);
    expect([headers['cache-control'], headers.location]).toEqual(['no-cache', undefined]);
  });

  it.each(['404', '/about\0', '/ab out', 'about\r'])('%j is not even read', async (target) =>
    expect(await statusOf(target)).toBe(400),
  );

  it('of thousands of slashes, and a header beyond its limit, are answered', async () => {
    expect(await statusOf(`/${'/'.repeat(15_000)}x`)).toBe(404);
    expect(await statusOf('/', { X: 'x'.repeat(20_000) })).toBe(431);
  });

  it.each([
    ['http://localhost/about?x', 'the original'],
    ['HTTP://localhost', 'the home page'],
    ['http://localhost?x', 'the home page'],
  ])('%s may be absolute, as proxies write it', async (target, body) =>
    expect(await ask(target)).toMatchObject({ status: 200, body }),
  );

  const leadsTo = async (target: string, wanted: Record<string, string>) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await ask(target, { method });
      expect([status, body]).toEqual([308, '']);
      expect(headers).toMatchObject({ ...wanted, 'content-length': '0' });
    }
  };

  it.each([
    ['/about/', '/about'],
    ['/about//?from=/mail/', '/about?from=/mail/'],
    ['http://about/about/?x', '/about?x'],
  ])('%s has a slash too many, and leads to %s', (target, location) => leadsTo(target, { location }));

  it.each([
    ['/old', '/about'],
    ['/old/', '/about'],
    ['/old?', '/about'],
    ['/old/?from=/mail/&x=?', '/about?from=/mail/&x=?'],
    ['http://old/old?x', '/about?x'],
    ['/blog/second.html', '/blog/first#end'],
    ['/blog/second.html?x', '/blog/first?x#end'],
    ['/shop/?x', 'https://shop.example/x?x#y'],
  ])('%s changed and leads to %s, and browsers ask again', (target, location) =>
    leadsTo(target, { location, 'cache-control': 'no-cache' }),
  );

  it.each(['/about/', '/old'])('%s leads on or is refused, whatever byte its query holds', async (path) => {
    for (let byte = 0; byte < 256; byte += 1)
      expect([308, 400], `byte ${byte}`).toContain(await statusOf(`${path}?${String.fromCharCode(byte)}`));
  });

  it.each(['/withdrawn', '/withdrawn/', '/withdrawn?x'])(
    '%s is gone, whatever is asked of it',
    async (path) => {
      const { status, headers, body } = await ask(path, { 'If-None-Match': '*', Range: 'bytes=0-1' });
      expect([status, body]).toEqual([410, 'gone for good']);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
      });
      expect([headers.etag, headers.location]).toEqual([undefined, undefined]);
      expect(await ask(path, { method: 'HEAD' })).toMatchObject({ status: 410, body: '' });
    },
  );

  it('that is missing or gone is answered in fewer bytes where they are read', async () => {
    expect((await ask('/withdrawn', { 'Accept-Encoding': 'br' })).body).toBe('gone in brotli');
    expect((await ask('/missing', { 'Accept-Encoding': 'br' })).body).toBe('nothing in brotli');
  });
});

it.each([
  ['DELETE', '/about', 405, 'GET, HEAD'],
  ['OPTIONS', '/', 405, 'GET, HEAD'],
  ['PUT', '/contact?x', 405, 'GET, HEAD, POST'],
  ['POST', '/missing', 404, undefined],
  ['POST', '/old/?x', 405, 'GET, HEAD'],
  ['DELETE', '/withdrawn', 405, 'GET, HEAD'],
])('%s %s answers %i', async (method, path, status, allow) => {
  const { headers, ...answer } = await ask(path, { method });
  expect([answer.status, headers.allow, headers['content-type']]).toEqual([
    status,
    allow,
    'text/plain; charset=utf-8',
  ]);
  expect(answer.body.match(/\b[A-Z]{3,}\b/g)?.join(', ')).toBe(allow);
});

it.each<[what: string, target: string, wishes: Record<string, string>, pages: string[]]>([
  ['as a whole, whatever the query', '/about?from=somebody', {}, ['/about']],
  ['whatever the site is called', 'http://other.example/about?x', {}, ['/about']],
  ['found unchanged', '/about', { 'If-None-Match': '*' }, ['/about']],
  ['not by HEAD', '/about', { method: 'HEAD' }, []],
  ['not in part', '/about', { Range: 'bytes=0-3' }, []],
  ['not at another address', '/about/', {}, []],
  ['not where there is none', '/missing', {}, []],
  ['not by another method', '/about', { method: 'DELETE' }, []],
  ['not where it is no page', '/_astro/app.Ab12.js', {}, []],
])('a page counts as read %s', async (_, target, wishes, pages) => {
  read.length = 0;
  await ask(target, wishes);
  expect(read).toEqual(pages);
});

it.each(['404', '410'])('a folder without a %s page is refused with a sentence', (missing) => {
  const folder = join(top, `without ${missing}`);
  mkdirSync(folder);
  writeFileSync(join(folder, missing === '404' ? '410.html' : '404.html'), '');
  expect(() => serveFiles(folder, () => ({}))).toThrow(`holds no ${missing}.html; run npm run build first.`);
});
