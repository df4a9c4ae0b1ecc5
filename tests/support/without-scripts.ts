import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The same site for a browser that may run no script: its policy forbids them all. */
export async function withoutScripts(url: string): Promise<{ url: string; stop(): void }> {
  const site = new URL(url);
  const server = createServer((asked, response) => {
    const { method, headers } = asked;
    const passedOn = request({ hostname: site.hostname, port: site.port, path: asked.url, method, headers });
    passedOn.once('error', () => response.destroy());
    passedOn.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        'content-security-policy': `${answer.headers['content-security-policy']}`.replace(
          /script-src [^;]*/,
          "script-src 'none'",
        ),
      });
      answer.pipe(response);
    });
    asked.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
