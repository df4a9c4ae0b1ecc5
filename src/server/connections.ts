import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isProxy, type Proxies } from './proxies.ts';

export interface Connections {
  /** Closes those that never asked for anything, such as the spare one that a browser keeps. */
  closeUnused(): void;
}

/**
 * Lets one address hold so many connections and no more: for each one above that, the one that has been quiet for the
 * longest is closed. So a crowd behind one address is still served, and whoever hoards connections loses the oldest.
 */
export function limitConnections(server: Server, most: number, proxies: Proxies): Connections {
  const byAddress = new Map<string, Set<Socket>>();
  const unused = new Set<Socket>();

  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
    const address = socket.remoteAddress ?? '';
    if (isProxy(address, proxies)) return;
    const open = byAddress.get(address) ?? new Set();
    byAddress.set(address, open);
    const [oldest] = open;
    if (oldest && open.size >= most) oldest.destroy();
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) byAddress.delete(address);
    });
  });
  server.on('request', ({ socket }) => {
    unused.delete(socket);
    const open = byAddress.get(socket.remoteAddress ?? '');
    // To the end of the line: the first in it is then the one to close.
    if (open?.delete(socket)) open.add(socket);
  });
  return {
    closeUnused: () => {
      for (const socket of unused) socket.destroy();
    },
  };
}
