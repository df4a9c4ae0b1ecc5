import { connect, type Socket } from 'node:net';
import { routes } from '../../src/routes.ts';

/** What a slow client sends at first. A byte of each second follows, so that the other end goes on waiting. */
const beginnings = {
  'its headers': 'GET / HTTP/1.1\r\nHost: x\r\nX: ',
  'its body': `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8192\r\n\r\n`,
  /** More than the buffers of both ends hold, and none of it is ever read. */
  'its reading': `GET ${routes.home} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(400),
};

export type Delayed = keyof typeof beginnings;

interface Options {
  port: number;
  from: string;
  count: number;
  delays: Delayed;
}

/** Keeps so many slow connections open from one address; whichever is closed is opened again. */
export function holdConnections({ port, from, count, delays }: Options): { end(): void } {
  const sockets = new Set<Socket>();
  let isOver = false;

  function open() {
    if (isOver) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    sockets.add(socket);
    if (delays === 'its reading') socket.pause();
    else socket.resume();
    const dribble = setInterval(() => socket.write('x'), 1000);
    socket.on('error', () => {});
    socket.once('connect', () => socket.write(beginnings[delays]));
    socket.once('close', () => {
      clearInterval(dribble);
      sockets.delete(socket);
      // Not at once, nor all together: this is about connections that are held, not about how many can be opened.
      setTimeout(open, 500 + Math.random() * 1000);
    });
  }

  for (let i = 0; i < count; i += 1) open();
  return {
    end: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
