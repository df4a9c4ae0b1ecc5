import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, serveFiles } from './static.ts';

const contents: Record<string, string> = {
  'client/index.html': 'the home page',
  'client/about.html': 'the original',
  'client/about.html.br': 'as brotli',
  'client/about.html.gz': 'as gzip',
  'client/contact.html': 'a form',
  'client/docs/index.html': 'a folder',
  'client/404.html': 'nothing here',
  'client/404.html.br': 'nothing in brotli',
  'client/410.html': 'gone for good',
  'client/503.html': 'for the proxy',
  'client/_headers': 'for static hosts',
  'client/secret.env': 'secret',
  'client/_astro/app.Ab12.js': 'let a = 1;',
  'client/_astro/font.Cd34.woff2': 'letters',
  'client/icon.svg': 'a picture',
  'later/about.html': 'the next one',
  'secret.html': 'secret',
};
const redirects = [
  { from: '/old', to: '/about' },
  { from: '/withdrawn', gone: true as const },
];
const security = { 'X-Content-Type-Options': 'nosniff' };
const MOMENT = Date.UTC(2026, 5, 1);
const SHARED = 'public, max-age=0, s-maxage=300, stale-while-revalidate=60';

let top: string;
let files: ReturnType<typeof serveFiles>;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'static-'));
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), content);
  }
  files = serveFiles(join(top, 'client'), () => security, { redirects });
});
afterEach(() => vi.useRealTimers());

/** Every answer has the security headers. */
function ask(url: string, { method = 'GET', ...headers }: Record<string, string> = {}, serve = files) {
  const { body = '', ...answer } = serve({ method, url, headers });
  expect(answer.headers).toMatchObject(security);
  return { ...answer, body: String(body) };
}
const etagOf = (headers: Answer['headers']) => headers.ETag ?? '';

it('an answer brings the file with its type, a strong validator and its length', () => {
  expect(ask('/about?from=mail&x=?')).toMatchObject({
    status: 200,
    body: 'the original',
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': '12',
      Vary: 'Accept-Encoding',
      ETag: expect.stringMatching(/^"[\w-]{22}"$/),
    },
  });
  expect(ask('/_astro/font.Cd34.woff2').headers['Content-Type']).toBe('font/woff2');
});

describe('how long an answer may be kept', () => {
  const keptFor = (url: string, wishes = {}, serve = files) =>
    ask(url, wishes, serve).headers['Cache-Control'];

  it('is a year where the name holds a hash, five minutes in a CDN for the rest, and never without asking for redirects', () => {
    expect(keptFor('/_astro/app.Ab12.js')).toBe('public, max-age=31536000, immutable');
    for (const url of ['/about', '/icon.svg', '/missing', '/withdrawn'])
      expect(keptFor(url), url).toBe(SHARED);
    expect(keptFor('/about', { 'if-none-match': '*' })).toBe(SHARED);
    for (const url of ['/old', '/about/']) expect(keptFor(url), url).toBe('no-cache');
    expect(keptFor('/about', { method: 'DELETE' })).toBe('no-store');
  });

  it('is no time for pages that are counted: each view has to come here', () => {
    const counted = serveFiles(join(top, 'client'), () => security, { countVisits: true });
    expect(['/about', '/icon.svg'].map((url) => keptFor(url, {}, counted))).toEqual(['no-cache', SHARED]);
  });

  it('ends before the next edition appears, and begins again with it', () => {
    const later = [{ from: MOMENT, folder: join(top, 'later'), headersOf: () => security }];
    const serve = serveFiles(join(top, 'client'), () => security, { later });
    const at = (seconds: number) => {
      vi.useFakeTimers({ now: MOMENT + seconds * 1000 });
      return [ask('/about', {}, serve).body, keptFor('/about', {}, serve), keptFor('/new', {}, serve)];
    };
    expect(at(-361)).toEqual(['the original', SHARED, SHARED]);
    expect(at(-360)).toEqual(['the original', 'no-cache', 'no-cache']);
    expect(at(-0.001)).toEqual(['the original', 'no-cache', 'no-cache']);
    expect(at(0)).toEqual(['the next one', SHARED, SHARED]);
  });
});

describe('the coding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['identity, br;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.8', 'br'],
    ['br;q=nonsense, gzip ; q=0.3', 'gzip'],
    ['brr, xgzip', undefined],
  ])('for Accept-Encoding: %s is %s', (accepted, coding) => {
    const { headers, body } = ask('/about', accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(headers['Content-Encoding']).toBe(coding);
    expect(body).toBe(coding ? `as ${coding.replace('br', 'brotli')}` : 'the original');
  });

  it('has a validator of its own, and is none where there is only the original', () => {
    const etags = ['br', 'gzip', 'identity'].map(
      (coding) => ask('/about', { 'accept-encoding': coding }).headers.ETag,
    );
    expect(new Set(etags).size).toBe(3);
    const { headers } = ask('/', { 'accept-encoding': 'br' });
    expect([headers['Content-Encoding'], headers.Vary]).toEqual([undefined, undefined]);
    expect(ask('/missing', { 'accept-encoding': 'br' }).body).toBe('nothing in brotli');
  });
});

describe('a validator', () => {
  it.each([
    ['alone', (etag: string) => etag, 304],
    ['in a list, made weak by a proxy', (etag: string) => `W/"a,b", W/${etag},"c"`, 304],
    ['of any kind', () => '*', 304],
    ['of another file', () => '"other"', 200],
    ['without its quotes', (etag: string) => etag.slice(1, -1), 200],
    ['that is empty', () => '', 200],
  ])('%s is answered', (_, write, status) => {
    const { headers } = ask('/about');
    const again = ask('/about', { 'if-none-match': write(etagOf(headers)) });
    expect([again.status, again.body]).toEqual([status, status === 304 ? '' : 'the original']);
    expect(again.headers).toMatchObject({ ETag: headers.ETag, Vary: 'Accept-Encoding' });
    expect(again.headers['Content-Length']).toBe(status === 304 ? undefined : '12');
  });

  it('is that of the coding, goes before a range, and means nothing to a missing page', () => {
    const wish = { 'if-none-match': etagOf(ask('/about').headers) };
    expect(ask('/about', { ...wish, 'accept-encoding': 'br' }).status).toBe(200);
    expect(ask('/about', { ...wish, range: 'bytes=0-1' }).status).toBe(304);
    const missing = ask('/missing', { 'if-none-match': '*', range: 'bytes=0-1' });
    expect([missing.status, missing.headers.ETag]).toEqual([404, undefined]);
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
    ...['bytes=0-1,4-5', 'lines=0-1', 'bytes=5-2', 'bytes=-', 'bytes=a-b'].map(
      (range): [string, number, string] => [range, 200, 'the original'],
    ),
  ])('%s is answered with %i', (range, status, part, extent) => {
    const { headers, ...answer } = ask('/about', { range });
    expect(answer).toMatchObject({ status, body: part });
    expect([headers['Content-Range'], headers['Content-Length']]).toEqual([extent, String(part.length)]);
  });

  it('is of the coding that was chosen, means nothing to HEAD, and holds while the file is the same', () => {
    const wishes = { range: 'bytes=3-', 'accept-encoding': 'br' };
    expect(ask('/about', wishes)).toMatchObject({ status: 206, body: 'brotli' });
    expect(ask('/about', { ...wishes, method: 'HEAD' }).status).toBe(200);
    const etag = etagOf(ask('/about').headers);
    const conditions = [etag, `W/${etag}`, '"other"', 'Thu, 01 Jan 2026 00:00:00 GMT'];
    const statuses = conditions.map(
      (condition) => ask('/about', { range: 'bytes=0-2', 'if-range': condition }).status,
    );
    expect(statuses).toEqual([206, 200, 200, 200]);
  });
});

describe('an address', () => {
  it.each([
    ...['/../secret', '/%2e%2e/secret', '/..%2fsecret', '/%252e%252e%252fsecret', '/..\\secret', '/about%00'],
    ...['//secret', 'http://localhost/../secret', 'file:///etc/passwd', '/__proto__', '*', '/./about'],
    ...['/About', '/about.html', '/about.html.br', '/index.html', '/404', '/503', '/secret.env', '/_headers'],
    ...['///', '//evil.example/', '/missing/', '/docs/index'],
  ])('%s leads nowhere but to the 404 page', (target) => {
    const { status, headers, body } = ask(target);
    expect([status, body, headers.Location]).toEqual([404, 'nothing here', undefined]);
  });

  it.each([
    ['/docs', 'a folder'],
    ['http://localhost/about?x', 'the original'],
    ['HTTP://localhost', 'the home page'],
    ['http://localhost?x', 'the home page'],
  ])('%s is found', (target, body) => expect(ask(target)).toMatchObject({ status: 200, body }));

  it.each([
    ['/about/', '/about'],
    ['//', '/'],
    ['/docs/?from=/mail/', '/docs?from=/mail/'],
    ['http://about/about/?x', '/about?x'],
  ])('%s leads to %s', (target, location) => {
    const { status, headers, body } = ask(target);
    expect([status, headers.Location, headers['Content-Length'], body]).toEqual([308, location, '0', '']);
  });
});

it.each([
  ['DELETE', '/about', 405, 'GET, HEAD'],
  ['PUT', '/contact?x', 405, 'GET, HEAD, POST'],
  ['DELETE', '/withdrawn', 405, 'GET, HEAD'],
  ['POST', '/missing', 404, undefined],
])('%s %s answers %i', (method, path, status, allow) => {
  const { headers, ...answer } = ask(path, { method });
  expect([answer.status, headers.Allow]).toEqual([status, allow]);
  if (allow) expect(answer.body).toBe(`This address accepts only ${allow}.\n`);
});
