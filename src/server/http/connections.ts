import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from './networks.ts';
import { isProxy, type Proxies } from './proxies.ts';

export interface Connections {
  /** Closes those that never asked for anything, such as the spare one that a browser keeps. */
  closeUnused(): void;
  /** Whether this request is one too many on its connection, which is then closed. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean;
}

interface Line {
  /** When it last asked for something, or else began. */
  usedAt: number;
  hasAsked: boolean;
  /** Answers that wait behind another on the same connection. */
  queued: number;
}

/** Browsers wait for an answer before they ask again; whoever does not may ask this many times in advance. */
const MOST_QUEUED = 8;
/** Milliseconds without a byte read or written. Longer than any answer of ours takes to be made. */
const SILENCE = 10_000;

/**
 * Keeps connections in bounds. An address may hold `most`, its networks a few times as many. For each one beyond that, the
 * one that has been idle longest is closed, so that a crowd behind one address is still served and whoever hoards
 * connections loses them. Whoever asks without waiting for answers, or does not read them, is closed too.
 */
export function watchConnections(
  server: Server,
  most: number,
  proxies: Proxies,
  silence = SILENCE,
): Connections {
  const lines = new Map<Socket, Line>();
  const byNetwork = new Map<string, Set<Socket>>();

  server.on('connection', (socket) => {
    lines.set(socket, { usedAt: performance.now(), hasAsked: false, queued: 0 });
    socket.once('close', () => lines.delete(socket));
    const address = socket.remoteAddress ?? '';
    if (!isProxy(address, proxies))
      for (const { name, share } of networksOf(address)) hold(name, socket, most * share);
  });

  function hold(network: string, socket: Socket, limit: number): void {
    const open = byNetwork.get(network) ?? new Set();
    byNetwork.set(network, open);
    if (open.size >= limit) quietest(open)?.destroy();
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) byNetwork.delete(network);
    });
  }

  function quietest(open: Set<Socket>): Socket | undefined {
    let found: Socket | undefined;
    let foundAt = Number.POSITIVE_INFINITY;
    for (const socket of open) {
      const usedAt = socket.destroyed ? Number.POSITIVE_INFINITY : (lines.get(socket)?.usedAt ?? 0);
      if (usedAt < foundAt) [found, foundAt] = [socket, usedAt];
    }
    return found;
  }

  // Node then closes the connection by itself, whether it waits for a request or for somebody to read.
  server.setTimeout(silence);

  return {
    closeUnused: () => {
      for (const [socket, { hasAsked }] of lines) if (!hasAsked) socket.destroy();
    },
    refuses: ({ socket }, response) => {
      const line = lines.get(socket);
      if (!line || socket.destroyed) return true;
      line.usedAt = performance.now();
      line.hasAsked = true;
      // Node gives an answer its socket only when all answers before it are out.
      if (response.socket !== null) return false;
      line.queued += 1;
      if (line.queued > MOST_QUEUED) {
        socket.destroy();
        return true;
      }
      response.once('close', () => {
        line.queued -= 1;
      });
      return false;
    },
  };
}
