import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { routes } from '../../src/routes.ts';
import { holdConnections, open, peakMemoryOf, type Slow } from '../hostile/support/clients.ts';
import { ask } from '../support/from.ts';
import { lacking, startCaddy, startNginx } from '../support/fronts.ts';

const CONNECTIONS = 1800;
const VISITS = 40;
/** Debian's nginx has this many places; docs/scaling.md says how to have more. */
const DEBIAN = 768;
const DOCUMENTED = 8192;
/** deploy/nginx.conf lets one address hold this many. */
const MAY_HOLD = 100;

describe('behind nginx, every visitor is answered while one address', () => {
  if (lacking.nginx) return it('is installed', () => expect.fail(lacking.nginx));

  it.each<[Slow, number, number]>([
    ['delays its body', DEBIAN, MAY_HOLD],
    ['delays its reading', DEBIAN, MAY_HOLD],
    // nginx can tell whose a connection is only after its headers: here it is the number of places that helps.
    ['delays its headers', DOCUMENTED, CONNECTIONS],
  ])('%s on 1,800 connections', async (how, places, mayHold) => {
    const front = await startNginx([], { places });
    onTestFinished(front.stop);
    await holdConnections(front.url, CONNECTIONS, how, mayHold);
    const statuses: number[] = [];
    while (statuses.length < VISITS)
      statuses.push((await ask(front.url + routes.about, { timeout: 0 })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('behind nginx, what one visitor may hold', () => {
  if (lacking.nginx) return it('is installed', () => expect.fail(lacking.nginx));

  /** nginx believes this header here, so that one machine can be many visitors. */
  const AS = 'X-Test-Visitor';
  const settings = `set_real_ip_from 127.0.0.1; real_ip_header ${AS};`;

  it.each([
    ['one address of version 4', '203.0.113.1', '203.0.113.1', 0],
    ['two addresses of version 4', '203.0.113.1', '203.0.113.2', 200],
    ['two addresses of version 4, written as version 6', '::ffff:203.0.113.1', '::ffff:203.0.113.2', 200],
    ['two addresses of one network of version 6', '2001:db8:0:1::1', '2001:db8:0:1:a:b:c:d', 0],
    ['two networks of version 6', '2001:db8:0:1::1', '2001:db8:0:2::1', 200],
  ])('is counted by network: %s', async (_, first, second, status) => {
    const app = await listen(createServer(() => {}));
    const front = await startNginx([urlOf(app)], { settings });
    onTestFinished(front.stop);
    const held = Array.from({ length: 100 }, () =>
      request(`${front.url}${routes.contact}?x=1`, { agent: false, headers: { [AS]: first } })
        .on('error', () => {})
        .end(),
    );
    onTestFinished(() => {
      for (const one of held) one.destroy();
    });
    await expect.poll(() => connectionsOf(app)).toBe(100);
    expect((await ask(front.url + routes.about, { headers: { [AS]: second } })).status).toBe(status);
  });
});

describe('Caddy', () => {
  if (lacking.caddy) return it('is installed', () => expect.fail(lacking.caddy));

  it.each([
    ['with its length', true],
    ['in chunks', false],
  ])('keeps nothing of 200 MB that are posted %s, and answers with 413', async (_, tellsLength) => {
    const app = await listen(
      createServer((asked, answer) => {
        asked.on('error', () => {});
        asked.resume().once('end', () => answer.end());
      }),
    );
    const [attacked, control] = [await startCaddy([urlOf(app)]), await startCaddy([urlOf(app)])];
    onTestFinished(attacked.stop);
    onTestFinished(control.stop);
    // The control takes a message of a size that is allowed.
    expect(await postBytes(control.url, 50_000, tellsLength)).toContain('HTTP/1.1 200');
    expect(await postBytes(attacked.url, 200_000_000, tellsLength)).toContain('HTTP/1.1 413');
    expect(peakMemoryOf(attacked.pid)).toBeLessThan(1.5 * peakMemoryOf(control.pid));
  });
});

/**
 * Sends 330 kB at most and waits for the answer, then the rest for as long as it is taken. Caddy reads 256 kB beyond the
 * limit before it answers; whoever goes on without reading may be reset before the answer is read.
 */
async function postBytes(url: string, size: number, tellsLength: boolean): Promise<string> {
  const socket = open(url).setEncoding('latin1');
  const isClosed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  const isAnswered = new Promise<void>((resolve) => {
    socket.on('data', (part) => {
      answer += part;
      resolve();
    });
  });
  const length = tellsLength ? `Content-Length: ${size}` : 'Transfer-Encoding: chunked';
  const chunk = (bytes: number) =>
    tellsLength ? 'x'.repeat(bytes) : `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded';
  socket.write(
    `POST ${routes.contact} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${type}\r\n${length}\r\n\r\n`,
  );
  let left = size;
  const send = (bytes: number) => {
    left -= bytes;
    return socket.write(chunk(bytes));
  };
  send(Math.min(left, 330_000));
  if (left === 0 && !tellsLength) socket.write('0\r\n\r\n');
  await Promise.race([isAnswered, isClosed]);
  while (left > 0 && socket.writable)
    if (!send(Math.min(left, 50_000))) await Promise.race([once(socket, 'drain').catch(() => {}), isClosed]);
  socket.destroy();
  return answer;
}

async function listen(server: Server): Promise<Server> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
