/** A thread that posts enquiries over connections that stay open, each as soon as the one before is answered. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { routes } from '../../src/routes.ts';

export interface Load {
  url: string;
  seconds: number;
  connections: number;
}

export interface Measured {
  /** Milliseconds of each answer that bore a reference. */
  times: number[];
  failed: number;
  seconds: number;
}

const { url, seconds, connections } = workerData as Load;
const { hostname, port, host } = new URL(url);
const times: number[] = [];
let failed = 0;

const begin = performance.now();
await Promise.all(Array.from({ length: connections }, visitor));
parentPort?.postMessage({ times, failed, seconds: (performance.now() - begin) / 1000 } satisfies Measured);

/** Over a bare socket: an HTTP client costs more than the server, and would take the processor from it. */
function visitor(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    let sent = 0;
    let answer = '';
    const next = () => {
      if (performance.now() > begin + seconds * 1000) {
        socket.end();
        return;
      }
      answer = '';
      sent = performance.now();
      socket.write(request());
    };
    socket.on('connect', next).on('error', reject).on('close', resolve);
    socket.on('data', (chunk) => {
      answer += chunk;
      if (!answer.endsWith('}')) return;
      if (answer.startsWith('HTTP/1.1 200')) times.push(performance.now() - sent);
      else failed += 1;
      next();
    });
  });
}

function request(): string {
  const body = JSON.stringify({
    firstName: 'Ada',
    lastName: 'Example',
    email: 'ada@example.com',
    company: 'Example',
    message: `We sell shoes and would like to talk about our shop. ${randomUUID()}`,
  });
  return `POST ${routes.contact} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
