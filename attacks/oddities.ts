import { thousands } from '../bench/report.ts';
import { ELAPSED_FIELD, enquiryFields, TRAP_FIELD } from '../src/lib/enquiry.ts';
import { routes } from '../src/routes.ts';
import { pick, type Random, seeded } from '../tests/support/random.ts';
import type { Group } from './row.ts';
import { withSite } from './support/site.ts';
import { eachOf, say } from './support/sockets.ts';

const REQUESTS = 1000;
const SEED = 7;

/** What no browser sends, and no check may stumble over. */
export const oddities: Group = () =>
  withSite({}, async ({ url }) => {
    const random = seeded(SEED);
    const requests = Array.from({ length: REQUESTS }, () => oddRequest(random));
    const endings = await eachOf(requests, 20, (bytes) => say(url, bytes, { patience: 5 }));
    const failed = endings.filter(({ status = 0 }) => status >= 500).length;
    const unanswered = endings.filter(({ status = 0 }) => status === 0).length;
    const kinds = new Set(endings.map(({ status }) => status)).size;
    return [
      {
        promise: 'Nobody can make the server fail at will',
        attack: `${thousands(REQUESTS)} odd requests: JSON, hosts, encodings, lengths, keys and origins`,
        figure: `${failed} answered with 5xx, ${unanswered} not answered`,
        // If all were refused for one reason, the others would not have been tried.
        kept: failed === 0 && unanswered === 0 && kinds > 3,
      },
    ];
  });

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const names = [...enquiryFields, TRAP_FIELD, ELAPSED_FIELD, '__proto__', 'constructor', 'toString', ''];
const jsonValues = [
  'null',
  'true',
  '0',
  '-1e999',
  '1e308',
  '9007199254740993',
  '""',
  '"x"',
  '"a@b.example"',
  '"Ten letters and more of them"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e"',
  '"\\r\\nBcc: x@y.example"',
  `"${'x'.repeat(6000)}"`,
  `"${'\u0301'.repeat(5000)}"`,
  '{}',
  '[]',
  '{"toString":1}',
  '{"valueOf":null,"toString":null}',
  '{"__proto__":{"get":1}}',
  deep(10_000),
];
const wholes = [
  '',
  ' ',
  '{',
  '}',
  'null',
  '[]',
  '"x"',
  '1',
  '\ufeff{}',
  '{"email":"a@b.example",}',
  "{'email':1}",
  '{"email":NaN}',
  '{}{}',
  deep(30_000),
  `{"x":${deep(30_000)}}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '&&&===',
  '%',
  '%%%=%zz&email=%',
  'email[]=1&email[a][b]=2',
  'email=%00&message=%ff%fe',
  'a='.repeat(20_000),
  `${'&'.repeat(60_000)}`,
  '--x\r\n\r\n--x--',
  '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="email"; filename*=UTF-8\'\'%ff\r\n\r\n\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name=\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="email"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--\r\n',
  `${'--x\r\n'.repeat(5000)}--x--`,
];
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset="\u00ff"',
  'APPLICATION/JSON',
  'application/json\t;',
  'application/jsonx',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=shift_jis',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary="x"',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(5000)}`,
  'multipart/form-data; boundary=\u00e4; boundary=x',
  'multipart/form-data',
  'text/plain',
  '',
];
const hosts = [
  'x',
  '',
  'localhost',
  'user@x',
  'x y',
  '[::1',
  '[::1]',
  'x:99999',
  'x:-1',
  '//',
  '..',
  '%00',
  '\u00ff',
  'x'.repeat(5000),
  'a,b',
];
const origins = [
  undefined,
  'null',
  '',
  'http://x',
  'http://',
  'http://[',
  'x:y',
  'file:///',
  '\u00ff',
  'http://x, http://y',
];
const headers = [
  'Accept: ',
  'Accept: text/html',
  'Accept: application/json;q=,text/html',
  'Accept: */*',
  'Accept-Encoding: gzip;q=x, *;q=-1, br;q=1e999',
  'Content-Encoding: gzip',
  'Content-Encoding: br, zstd',
  'Content-Encoding: \u00ff',
  'Idempotency-Key: ',
  'Idempotency-Key: \u00ff\u00fe',
  `Idempotency-Key: ${'k'.repeat(255)}`,
  `Idempotency-Key: ${'k'.repeat(256)}`,
  'Idempotency-Key: a\r\nIdempotency-Key: b',
  'X-Forwarded-For: x, , [::1, 999.1.1.1, ::ffff:1.2.3.4:5',
  'Sec-Fetch-Site: none',
  'Sec-Fetch-Site: \u00ff',
  'Expect: 100-continue',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'TE: trailers',
  'Cookie: =;=;=',
  'Range: bytes=0-0,-1,9-1',
  'Date: x',
];
const queries = ['', '?', '?reference=', '?reference=BBBB-BBBB', '?reference=%00%ff', '?%', '?reference[]=1'];

/** As bytes: a header may hold what no text can. */
function oddRequest(random: Random): Buffer {
  const body = Buffer.from(random(2) ? oddJson(random) : pick(random, wholes));
  const origin = pick(random, origins);
  const isChunked = random(4) === 0;
  const head = [
    `${random(8) ? 'POST' : pick(random, ['GET', 'HEAD'])} ${routes.contact}${pick(random, queries)} HTTP/1.1`,
    `Host: ${pick(random, hosts)}`,
    `Content-Type: ${random(2) ? 'application/json' : pick(random, types)}`,
    ...(origin === undefined || random(2) ? [] : [`Origin: ${origin}`]),
    ...Array.from({ length: random(4) }, () => pick(random, headers)),
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n');
  const sent = isChunked
    ? [
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body,
        Buffer.from(body.length ? '\r\n0\r\n\r\n' : '\r\n'),
      ]
    : [body];
  return Buffer.concat([Buffer.from(head, 'latin1'), ...sent]);
}

function oddJson(random: Random): string {
  const fields = Array.from(
    { length: random(7) },
    () => `${JSON.stringify(pick(random, names))}:${pick(random, jsonValues)}`,
  );
  return `{${fields.join(',')}}`;
}
