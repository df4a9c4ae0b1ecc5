import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { onOneLine } from '../../lib/visible.ts';
import type { Page } from '../../schemas/pages.ts';
import { isThisMachine } from '../addresses.ts';
import type { SetAside } from '../db/set-aside.ts';
import { Failed } from '../failures.ts';
import { PASSWORD_HINT } from '../settings.ts';
import {
  acknowledgement,
  isForeign,
  type MailSettings,
  mailboxOf,
  ownerMail,
  senderOf,
  setAsideMail,
} from './compose.ts';
import type { Channel } from './outbox.ts';

/** For each step of the conversation: a lease of the outbox outlasts all of them together. */
const TIMEOUT_MS = 10_000;

/** The mails that are sent for an enquiry: to each address of the firm, and to the visitor where that is wanted. */
export function mailChannels(
  settings: MailSettings,
  words: Page<'contact'>,
  acknowledges: boolean,
): { mail: Channel; acknowledgement?: Channel } {
  const { place, send } = openMailServer(settings.url);
  const mail: Channel = {
    recipients: [...new Set(settings.to.map((to) => mailboxOf(to).address))],
    send: async (enquiry, to) => {
      await send(ownerMail(to, enquiry, settings, words));
      return place;
    },
  };
  const toVisitor: Channel = {
    send: async (enquiry) => {
      if (isForeign(enquiry.email))
        throw new Failed('No mail is sent to an address with non-ASCII characters before the @.', {
          isFinal: true,
        });
      await send(acknowledgement(enquiry, settings, words));
      return place;
    },
  };
  return { mail, ...(acknowledges && { acknowledgement: toVisitor }) };
}

/** Tells everybody in MAIL_TO what was set aside. It fails unless one of them gets it. */
export async function mailSetAside(
  settings: MailSettings,
  words: Page<'contact'>,
  setAside: SetAside,
): Promise<void> {
  await openMailServer(settings.url).send(setAsideMail(setAside, settings, words));
}

/** Tries the server once: connection, TLS, login. The answer is a line for the owner; what fails is thrown as one. */
export async function checkMail({ url }: MailSettings): Promise<string> {
  const { answers, hasLogin, verify } = openMailServer(url);
  await verify();
  return hasLogin ? `${answers} and accepts the login` : answers;
}

/** Sends a short mail to each address in MAIL_TO and answers with what the server said; a refusal is thrown. */
export async function sendTestMail(settings: MailSettings): Promise<string> {
  const { answers, send } = openMailServer(settings.url);
  const said: string[] = [];
  for (const to of settings.to.map(mailboxOf)) {
    const response = await send({
      from: senderOf(settings),
      to,
      subject: `Test mail from the website of ${settings.firm}`,
      text: 'This is a test from your website. Enquiries from visitors will arrive at this address.\n',
    }).catch((error: Failed) => {
      throw new Failed(`${to.address}: ${error.message}`);
    });
    said.push(`${to.address}: ${response}`);
  }
  return `${answers} and accepted the test mail for ${said.join(', ')}`;
}

/** The mail server that SMTP_URL names. What it refuses is thrown as Failed, a sentence with what it said. */
function openMailServer(url: string) {
  const { options } = createTransport(url);
  const { host = 'localhost', port, secure, auth, requireTLS, ignoreTLS } = options;
  // The login, and what visitors write, are sent unencrypted only to this machine, or where SMTP_URL says so.
  const isEncrypted = secure || requireTLS || !(requireTLS === false || ignoreTLS || isThisMachine(host));
  const transport = createTransport(
    {
      ...options,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      requireTLS: isEncrypted && !secure,
      // Nothing is sent without the login that SMTP_URL names.
      forceAuth: Boolean(auth),
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const place = `${host}:${port ?? (secure ? 465 : 587)}`;
  const fail = (error: NodemailerError): never => {
    throw new Failed(explain(error, place), { reason: codesOf(error), isFinal: isFinal(error) });
  };
  return {
    place,
    hasLogin: Boolean(auth),
    answers: `The mail server ${place} answers${isEncrypted ? ' over an encrypted connection' : ''}`,
    verify: () => transport.verify().catch(fail),
    send: (mail: SendMailOptions) =>
      transport.sendMail(mail).then(({ response }) => onOneLine(response), fail),
  };
}

/**
 * Answers about the recipient's address (RFC 3463 gives them 5.1, of which .7 and .8 are about the sender) or the message
 * (5.6), and those of servers without such codes that can mean nothing else. They will be the same every time.
 */
const FINAL = /^5\d\d[ -]5\.(1\.([1-6]|10)|6\.\d+)\b|^55[13] (?!5\.)/;

/** Any other error is temporary, or we can correct it, so the mail is tried again. */
const isFinal = ({ command = '', response = '' }: NodemailerError) =>
  /^(RCPT TO|DATA)$/.test(command) && FINAL.test(response);

/** For the log: only the codes of an answer, which may quote the visitor in any form. */
const codesOf = ({ code, originalCode, command, response = '' }: NodemailerError) =>
  [code, originalCode, command, /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response)?.[0]]
    .filter(Boolean)
    .join(' ');

/** What a refusal means for the owner, with the server's own words, on one line. */
function explain({ code = '', command, response, message }: NodemailerError, place: string): string {
  const server = `The mail server ${place}`;
  const said = onOneLine(response ?? message).replace(/[. ]+$/, '');
  if (command === 'STARTTLS' && response)
    return `${server} offers no encryption, so nothing was sent to it. Use smtps:// or another server, or add ?ignoreTLS=true to SMTP_URL to send everything unencrypted. It replied: ${said}.`;
  if (code === 'EAUTH')
    return `${server} rejected the login: ${said}. Check the user and password in SMTP_URL; ${PASSWORD_HINT}. For a server without a login, leave both out.`;
  if (!response && /^E(DNS|SOCKET|TLS|TIMEDOUT|CONNECTION)$/.test(code))
    return `${server} cannot be reached: ${said}. Check the host and port in SMTP_URL, and the protocol: smtps:// for port 465, smtp:// for the others; ${PASSWORD_HINT}.`;
  return `${server} refused the mail: ${said}.`;
}
