import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { onOneLine } from '../../lib/visible.ts';
import type { Page } from '../../schemas/pages.ts';
import { isThisMachine } from '../addresses.ts';
import type { SetAside } from '../db/set-aside.ts';
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
import { type Channel, Failed } from './outbox.ts';

/** Each step of the conversation may take this long; a lease of the outbox outlasts all of them together. */
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
      const envelope = { from: senderOf(settings).address, to };
      await send({ ...ownerMail(enquiry, settings, words), envelope });
      return place;
    },
  };
  const toVisitor: Channel = {
    recipients: [''],
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
  told: SetAside,
): Promise<void> {
  await openMailServer(settings.url).send(setAsideMail(told, settings, words));
}

/** Tries the server once: connection, TLS, login. The answer is a line for the owner; what fails is thrown as one. */
export async function checkMail({ url }: MailSettings): Promise<string> {
  const { answers, hasLogin, verify } = openMailServer(url);
  try {
    await verify();
  } catch (error) {
    if (error instanceof Failed && NO_LOGIN.test(error.reason))
      return `${answers}, but offers no login: the user and password in SMTP_URL are not used`;
    throw error;
  }
  return hasLogin ? `${answers} and accepts the login` : answers;
}

/** Sends a short mail to each address in MAIL_TO and answers with what the server said; a refusal is thrown. */
export async function sendTestMail(settings: MailSettings): Promise<string> {
  const { answers, send } = openMailServer(settings.url);
  const said: string[] = [];
  for (const to of settings.to.map(mailboxOf))
    said.push(
      await send({
        from: senderOf(settings),
        to,
        subject: `Test mail from the website of ${settings.firm}`,
        text: 'This is a test from your website. Enquiries from visitors will arrive at this address.\n',
      }).then(
        (response) => `${to.address}: ${response}`,
        (error: Failed) => {
          throw new Error(`${to.address}: ${error.message}`);
        },
      ),
    );
  return `${answers} and accepted the test mail for ${said.join(', ')}`;
}

/** The mail server that SMTP_URL names. What it refuses is thrown as Failed, a sentence with what it said. */
function openMailServer(url: string) {
  const { options } = createTransport(url);
  const { host = 'localhost', port, secure, auth, requireTLS, ignoreTLS } = options;
  // The login, and what visitors write, are sent in the clear only where nobody can listen, or where SMTP_URL says so.
  const isEncrypted = secure || requireTLS || !(requireTLS === false || ignoreTLS || isThisMachine(host));
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  const smtp = { ...options, ...timeouts, requireTLS: isEncrypted && !secure };
  const transport = createTransport(smtp, { disableFileAccess: true, disableUrlAccess: true });
  const place = `${host}:${port ?? (secure ? 465 : 587)}`;
  /** A server may say anything: what steers a terminal, or the password that it was told. */
  const tidy = (text: string) => onOneLine(withoutSecret(text, auth)).slice(0, LONGEST_TOLD);
  const fail = (error: NodemailerError): never => {
    throw new Failed(tidy(explain(error, place)), { reason: codesOf(error), isFinal: isFinal(error) });
  };
  return {
    place,
    hasLogin: Boolean(auth),
    answers: `The mail server ${place} answers${isEncrypted ? ' over an encrypted connection' : ''}`,
    verify: () =>
      createTransport({ ...smtp, forceAuth: Boolean(auth) })
        .verify()
        .catch(fail),
    send: (mail: SendMailOptions) => transport.sendMail(mail).then(({ response }) => tidy(response), fail),
  };
}

const LONGEST_TOLD = 1000;

function withoutSecret(text: string, auth: { user?: string; pass?: string } = {}): string {
  const { user = '', pass = '' } = auth;
  if (!pass) return text;
  const encoded = [`\0${user}\0${pass}`, pass].map((secret) => Buffer.from(secret).toString('base64'));
  return [...encoded, encodeURIComponent(pass), pass].reduce(
    (left, form) => left.replaceAll(form, '…'),
    text,
  );
}

/**
 * Said of the conversation, the login, the policy, the server, the sender or a full box (RFC 5321, 4954 and 3463), also
 * by servers that ask about the sender only at RCPT and give no enhanced code.
 */
const NOT_OF_THE_MAIL =
  /^5(00|02|03|21|30|34|35|38)\b|^5\d\d[ -]5\.(7\.|3\.|1\.[78]\b|2\.2\b)|\b(relay\w*|authenticat\w*|log ?in|sender|helo|ehlo|quota|limit)\b/i;

/**
 * True of what the server says about this recipient or this message, and will say every time. Everything else is ours to
 * put right, or passes, so the mail is tried again.
 */
const isFinal = ({ command = '', permanent = false, response = '' }: NodemailerError) =>
  permanent && /^(RCPT TO|DATA)$/.test(command) && !NOT_OF_THE_MAIL.test(response);

/** For the log: an answer may quote the visitor in any form, so only its codes are told. */
const codesOf = ({ code, originalCode, command, response = '' }: NodemailerError) =>
  [code, originalCode, command, /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response)?.[0]]
    .filter(Boolean)
    .join(' ');

/** What a server without AUTH says to it. */
const NO_LOGIN = /^EAUTH .*\b50[0-4]/;
/** Said to whoever did not log in as the server wants it: RFC 4954. */
const LOGIN_CODES = new Set([530, 534, 535, 538]);
const UNREACHABLE = /^(EDNS|ESOCKET|ETLS|ETIMEDOUT|ECONNECTION)$/;

/** What a refusal means for whoever set the mail server up, with the server's own words. */
function explain(error: NodemailerError, place: string): string {
  const { code = '', command = '', response, responseCode = 0, message } = error;
  const said = (response ?? message).replace(/[. ]+$/, '');
  // TLS is asked for whatever the server offers: the offer may have been taken out on the way.
  if (response && (command === 'STARTTLS' || (command === 'EHLO' && responseCode !== 421)))
    return `The mail server ${place} offers no encryption, so nothing was sent to it. Use smtps:// or another server, or add ?ignoreTLS=true to SMTP_URL to send everything in the clear. It said: ${said}.`;
  if (code === 'EAUTH' || LOGIN_CODES.has(responseCode))
    return `The mail server ${place} rejected the login: ${said}. Check the user and password in SMTP_URL; ${PASSWORD_HINT}.`;
  if (!response && UNREACHABLE.test(code))
    return `The mail server ${place} cannot be reached: ${said}. Check the host and port in SMTP_URL, and the protocol: smtps:// for port 465, smtp:// for the others; ${PASSWORD_HINT}.`;
  return `The mail server ${place} refused the mail: ${said}.`;
}
