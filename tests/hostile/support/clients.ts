import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { routes } from '../../../src/routes.ts';
import { storedIn } from '../../support/enquiries.ts';
import { ask } from '../../support/from.ts';
import { type RunningSite, startSite } from '../../support/server.ts';

/** Visitors and attackers come from different networks of this machine: limits count by address and network. */
const ATTACKER = '127.1.0.1';
const VISITOR = '127.2.0.1';

/** Starts the built site until the end of the test. */
export async function startTarget(env: NodeJS.ProcessEnv = {}): Promise<RunningSite> {
  const site = await startSite(process.cwd(), env);
  onTestFinished(site.stop);
  return { ...site, url: site.url.replace('localhost', '127.0.0.1') };
}

/** Posts to the form over a new connection. The status is 0 if the connection was closed without an answer. */
export const post = (url: string, body: string, options: Parameters<typeof ask>[1] = {}) =>
  ask(url + routes.contact, {
    ...{ method: 'POST', timeout: 0, from: ATTACKER, body },
    ...options,
    headers: {
      'Content-Type': body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(body),
      ...options.headers,
    },
  });

export const expectPage = async ({ url }: RunningSite) => {
  const { status, text } = await ask(url + routes.about, { timeout: 0, from: VISITOR });
  expect([status, text.trimEnd().slice(-7)]).toEqual([200, '</html>']);
};

let enquiries = 0;
/** A visitor reads a page and writes: the page is whole, the enquiry is acknowledged and stored. */
export async function expectServed(site: RunningSite): Promise<void> {
  await expectPage(site);
  const message = `We sell shoes and would like to talk: ${enquiries++}`;
  const { status, text } = await post(site.url, JSON.stringify({ email: 'ada@example.com', message }), {
    from: VISITOR,
  });
  expect(status).toBe(200);
  expect(storedIn(site.database, JSON.parse(text).reference)).toMatchObject({ message });
}

/** Serves one visitor after the other, at least once, until the attack is over; answers with its result. */
export async function serveDuring<Result>(
  attack: Promise<Result>,
  serve: () => Promise<void>,
): Promise<Result> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  attack.then(over, over);
  do await serve();
  while (!isOver);
  return attack;
}

/** Calls `work` for all items, this many at a time. */
export async function eachOf<Item, Result>(
  items: Item[],
  atATime: number,
  work: (item: Item, i: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [i, item] of left) results[i] = await work(item, i);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

export function open(url: string): Socket {
  const { protocol, hostname, port } = new URL(url);
  const place = { port: Number(port), host: hostname, family: 4, localAddress: ATTACKER };
  const isSecure = protocol === 'https:';
  return (isSecure ? connectSecurely({ ...place, servername: hostname }) : connect(place)).on(
    'error',
    () => {},
  );
}

/** A final answer: 1xx is none. */
const ANSWER = /^HTTP\/1\.1 ([2-5]\d\d)[\s\S]*?\r\n\r\n/m;

/** Sends bytes and waits until the server answers or closes. The status is 0 if it closes without an answer. */
export async function say(url: string, bytes: string | Buffer, goesOn = false) {
  const socket = open(url).setEncoding('latin1');
  const dribble = setInterval(() => goesOn && socket.write('x'), 1000);
  let text = '';
  await new Promise<void>((resolve) => {
    socket
      .once('close', () => resolve())
      .on('data', (part) => {
        text += part;
        if (ANSWER.test(text)) resolve();
      });
    socket.write(bytes);
  });
  clearInterval(dribble);
  socket.destroy();
  return { status: Number(ANSWER.exec(text)?.[1] ?? 0), text };
}

/** What a slow client sends first. A byte each second follows, so that the other end keeps waiting. */
const beginnings = {
  'says nothing': '',
  'delays its headers': 'GET / HTTP/1.1\r\nHost: x\r\nX: ',
  'delays its body': `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8192\r\n\r\n`,
  /** More than the buffers of both ends hold, and none of it is ever read. */
  'delays its reading': `GET ${routes.home} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(400),
};

export type Slow = keyof typeof beginnings;

/**
 * Keeps slow connections open until the end of the test; whichever is closed is opened again. Resolves once all are
 * connected and the server has closed all but as many as one address may hold.
 */
export function holdConnections(url: string, count: number, how: Slow, mayHold = count): Promise<void> {
  const sockets = new Set<Socket>();
  let [connected, closed, isOver] = [0, 0, false];
  onTestFinished(() => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  });
  return new Promise((resolve) => {
    const look = () => connected >= count && closed >= count - mayHold && resolve();
    const hold = () => {
      if (isOver) return;
      const socket = open(url);
      sockets.add(socket);
      if (how === 'delays its reading') socket.pause();
      else socket.resume();
      const dribble = setInterval(() => how !== 'says nothing' && socket.write('x'), 1000);
      socket.once('connect', () => {
        connected += 1;
        socket.write(beginnings[how]);
        look();
      });
      socket.once('close', () => {
        closed += 1;
        clearInterval(dribble);
        sockets.delete(socket);
        look();
        // Not all at once: the attack is on connections that are held, not on the rate of new ones.
        setTimeout(hold, 500 + Math.random() * 1000);
      });
    };
    for (let i = 0; i < count; i += 1) hold();
  });
}

const usage = (pid: number | undefined, file: string, field: RegExp) =>
  Number(field.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1]);

/** Bytes of memory that a process holds, and the most that it ever held. */
export const memoryOf = (pid: number | undefined) => usage(pid, 'status', /VmRSS:\s+(\d+)/) * 1024;
export const peakMemoryOf = (pid: number | undefined) => usage(pid, 'status', /VmHWM:\s+(\d+)/) * 1024;

/** Bytes that a process has read, from the disk or from its cache. */
export const bytesReadBy = (pid: number | undefined) => usage(pid, 'io', /rchar: (\d+)/);

/** Seconds of processor time that a process has used: unlike the clock, it does not count what others do. */
export function processorTimeOf(pid: number | undefined): number {
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) / 100;
}
