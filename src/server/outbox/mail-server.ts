import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { onOneLine } from '../../lib/visible.ts';
import { isThisMachine } from '../http/networks.ts';
import { type MailError, unencrypted } from './mail-reasons.ts';

export type MailServer = ReturnType<typeof openMailServer>;

/** Each step of the conversation may take this long; a lease of the outbox outlasts all of them together. */
const TIMEOUT = 10_000;
/** What is asked beside a mail may take no longer than this in all, or the lease would not outlast it. */
const LONGEST_QUESTION = 20_000;

/** The mail server that SMTP_URL names. */
export function openMailServer(url: string) {
  const smtp = new SMTPTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
  });
  const transport = createTransport(smtp, { disableFileAccess: true, disableUrlAccess: true });
  smtp.options.requireTLS = requiresTls(smtp.options);
  const { host, port, secure, auth } = smtp.options;
  const place = `${host}:${port ?? (secure ? 465 : 587)}`;
  /** A server may say anything: what steers a terminal, or what it was told itself. */
  const tidy = (text: string) => onOneLine(withoutSecret(text, auth));
  const tidied = (error: MailError): MailError => {
    error.message = tidy(error.message);
    if (error.response) error.response = tidy(error.response);
    if (error.reason) error.reason = tidy(error.reason);
    error.rejectedErrors?.forEach(tidied);
    return unencrypted(error, place) ?? error;
  };

  return {
    place,
    hasLogin: Boolean(smtp.auth),
    send: async (mail: SendMailOptions) => {
      try {
        const { accepted, rejectedErrors = [], response } = await transport.sendMail(mail);
        return { accepted, rejectedErrors: rejectedErrors.map(tidied), response: tidy(response) };
      } catch (error) {
        throw tidied(error as MailError);
      }
    },

    /**
     * Asks whether the server would accept a mail: everything is said up to the mail itself, and then the connection is cut.
     * What is not ended is not delivered. Answers with whether it was encrypted.
     */
    offer: (envelope: { from: string; to: string[] }) =>
      new Promise<boolean>((resolve, reject) => {
        const connection = new SMTPConnection(smtp.options);
        const end = (error?: MailError | null) => {
          clearTimeout(timer);
          if (error) reject(tidied(error));
          else resolve(connection.secure);
          connection.close();
        };
        const timer = setTimeout(end, LONGEST_QUESTION, new Error('The server takes too long to answer'));
        connection.on('error', end);
        // It is read once the server has said that it will accept the mail.
        const mail = new Readable({ read: () => end() });
        connection.connect((error) => {
          if (error) return end(error);
          const send = () => connection.send(envelope, mail, (refused) => end(refused));
          const login = connection.allowsAuth && smtp.getAuth({});
          if (login) connection.login(login, (refused) => (refused ? end(refused) : send()));
          else send();
        });
      }),

    /**
     * Connects and looks at what the server offers. Nodemailer tells of that only once a mail is sent; the answer to
     * EHLO is the last one before it calls back.
     */
    ask: ({ logsIn = false } = {}) =>
      new Promise<{ offersUtf8: boolean; offersLogin: boolean; isEncrypted: boolean }>((resolve, reject) => {
        const connection = new SMTPConnection(smtp.options);
        const fail = (error: MailError) => {
          clearTimeout(timer);
          reject(tidied(error));
          connection.close();
        };
        const timer = setTimeout(fail, LONGEST_QUESTION, new Error('The server takes too long to answer'));
        connection.on('error', fail);
        connection.once('end', () => fail(new Error('The server hung up')));
        connection.connect((error) => {
          if (error) return fail(error);
          const offersUtf8 = /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || '');
          const offersLogin = connection.allowsAuth;
          const done = () => {
            clearTimeout(timer);
            resolve({ offersUtf8, offersLogin, isEncrypted: connection.secure });
            connection.quit();
          };
          const login = logsIn && offersLogin && smtp.getAuth({});
          if (login) connection.login(login, (refused) => (refused ? fail(refused) : done()));
          else done();
        });
      }),
  };
}

/** The login, and what visitors write, are sent in the clear only where nobody can listen, or where SMTP_URL says so. */
const requiresTls = ({ host = '', secure, requireTLS, ignoreTLS }: SMTPTransport['options']): boolean =>
  !secure && (requireTLS === true || !(requireTLS === false || ignoreTLS === true || isThisMachine(host)));

function withoutSecret(
  text: string,
  { user = '', pass = '' }: { user?: string; pass?: string } = {},
): string {
  if (!pass) return text;
  const encoded = [`\0${user}\0${pass}`, pass].map((secret) => Buffer.from(secret).toString('base64'));
  return [...encoded, encodeURIComponent(pass), pass].reduce(
    (left, form) => left.replaceAll(form, '…'),
    text,
  );
}
