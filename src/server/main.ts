import { readFileSync } from 'node:fs';
import { createSite, type Render } from './serve.ts';

const port = Number(process.env.PORT || 4321);
if (!(port > 0 && port < 65536 && Number.isInteger(port))) {
  console.error(
    `PORT is ‘${process.env.PORT}’; wanted: a number from 1 to 65535, such as PORT=4322 npm start`,
  );
  process.exit(1);
}
const dist = new URL('../../dist/', import.meta.url);

const { handler } = (await import(new URL('server/entry.mjs', dist).href)) as { handler: Render };
const server = createSite({
  folder: new URL('client', dist).pathname,
  headers: JSON.parse(readFileSync(new URL('headers.json', dist), 'utf8')) as Record<string, string>,
  render: handler,
  showStack: process.env.NODE_ENV !== 'production',
});

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=4322 npm start`
      : `The server could not start: ${error.message}`,
  );
  process.exit(1);
});
server.listen(port, () => console.log(`The site is at http://localhost:${port} (Ctrl-C stops it)`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    // A browser keeps a spare connection open that never asks for anything; it must not hold the server up.
    setTimeout(() => server.closeAllConnections(), 1000).unref();
  });
}
