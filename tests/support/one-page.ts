import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that has one page, to compare with: whatever it takes is the machine's and the browser's. */
export async function serveOnePage(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer(
    (_, response) => void response.setHeader('Content-Type', 'text/html').end(html),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
