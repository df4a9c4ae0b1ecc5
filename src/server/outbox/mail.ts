import { domainToASCII } from 'node:url';
import type { Page } from '../../schemas/pages.ts';
import type { Compose, Draft, MailSettings } from './compose.ts';
import { emptyGroup, hasForeignBox, type Mailbox, mailboxOf } from './mail-addresses.ts';
import { explain, isFinal, loggable, type MailError } from './mail-reasons.ts';
import { type MailServer, openMailServer } from './mail-server.ts';
import { type Channel, Failed, Refused } from './outbox.ts';

interface Letter {
  /** What makes the Message-ID unique for an enquiry. */
  id: string;
  settings: MailSettings;
  words: Page<'contact'>;
}

/** Sends one kind of letter. The Message-ID stays the same, so that a second copy can be known as one. */
export function mailChannel({ id, settings, words }: Letter, compose: Compose): Channel {
  const server = openMailServer(settings.url);
  const from = senderOf(settings);
  const own = [from, ...settings.to.map(mailboxOf)].map(({ address }) => address);
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);

  return async (enquiry, reached) => {
    const { accepted, refusals } = await post(server, {
      ...compose(enquiry, settings, words),
      from,
      messageId: `<${enquiry.reference}.${id}@${domainToASCII(host) || host}>`,
      reached,
    });
    const everybody = [...reached, ...accepted];
    const isForGood = ({ to, error }: Refusal) =>
      isFinal(error) || (error instanceof Unreachable && !to.some((address) => own.includes(address)));
    const reasonOf = (some: Refusal[]) =>
      loggable(
        some.map(({ error }) => error),
        own,
        enquiry.email,
      );

    const later = refusals.filter((refusal) => !isForGood(refusal));
    if (later.length > 0) throw new Failed(tell(later), { reason: reasonOf(later), reached: everybody });
    if (everybody.length === 0) throw new Refused(tell(refusals), { reason: reasonOf(refusals) });
    return {
      acceptedBy: server.place,
      ...(refusals.length > 0 && { remark: `Refused for ${tell(refusals)}`, reason: reasonOf(refusals) }),
    };
  };
}

/** Tries the server once: connection, TLS, login. The answer is a line for the owner; what fails is thrown as one. */
export async function checkMail({ url }: MailSettings): Promise<string> {
  const server = openMailServer(url);
  const { offersLogin, isEncrypted } = await server.ask({ logsIn: true }).catch((error) => {
    throw new Error(explain(error, server.place));
  });
  const answers = `The mail server ${server.place} answers ${over(isEncrypted)}`;
  if (server.hasLogin)
    return offersLogin
      ? `${answers} and accepts the login`
      : `${answers}, but offers no login: the user and password in SMTP_URL are not used`;
  return offersLogin
    ? `${answers}; if it refuses mail, add a user and password to SMTP_URL`
    : `${answers} and does not ask for a login`;
}

/** Asks the server whether it would accept a mail for everybody in MAIL_TO; a refusal is thrown as a sentence. */
export async function offerMail(settings: MailSettings): Promise<string> {
  const server = openMailServer(settings.url);
  const to = settings.to.map((box) => mailboxOf(box).address);
  let isEncrypted = false;
  // One by one: the server accepts a mail as soon as it accepts one recipient.
  for (const address of to)
    isEncrypted = await server
      .offer({ from: senderOf(settings).address, to: [address] })
      .catch((error: MailError) => {
        throw new Error(`${address}: ${explain(error, server.place)}`);
      });
  return `The mail server ${server.place} accepts mail ${over(isEncrypted)} for ${to.join(', ')}`;
}

/** Sends a short mail to everybody in MAIL_TO and answers with what the server said; a refusal is thrown as a sentence. */
export async function sendTestMail(settings: MailSettings): Promise<string> {
  const server = openMailServer(settings.url);
  const { isEncrypted } = await server.ask().catch((error) => {
    throw new Error(explain(error, server.place));
  });
  const { accepted, refusals, response } = await post(server, {
    from: senderOf(settings),
    to: settings.to.map(mailboxOf),
    replyTo: [],
    subject: `Test mail from the website of ${settings.firm}`,
    text: 'This is a test from your website. Enquiries from visitors will arrive at this address.\n',
  });
  const [refusal] = refusals;
  if (!refusal)
    return `The mail server ${server.place} accepted the test mail ${over(isEncrypted)} for ${accepted.join(', ')}: ${response}`;
  throw new Error(
    refusal.error.command === 'RCPT TO'
      ? `The mail server ${server.place} does not accept mail for ${tell(refusals)}. Check MAIL_TO, and the user and password in SMTP_URL.`
      : explain(refusal.error, server.place),
  );
}

const over = (isEncrypted: boolean) =>
  isEncrypted ? 'over an encrypted connection' : 'over an unencrypted connection';

function senderOf({ from, firm }: MailSettings): Mailbox {
  const { name, address } = mailboxOf(from);
  return { name: name || firm, address };
}

interface Posted extends Draft {
  from: Mailbox;
  messageId?: string;
  /** Who has it already. */
  reached?: readonly string[];
}

interface Refusal {
  to: string[];
  error: MailError;
}

interface Answer {
  accepted: string[];
  refusals: Refusal[];
  response?: string;
}

/** An address that this server cannot be told. */
class Unreachable extends Error {}

/** A server may say as much as it likes. */
const LONGEST_TOLD = 1000;

const tell = (refusals: Refusal[]) =>
  refusals
    .map(({ to, error }) => `${to.join(', ')}: ${error.response ?? error.message}`)
    .join('; ')
    .slice(0, LONGEST_TOLD);

/**
 * Hands a mail to the server, for whoever has not got it. Non-ASCII characters go there only before an @, and only where
 * the server says that it accepts them: to any other, Nodemailer would send the bare bytes.
 */
async function post(server: MailServer, mail: Posted): Promise<Answer> {
  const { from, to, replyTo, reached = [] } = mail;
  const missing = to.filter(({ address }) => !reached.includes(address));
  if (missing.length === 0) return { accepted: [], refusals: [] };
  const everywhere = [from, ...to, ...replyTo];
  const takesForeign =
    everywhere.some(hasForeignBox) &&
    (await server.ask().then(
      ({ offersUtf8 }) => offersUtf8,
      (error: MailError) => error,
    ));
  if (takesForeign instanceof Error) return { accepted: [], refusals: [refusalFor(missing, takesForeign)] };
  const answer = await attempt(server, mail, missing, takesForeign);
  // Nodemailer announces such characters for the envelope only; a server may refuse a message that has them elsewhere.
  const isOfMessage = answer.refusals.some(
    ({ error }) => error.code === 'EMESSAGE' && (error.responseCode ?? 0) >= 500,
  );
  return takesForeign && isOfMessage && ![from, ...missing].some(hasForeignBox)
    ? attempt(server, mail, missing, false)
    : answer;
}

async function attempt(
  server: MailServer,
  { reached: _, envelopeFrom, ...mail }: Posted,
  missing: Mailbox[],
  takesForeign: boolean,
): Promise<Answer> {
  const isReachable = (mailbox: Mailbox) => takesForeign || !hasForeignBox(mailbox);
  const complaint = `The mail server ${server.place} does not accept non-ASCII characters before the @ (no SMTPUTF8)`;
  if (!isReachable(mail.from))
    return {
      accepted: [],
      refusals: [refusalFor(missing, new Error(`${complaint}. Set another sender in MAIL_FROM`))],
    };
  const lost = missing.filter((mailbox) => !isReachable(mailbox));
  const able = missing.filter(isReachable);
  const refusals =
    lost.length > 0 ? [refusalFor(lost, new Unreachable(`${complaint}. Use a mail server that does`))] : [];
  if (able.length === 0) return { accepted: [], refusals };
  try {
    const { accepted, rejectedErrors, response } = await server.send({
      ...mail,
      to: mail.to.filter(isReachable),
      replyTo: mail.replyTo.map((mailbox) => (isReachable(mailbox) ? mailbox : emptyGroup(mailbox))),
      envelope: { from: envelopeFrom ?? mail.from, to: able },
    });
    return { accepted, refusals: [...refusals, ...each(rejectedErrors)], response };
  } catch (caught) {
    const error = caught as MailError;
    const all = each(error.rejectedErrors);
    return { accepted: [], refusals: [...refusals, ...(all.length > 0 ? all : [refusalFor(able, error)])] };
  }
}

const each = (errors: MailError[] = []): Refusal[] =>
  errors.map((error) => ({ to: [error.recipient ?? ''], error }));

const refusalFor = (mailboxes: Mailbox[], error: MailError): Refusal => ({
  to: mailboxes.map(({ address }) => address),
  error,
});
