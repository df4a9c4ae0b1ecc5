import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { watchConnections } from './connections.ts';

/** Far more than all buffers between two programs hold. */
const ANSWER = Buffer.alloc(60_000_000);

let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function ask(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

it('closes whoever does not read, and nobody who reads slowly', { timeout: 60_000 }, async () => {
  server = createServer((_, response) => void response.end(ANSWER)).listen(0, '127.0.0.1');
  const gone = new Set<number | undefined>();
  server.on('connection', (socket) => {
    const { remotePort } = socket;
    socket.once('close', () => gone.add(remotePort));
  });
  watchConnections(server, 100, [], 4000);
  await once(server, 'listening');
  const [silent, slow] = [await ask(), await ask()];
  const [silentPort, slowPort] = [silent.localPort, slow.localPort];
  let read = 0;
  // The system tells the server of room only once a third of its buffer is free: a megabyte, so some two of them a second.
  for (let i = 0; i < 2000 && !gone.has(silentPort); i++) {
    await sleep(25);
    read += (slow.read() as Buffer | null)?.length ?? 0;
  }
  expect(gone.has(silentPort)).toBe(true);
  expect(gone.has(slowPort)).toBe(false);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(ANSWER.length);
  for (const socket of [silent, slow]) socket.destroy();
});
