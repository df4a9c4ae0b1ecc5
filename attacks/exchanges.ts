import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../src/routes.ts';
import { visit } from '../tests/faults/support/visitors.ts';
import type { Group } from './row.ts';
import { withSite } from './support/site.ts';
import { eachOf, say } from './support/sockets.ts';

/** Seconds. What is complete needs no waiting; what is not has its time-out (src/server/serve.ts) and a look each second. */
const AT_ONCE = 5;
const AT_LAST = 17;
const VISITS = 60;
const PER_SECOND = 6;

const types = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data; boundary=x'];
const post = (header: string, type: string) =>
  `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${header}`;

/** Complete, without a body. */
const empty = [
  '\r\n',
  'Content-Length: 0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'Expect: 100-continue\r\n\r\n',
  'Expect: 100-continue\r\nContent-Length: 0\r\n\r\n',
  'Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  'Connection: close\r\n\r\n',
].flatMap((header) => types.map((type) => post(header, type)));

/** Never complete; some go on by a byte each second. */
const half: { bytes: string; slowly?: string }[] = [
  { bytes: '' },
  { bytes: 'POS' },
  { bytes: post('', 'application/json') },
  { bytes: post('Content-Le', 'application/json') },
  { bytes: post('X: ', 'application/json'), slowly: 'x'.repeat(30) },
  ...types.flatMap((type) => [
    { bytes: post('Content-Length: 100\r\n\r\n', type) },
    { bytes: post('Content-Length: 100\r\n\r\nemail=a', type) },
    { bytes: post('Content-Length: 100\r\n\r\n', type), slowly: 'x'.repeat(30) },
    { bytes: post('Transfer-Encoding: chunked\r\n\r\n', type) },
    { bytes: post('Transfer-Encoding: chunked\r\n\r\nff\r\nemail=a', type) },
    { bytes: post('Transfer-Encoding: chunked\r\n\r\nff\r\n', type), slowly: 'x'.repeat(30) },
    { bytes: post('Expect: 100-continue\r\nContent-Length: 100\r\n\r\n', type) },
    { bytes: post('Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n', type) },
  ]),
];

/** Whoever begins to post and leaves it at that. */
export const exchanges: Group = () =>
  withSite({}, async ({ url }) => {
    const answered = await eachOf(empty, 10, (bytes) => say(url, bytes));
    const [ended, failed] = await Promise.all([
      Promise.all(half.map(({ bytes, slowly }) => say(url, bytes, { slowly }))),
      visitBesides(url),
    ]);
    const longest = (endings: { seconds: number }[]) => Math.max(...endings.map(({ seconds }) => seconds));
    return [
      {
        promise: 'A complete request is answered at once',
        attack: `\`POST /contact\` without a body, in ${empty.length} ways: no length, length 0, no chunk, \`Expect\`, \`Upgrade\``,
        figure: `answered after ${longest(answered).toFixed(2)} s at most`,
        kept: answered.every(({ seconds, status = 0 }) => status >= 400 && status < 500 && seconds < AT_ONCE),
      },
      {
        promise: 'Every exchange ends',
        attack: `nothing, half a header or half a body in ${half.length} ways, some of them continuing by a byte a second`,
        figure: `answered or closed after ${longest(ended).toFixed(1)} s at most`,
        kept: ended.every(({ seconds, status }) => status !== undefined && seconds < AT_LAST),
      },
      {
        promise: 'Unfinished requests do not stop enquiries',
        attack: `${VISITS} enquiries during ${PER_SECOND} such requests per second`,
        figure: `${failed} of ${VISITS} failed`,
        kept: failed === 0,
      },
    ];
  });

async function visitBesides(url: string): Promise<number> {
  const all = [...empty, ...half.map(({ bytes }) => bytes)];
  const attacks: Promise<unknown>[] = [];
  const visits = [];
  for (let i = 0; i < VISITS; i++) {
    attacks.push(say(url, all[i % all.length] ?? '', { patience: 10 }));
    visits.push(visit(url));
    await sleep(1000 / PER_SECOND);
  }
  const failed = (await Promise.all(visits)).filter(({ status }) => status !== 200).length;
  await Promise.all(attacks);
  return failed;
}
