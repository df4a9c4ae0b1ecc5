import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { watchConnections } from './connections.ts';

it('closes whoever does not read an answer', async () => {
  // Far more than all buffers between two programs hold.
  const answer = Buffer.alloc(60_000_000);
  const server = createServer((_, response) => void response.end(answer)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  watchConnections(server, 100, [], 200);
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {});
  onTestFinished(() => void client.destroy());
  const [socket] = (await once(server, 'connection')) as [Socket];
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
});
