import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../support/server.ts';

export interface MailServer {
  url: string;
  /** The references of what was taken, in order; one that came twice stands here twice. */
  taken: string[];
  stop(): Promise<void>;
}

/** A mail server that takes everything, or answers `refusal` to each sender. */
export async function startMail({
  port = 0,
  refusal,
}: {
  port?: number;
  refusal?: number;
} = {}): Promise<MailServer & { relent(): void }> {
  let refuses = refusal;
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onMailFrom: (_, __, done) =>
      done(refuses ? Object.assign(new Error('Not now'), { responseCode: refuses }) : null),
    onData(stream, _, done) {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        taken.push(/^Message-ID: <([^.]+)/im.exec(text)?.[1] ?? text);
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: chosen } = server.server.address() as AddressInfo;
  return {
    url: urlOf(chosen),
    taken,
    relent: () => (refuses = undefined),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Something that listens where a mail server should be: it does to each connection what it is told, and counts. */
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
  return { url: urlOf(port), port };
}

const urlOf = (port: number) => `smtp://127.0.0.1:${port}?ignoreTLS=true`;
