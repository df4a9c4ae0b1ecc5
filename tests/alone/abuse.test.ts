import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/routes.ts';
import { memoryOf } from '../support/memory.ts';
import { pick, type Random, seeded } from '../support/random.ts';
import { type RunningSite, startSite } from '../support/server.ts';

/** So many times longer than beside an attack on nobody may a page take, and a little for what is too short to compare. */
const PATIENCE = 10;
const TOO_SHORT = 50;
const CONNECTIONS = 1000;
const SECONDS = 4;

let site: RunningSite;
let port: number;
beforeEach(async () => {
  site = await startSite();
  port = Number(new URL(site.url).port);
});
afterEach(() => site.stop());

describe('a visitor is answered while somebody', () => {
  it.each([
    ['dribbles headers', ['-H', '-u', 'URL']],
    ['dribbles a body', ['-B', '-u', `URL${routes.contact}`, '-s', '8192']],
    ['reads as slowly as can be', ['-X', '-u', 'URL', '-w', '1', '-y', '2', '-n', '1', '-z', '1', '-k', '3']],
  ])('%s over 1,000 connections', async (_, parameters) => {
    const before = megabytes(site);
    const control = await startSite();
    const attack = spawn('slowhttptest', [
      ...parameters.map((parameter) => parameter.replace('URL', site.url)),
      ...['-c', String(CONNECTIONS), '-r', '500', '-i', '1', '-l', String(SECONDS), '-x', '10', '-p', '3'],
    ]);
    let isOver = false;
    const over = once(attack, 'close').then(() => {
      isOver = true;
    });
    const answers: Visit[] = [];
    const others: Visit[] = [];
    while (!isOver && answers.length < SECONDS * 8) {
      answers.push(await visit());
      others.push(await visit(control));
      await sleep(250);
    }
    await over;
    await control.stop();
    expect(answers.length).toBeGreaterThan(SECONDS);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expectAsFast(answers, others);
    expect(megabytes(site) - before).toBeLessThan(150);
  });

  it('holds 2,000 connections and says nothing', async () => {
    const sockets = await Promise.all(Array.from({ length: 2000 }, () => open()));
    const control = await startSite();
    const answers: Visit[] = [];
    const others: Visit[] = [];
    for (let i = 0; i < 5; i++) {
      answers.push(await visit());
      others.push(await visit(control));
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expectAsFast(answers, others);
    await control.stop();
    for (const socket of sockets) socket.destroy();
  });
});

describe('what no browser sends', () => {
  it.each([
    [
      'a body of 10 MB',
      413,
      `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`,
    ],
    ['headers of 100 kB', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a path of 100 kB', 431, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a wish that we do not know', 417, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n'],
    ['no HTTP at all', 400, 'HELO mail.example\r\n\r\n'],
    ['a line break in the path', 400, 'GET /a\r\nb HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'two lengths',
      400,
      `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    ],
    [
      'a length and chunks',
      400,
      `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two slashes', 404, 'GET // HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a zero byte, encoded', 404, 'GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a way out', 404, 'GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown method', 405, 'PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s, is answered with %i', async (_, status, text) => {
    const answer = await say(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(await visit()).toMatchObject({ status: 200 });
  });

  it('a few requests in one breath, are answered in order', async () => {
    const text = Array.from({ length: 9 }, (_, i) => {
      const end = i === 8 ? 'Connection: close\r\n' : '';
      return `GET ${i % 2 ? '/nowhere' : routes.about} HTTP/1.1\r\nHost: x\r\n${end}\r\n`;
    });
    const answer = await say(text.join(''));
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    expect(statuses).toEqual(Array.from({ length: 9 }, (_, i) => (i % 2 ? '404' : '200')));
  });

  it('a hundred requests in one breath, end the connection', async () => {
    const answer = await say(`GET ${routes.about} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100));
    expect(answer.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThan(100);
    expect(await visit()).toMatchObject({ status: 200 });
  });

  it('240 connections full of requests whose answers nobody reads, take little memory', async () => {
    const before = megabytes(site);
    let highest = before;
    const request = `GET ${routes.blog} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const sockets = await Promise.all(
      Array.from({ length: 240 }, async () => {
        const socket = await open();
        socket.pause();
        // Nine at a time are allowed; who goes on without reading fills the buffers of the kernel, then ours.
        const timer = setInterval(() => socket.writable && socket.write(request.repeat(9)), 20);
        socket.once('close', () => clearInterval(timer));
        return socket;
      }),
    );
    const isOver = () => sockets.every(({ destroyed }) => destroyed);
    for (let i = 0; i < 50 && !isOver(); i++) {
      highest = Math.max(highest, megabytes(site));
      await sleep(200);
    }
    expect((await visit()).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect(highest - before).toBeLessThan(150);
  });

  it('a request whose answer nobody reads, is closed after a while', async () => {
    const socket = await open();
    socket.pause();
    const request = `GET ${routes.blog} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const timer = setInterval(() => socket.writable && socket.write(request.repeat(5)), 10);
    // Nothing is read, so only an error tells that the other end is gone.
    const [error] = await Promise.race([
      once(socket, 'error'),
      once(socket, 'close'),
      sleep(40_000, ['open']),
    ]);
    clearInterval(timer);
    expect(error).not.toBe('open');
    socket.destroy();
  });

  it('10,000 requests of noise, brings nothing down', async () => {
    const random = seeded(42);
    const before = megabytes(site);
    let statuses: string[] = [];
    for (let round = 0; round < 100; round++) {
      const requests = Array.from({ length: 100 }, () => `${noise(random)}\r\n\r\n`);
      // An unreadable one ends its connection, so each goes over its own now and then.
      const answers = await Promise.all(chunk(requests, 10).map((part) => say(part.join(''))));
      statuses = statuses.concat(answers.flatMap((answer) => answer.match(/^HTTP\/1\.1 \d+/gm) ?? []));
    }
    expect(statuses.length).toBeGreaterThan(1000);
    expect(new Set(statuses.filter((status) => / 5/.test(status)))).toEqual(new Set());
    expect(await visit()).toMatchObject({ status: 200 });
    expect(megabytes(site) - before).toBeLessThan(150);
  });
});

interface Visit {
  status: number;
  took: number;
}

/** The same machine, in the same seconds, but nobody attacks that site. */
function expectAsFast(answers: Visit[], others: Visit[]) {
  // Nine of ten: a machine that pauses for a moment hits one visitor and not the other.
  const slow = (visits: Visit[]) =>
    visits.map(({ took }) => took).toSorted((a, b) => a - b)[Math.floor(0.9 * (visits.length - 1))] ??
    Number.NaN;
  expect(slow(answers)).toBeLessThan(TOO_SHORT + PATIENCE * slow(others));
}

async function visit({ url } = site): Promise<Visit> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    headers: { Connection: 'close' },
    signal: AbortSignal.timeout(10_000),
  });
  await response.text();
  return { status: response.status, took: performance.now() - startedAt };
}

async function open(): Promise<Socket> {
  const socket = connect(port, 'localhost');
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** Sends bytes and reads until the server hangs up, or has nothing more to say. */
async function say(text: string): Promise<string> {
  const socket = await open();
  let answer = '';
  socket.setEncoding('latin1').on('data', (part) => {
    answer += part;
    socket.setTimeout(1000);
  });
  socket.setTimeout(9000, () => socket.destroy());
  socket.write(text, 'latin1');
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

const megabytes = ({ process: { pid } }: RunningSite) => memoryOf(pid) / 1024 ** 2;

const letters = [
  '/',
  '..',
  '%2e',
  '%00',
  '%',
  '\\',
  '?',
  '#',
  ':',
  '@',
  'a',
  'é',
  '\u0001',
  ' ',
  '//',
  '%ff',
  '%252e',
  '*',
  '[',
  '|',
];
const names = [
  'Host',
  'Range',
  'If-None-Match',
  'Accept-Encoding',
  'Content-Length',
  'Expect',
  'Upgrade',
  'Cookie',
  'X',
];
const values = [
  'x',
  '',
  'bytes=0-',
  'bytes=9-1',
  'W/"x"',
  '*',
  'br;q=0, gzip;q=x',
  '-1',
  '100-continue',
  'h2c',
  '\u0000',
  '"',
  ',,,',
];

function noise(random: Random): string {
  const method = pick(random, ['GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'get', 'G\u0000T']);
  const path = `/${Array.from({ length: random(8) }, () => pick(random, letters)).join('')}`;
  const headers = Array.from({ length: random(5) }, () => `${pick(random, names)}: ${pick(random, values)}`);
  return [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n');
}

const chunk = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
