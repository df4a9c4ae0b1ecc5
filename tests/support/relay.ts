/** Called as `relay.ts <folder> <port> …`: a connection to the socket <folder>/<port> reaches that port of this machine. */
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

const [folder = '', ...ports] = process.argv.slice(2);
for (const port of ports)
  createServer((visitor) => {
    const server = connect(Number(port), '127.0.0.1');
    visitor.on('error', () => server.destroy()).pipe(server);
    server.on('error', () => visitor.destroy()).pipe(visitor);
  }).listen(join(folder, port));
