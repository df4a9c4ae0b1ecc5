import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  mail: Email;
  /** As it came: a character is a byte. */
  raw: string;
  isEncrypted: boolean;
}

/** What a mail server says when it refuses, such as ‘550 5.1.1 Unknown’. */
export type Reply = `${4 | 5}${number} ${string}`;

/** How a mail server treats a recipient: it takes it, or answers with this, or says nothing. */
type Mood = 'takes' | 'hangs' | 550 | Reply;

export interface MailServer {
  url: string;
  received: Received[];
  /** The references of these, in order; one that came twice stands here twice. */
  taken: string[];
  /** All that was ever sent to it: a character is a byte. */
  heard: string;
  /** Asked for each recipient. */
  mood: (to: string[]) => Mood;
  /** What it says at other steps of the conversation instead of going on; of a message it has every byte. */
  says: Partial<Record<'connect' | 'sender' | 'message', (raw: string) => Reply | undefined>>;
  stop(): Promise<void>;
}

interface Options {
  port?: number;
  /** Accepts mail only with this login. */
  login?: { user: string; pass: string } | undefined;
  /** How it encrypts: from the first byte, by STARTTLS, by STARTTLS although the offer was removed; otherwise not. */
  tls?: 'smtps' | 'offered' | 'hidden' | undefined;
}

/** A real mail server on loopback. It keeps what it gets. */
export async function startMailServer({ port = 0, login, tls }: Options = {}): Promise<MailServer> {
  const server = new SMTPServer({
    secure: tls === 'smtps',
    hideSTARTTLS: tls === 'hidden',
    disabledCommands: [...(login ? [] : ['AUTH']), ...(tls ? [] : ['STARTTLS'])],
    allowInsecureAuth: true,
    // It would warn about its own, untrusted certificate.
    logger: false,
    hideSMTPUTF8: false,
    onConnect(_, done) {
      done(refusal(state.says.connect?.('')));
    },
    onAuth({ username, password }, _, done) {
      if (username === login?.user && password === login?.pass) done(null, { user: username });
      else done(refusal('535 5.7.8 Authentication credentials invalid'));
    },
    onMailFrom(_, __, done) {
      done(refusal(state.says.sender?.('')));
    },
    onRcptTo(address, _, done) {
      const mood = state.mood([address.address]);
      if (mood !== 'hangs')
        done(mood === 'takes' ? null : refusal(`${mood}`.includes(' ') ? mood : `${mood} No`));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const bytes = Buffer.concat(chunks);
        const reply = state.says.message?.(bytes.toString('latin1'));
        if (reply) return done(refusal(reply));
        const mail = await PostalMime.parse(bytes);
        const { mailFrom, rcptTo } = session.envelope;
        state.received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          mail,
          raw: bytes.toString('latin1'),
          isEncrypted: session.secure,
        });
        const { messageId = '' } = mail;
        state.taken.push(/^<([^.]+)/.exec(messageId)?.[1] ?? messageId);
        done();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    socket.on('data', (chunk) => {
      state.heard += chunk.toString('latin1');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', () => {});
  const state: MailServer = {
    url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    taken: [],
    heard: '',
    mood: () => 'takes',
    says: {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection.close();
      }),
  };
  return state;
}

function refusal(reply: string | number | undefined): Error | null {
  if (reply === undefined) return null;
  const [, code, text] = /^(\d{3}) (.*)$/s.exec(String(reply)) ?? [];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}
