import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  mail: Email;
}

/** How a mail server behaves: it takes a mail, or answers with this code, or says nothing, or hangs up. */
export type Mood = 'takes' | 'hangs' | 'drops' | 450 | 451 | 550;

export interface MailServer {
  url: string;
  received: Received[];
  /** Asked for each mail, once the recipients are known. */
  mood: (to: string[]) => Mood;
  stop(): Promise<void>;
}

/** A real mail server on loopback. It keeps what it gets, and tells of it. */
export async function startMailServer(
  port = 0,
  onMail: (mail: Email) => void = () => {},
): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(address, session, done) {
      const mood = state.mood([address.address]);
      if (typeof mood === 'number') return done(Object.assign(new Error('No'), { responseCode: mood }));
      if (mood === 'drops') return hangUp(session);
      if (mood === 'takes') done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const { mailFrom, rcptTo } = session.envelope;
        state.received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          mail,
        });
        onMail(mail);
        done();
      });
    },
  });
  const hangUp = ({ id }: SMTPServerSession) => {
    for (const connection of server.connections) if (connection.session.id === id) connection.close();
  };
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const state: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    mood: () => 'takes',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection.close();
      }),
  };
  return state;
}
