import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { freePort } from '../../support/server.ts';

/** Something that listens where a mail server should be: it treats each connection as the test says, and counts. */
export async function startSilence(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const seen = { opened: 0, closed: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    seen.opened += 1;
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      seen.closed += 1;
    });
    socket.resume();
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: urlOf(port),
    port,
    seen,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Where no mail server is, yet. */
export async function noMail() {
  const port = await freePort();
  return { url: urlOf(port), port, stop: async () => {} };
}

const urlOf = (port: number) => `smtp://127.0.0.1:${port}`;
