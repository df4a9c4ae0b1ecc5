/** A thread that posts forms over many connections at once, each as soon as the one before is answered. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { routes } from '../../src/routes.ts';

export interface Flood {
  url: string;
  connections: number;
  /** Which addresses it comes from, as a trusted proxy would tell them. */
  from: keyof typeof origins;
  /** Ends by itself after so many. */
  requests?: number;
  /** The number of the first one; another flood may have used those before it. */
  first?: number;
  type: 'application/json' | 'application/x-www-form-urlencoded';
  accept: 'application/json' | 'text/html';
  /** What is posted; `{n}` becomes a number that no other request has. */
  body: string;
}

export interface Flooded {
  /** How many answers had each status; under 0, how many requests had none. */
  statuses: Record<number, number>;
  /** What was acknowledged. */
  taken: { body: string; reference: string }[];
  seconds: number;
}

/** Long enough to leave a server that is starting some of the processor. */
const BEFORE_AGAIN = 20;

const origins = {
  /** 65,536 networks of /64 in one of /48. */
  network: (n: number) => `2001:db8:7:${(n & 0xffff).toString(16)}::1`,
  /** Each in a /16 of its own, as long as there are any. */
  everywhere: (n: number) => [11 + (n & 63), (n >> 6) & 255, (n >> 14) & 255, (n >> 22) & 255].join('.'),
};

const {
  url,
  connections,
  from,
  requests = Number.POSITIVE_INFINITY,
  first = 0,
  type,
  accept,
  body,
} = workerData as Flood;
const { hostname, port, host } = new URL(url);
const flooded: Flooded = { statuses: {}, taken: [], seconds: 0 };
let sent = 0;
let isEnded = false;
const isOver = () => isEnded || sent >= requests;

parentPort?.on('message', () => {
  isEnded = true;
});
const begin = performance.now();
await Promise.all(Array.from({ length: connections }, () => new Promise<void>(attack)));
parentPort?.postMessage({ ...flooded, seconds: (performance.now() - begin) / 1000 });
parentPort?.close();

/** Over bare sockets: an HTTP client costs more than the server, and would take the processor from it. */
function attack(done: () => void): void {
  if (isOver()) {
    done();
    return;
  }
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
  let asked: string | undefined;
  let answer = '';
  const ask = () => {
    if (isOver()) {
      socket.destroy();
      return;
    }
    answer = '';
    const n = first + sent++;
    asked = body.replaceAll('{n}', String(n));
    socket.write(
      `POST ${routes.contact} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${origins[from](n)}\r\nAccept: ${accept}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(asked)}\r\n\r\n${asked}`,
    );
  };
  socket.on('connect', ask).on('error', () => {});
  socket.on('data', (part) => {
    answer += part;
    const end = answer.indexOf('\r\n\r\n');
    const length = Number(/^content-length: (\d+)/im.exec(answer.slice(0, end + 2))?.[1] ?? 0);
    if (end < 0 || answer.length < end + 4 + length) return;
    note(asked ?? '', answer);
    asked = undefined;
    ask();
  });
  socket.once('close', () => {
    if (asked !== undefined) note(asked, '');
    setTimeout(attack, BEFORE_AGAIN, done);
  });
}

function note(body: string, answer: string): void {
  const status = Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));
  flooded.statuses[status] = (flooded.statuses[status] ?? 0) + 1;
  const [, reference] = (status === 200 && /"reference":"([^"]+)"/.exec(answer)) || [];
  if (reference) flooded.taken.push({ body, reference });
}
