import { beforeAll, describe, expect, it } from 'vitest';
import { ELAPSED_FIELD, enquiryFields, TRAP_FIELD } from '../../src/lib/enquiry.ts';
import { routes } from '../../src/routes.ts';
import { seeded } from '../support/seeded-random.ts';
import { type RunningSite, startSite } from '../support/server.ts';
import { eachOf, expectServed, open, say } from './support/clients.ts';

let site: RunningSite;
beforeAll(async () => {
  const started = await startSite();
  site = { ...started, url: started.url.replace('localhost', '127.0.0.1') };
  return started.stop;
});

describe('what no browser sends', () => {
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
  const post = `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\n`;

  it.each([
    ['a body of 10 MB', 413, `${post}Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`],
    ['headers of 100 kB', 431, `${get}X: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a path of 100 kB', 431, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['an unknown expectation', 417, `${get}Expect: tea\r\n\r\n`],
    ['no HTTP at all', 400, 'HELO mail.example\r\n\r\n'],
    ['a line break in the path', 400, 'GET /a\r\nb HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 400, `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['a length and chunks', 400, `${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['an unknown method', 405, 'PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('(%s) is answered with %i, and the next visitor is served', async (_, status, bytes) => {
    expect(await say(site.url, bytes)).toMatchObject({ status });
    await expectServed(site);
  });

  it('(several requests at once) is answered in order', async () => {
    const paths = [routes.about, '/nowhere', `${routes.about}/`, '/nowhere', routes.home];
    const bytes = paths.map((path) => `HEAD ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
    const socket = await open(site.url);
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => (text += part));
    socket.end(bytes);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(
      [200, 404, 308, 404, 200].map((code) => `HTTP/1.1 ${code}`),
    );
  });
});

it('nothing outside the site can be read', async () => {
  const begins = ['/', '/_astro/', '/blog/', '//', 'http://x/'];
  const ups = '../ ..\\ %2e%2e/ %2e%2e%2f ..%5c %252e%252e%252f ..%c0%af ....// ./'.split(' ');
  const wanted = 'etc/passwd package.json .env headers.json answers/contact.html 404.html'.split(' ');
  const ends = ['', '%00', '%00.html', '/', '::$DATA', '~'];
  const names = wanted.flatMap((name, i) => [name, name + ends[i]]);
  const paths = begins.flatMap((begin) =>
    ups.flatMap((up) => names.flatMap((name) => [1, 4].map((times) => begin + up.repeat(times) + name))),
  );
  const answers = await eachOf([...new Set(paths)], 20, (path) =>
    say(site.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
  );
  const read = answers.filter(({ status }) => status < 400 || status >= 500);
  expect(read.map(({ text }) => text)).toEqual([]);
});

describe('every request of noise is answered, and none with 5xx:', () => {
  it.each([
    ['paths and headers', oddRequest, 2000],
    ['forms', oddForm, 1000],
  ])('%s', async (_, make, count) => {
    const numbers = seeded(42);
    const random = (most: number) => Math.floor(numbers() * most);
    const requests = Array.from({ length: count }, () => make(random));
    const answers = await eachOf(requests, 20, (bytes) => say(site.url, bytes));
    const statuses = [...new Set(answers.map(({ status }) => status))];
    expect(statuses.filter((status) => status < 200 || status >= 500)).toEqual([]);
    // If all were refused for one reason, the others would not have been tried.
    expect(statuses.length).toBeGreaterThan(3);
    await expectServed(site);
  });
});

type Random = (most: number) => number;
const pick = <Item>(random: Random, items: readonly Item[]) => items[random(items.length)] as Item;
const some = (random: Random, most: number, make: () => string) => Array.from({ length: random(most) }, make);

const methods = ['GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'get', 'G\0T'];
const letters = [...'/%\\?#:@aé\x01 *[', '..', '%2e', '%00', '%ff', '%252e'];
const names = 'Range If-None-Match Accept-Encoding Content-Length Expect Upgrade Cookie X'.split(' ');
const values = [
  ...'x* ,\0',
  'bytes=0-',
  'bytes=9-1',
  'W/"x"',
  'br;q=0, gzip;q=x',
  '-1',
  '100-continue',
  'h2c',
];

function oddRequest(random: Random): Buffer {
  const path = some(random, 5, () => pick(random, letters)).join('');
  const headers = some(random, 4, () => `${pick(random, names)}: ${pick(random, values)}\r\n`).join('');
  return Buffer.from(`${pick(random, methods)} /${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`, 'latin1');
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const fields = [...enquiryFields, TRAP_FIELD, ELAPSED_FIELD, '__proto__', 'constructor', 'toString', ''];
const json = [
  ...['null', 'true', '-1e999', '""', '"a@b.example"', '"Ten letters and more of them"', '"\\u0000"'],
  ...['"\\ud800"', '"\\r\\nBcc: x@y.example"', '{}', '[]', '{"toString":1}', '{"__proto__":{"get":1}}'],
  ...[`"${'x'.repeat(6000)}"`, `"${'\u0301'.repeat(5000)}"`, deep(10_000)],
];
const bodies = [
  ...['', '{', 'null', '\ufeff{}', '{"email":"a@b.example",}', '{}{}', deep(30_000), '{"a":'.repeat(5000)],
  ...['&&&===', '%%%=%zz&email=%', 'email[]=1&email[a][b]=2', 'email=%00&message=%ff', '&'.repeat(60_000)],
  ...['--x\r\n'.repeat(5000), '--x\r\n\r\n--x--'],
  '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example\r\n--x--\r\n',
  "--x\r\nContent-Disposition: form-data; name=email; filename*=UTF-8''%ff\r\n\r\n\r\n--x--\r\n",
];
const types = [
  ...['application/json; charset=utf-16', 'APPLICATION/JSON', 'text/plain', ''],
  ...['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=shift_jis'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=ä; boundary=x',
  ],
];
const headers = [
  ...['Origin: null', 'Origin: http://[', 'Sec-Fetch-Site: ÿ', 'Cookie: =;=;=', 'Accept: text/html;q='],
  ...['Idempotency-Key: ÿþ', `Idempotency-Key: ${'k'.repeat(256)}`, 'Content-Encoding: br, zstd'],
  ...['X-Forwarded-For: x, , [::1, 999.1.1.1', 'Expect: 100-continue', 'Range: bytes=0-0,-1,9-1'],
];

function oddForm(random: Random): Buffer {
  const pairs = some(random, 7, () => `${JSON.stringify(pick(random, fields))}:${pick(random, json)}`);
  const body = Buffer.from(random(2) ? `{${pairs}}` : pick(random, bodies));
  const head = [
    `POST ${routes.contact}${pick(random, ['', '?', '?reference=BBBB-BBBB', '?reference=%00%ff'])} HTTP/1.1`,
    `Host: ${pick(random, ['x', 'x', '', '[::1', '%00', 'ÿ', 'x'.repeat(5000)])}`,
    `Content-Type: ${random(2) ? 'application/json' : pick(random, types)}`,
    ...some(random, 3, () => pick(random, headers)),
    `Content-Length: ${body.length}\r\n\r\n`,
  ];
  // A header may hold bytes that are no text.
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
}
