/** Sends one request after the other over connections that stay open, from a thread of its own. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Load {
  url: string;
  seconds: number;
  /** `{n}` becomes a number of 20 digits that no other request has. */
  request: string;
}

interface Measured {
  perSecond: number;
  /** Milliseconds of each answer. */
  times: number[];
}

export async function load(workerData: Load): Promise<Measured> {
  return (await once(new Worker(new URL(import.meta.url), { workerData }), 'message'))[0];
}

const times: number[] = [];

/** Over a bare socket: an HTTP client costs more than the server, and would take the processor from it. */
const client = ({ url, request }: Load, until: number) =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay();
    let [received, expected, sentAt] = [0, 0, 0];
    const next = () => {
      if (performance.now() > until) return void socket.end();
      [received, expected, sentAt] = [0, 0, performance.now()];
      socket.write(request.replace('{n}', String(process.hrtime.bigint()).padStart(20, '0')));
    };
    socket.on('connect', next).on('error', reject).on('close', resolve);
    socket.on('data', (chunk) => {
      if (expected === 0) {
        const [head = ''] = chunk.toString('latin1').split('\r\n\r\n', 1);
        if (!head.startsWith('HTTP/1.1 200')) return void reject(new Error(head));
        expected = head.length + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      }
      received += chunk.length;
      if (received < expected) return;
      times.push(performance.now() - sentAt);
      next();
    });
  });

if (!isMainThread) {
  const begin = performance.now();
  const until = begin + (workerData as Load).seconds * 1000;
  await Promise.all(Array.from({ length: 32 }, () => client(workerData as Load, until)));
  const perSecond = times.length / ((performance.now() - begin) / 1000);
  parentPort?.postMessage({ perSecond, times } satisfies Measured);
}
