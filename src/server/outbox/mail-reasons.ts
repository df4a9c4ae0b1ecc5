import { domainToASCII } from 'node:url';
import { PASSWORD_HINT } from '../environment.ts';

/** What Nodemailer's errors say of a conversation with a mail server, as far as it is used here. */
export interface MailError extends Error {
  code?: string;
  /** The code of the system beneath, such as ECONNREFUSED. */
  originalCode?: string;
  /** What TLS says, without the lines of its source. */
  reason?: string;
  /** What was asked of the server. */
  command?: string;
  response?: string;
  responseCode?: number;
  recipient?: string;
  rejectedErrors?: MailError[];
}

/** Said of the conversation or of the login, whatever was asked: RFC 5321 and RFC 4954. */
const NOT_OF_THE_MAIL = new Set([500, 502, 503, 521, 530, 534, 535, 538]);
/** Said of policy and login (7), of the server (3), of the sender (1.7, 1.8) or of a full box (2.2): RFC 3463. */
const ENHANCED_NOT_OF_THE_MAIL = /^5\.(7\.|3\.|1\.[78]$|2\.2$)/;
/** Many servers ask about the sender only at RCPT, and many give no enhanced code. */
const TEXT_NOT_OF_THE_MAIL = /\b(relay\w*|authenticat\w*|log ?in|sender|helo|ehlo|quota|limit)\b/i;

/**
 * True of what the server says about this recipient or this message, and will say every time. Everything else is ours to
 * put right, or passes, so the mail is tried again.
 */
export function isFinal({ command, responseCode = 0, response = '' }: MailError): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  if (responseCode < 500 || NOT_OF_THE_MAIL.has(responseCode)) return false;
  return !ENHANCED_NOT_OF_THE_MAIL.test(enhancedCode(response)) && !TEXT_NOT_OF_THE_MAIL.test(response);
}

const CODES = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/;
const enhancedCode = (response: string) => CODES.exec(response)?.[2] ?? '';

const LONGEST_REASON = 200;
const ADDRESS = /[^\s<>()[\]"',:;]+@[^\s<>()"',;]+/gu;

/**
 * What went wrong, for the log: no address but the firm's own, and nothing that the visitor typed. An answer to the
 * message itself may quote it in any form, so only its codes are told.
 */
export const loggable = (errors: MailError[], own: string[], visitor = ''): string =>
  errors
    .map((error) => withoutVisitor(error, own, visitor))
    .join('; ')
    .slice(0, LONGEST_REASON);

function withoutVisitor(error: MailError, own: string[], visitor: string): string {
  const isOfMessage = error.code === 'EMESSAGE' && error.response;
  const text = isOfMessage ? `Message failed: ${CODES.exec(error.response ?? '')?.[0] ?? ''}` : error.message;
  const known = new Set(own.map((address) => address.toLowerCase()));
  return partsOf(visitor)
    .reduce((left, part) => left.replace(part, '…'), text)
    .replace(ADDRESS, (address) => (known.has(address.toLowerCase()) ? address : '…'));
}

/** A server may name a host or a box by itself, and may quote a box in its own way: each word of it is a part. */
function partsOf(address: string): RegExp[] {
  const at = address.lastIndexOf('@');
  if (at < 0) return [];
  const host = address.slice(at + 1);
  const words = address.slice(0, at).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [
    ...[host, domainToASCII(host)].filter(Boolean).map((name) => new RegExp(RegExp.escape(name), 'giu')),
    ...words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'giu')),
  ];
}

/** As part of a sentence of ours. */
const withoutEnd = (said: string) => said.replace(/[. ]+$/, '').slice(0, LONGEST_REASON);

/** The server cannot encrypt, so it was told nothing. */
export class Unencrypted extends Error {}

/**
 * Where TLS is required, Nodemailer asks for it whatever the server offers: the offer may have been taken out on the way.
 * A server without EHLO has none.
 */
export function unencrypted(
  { command, response, responseCode }: MailError,
  place: string,
): MailError | undefined {
  if (!response || !(command === 'STARTTLS' || (command === 'EHLO' && responseCode !== 421)))
    return undefined;
  return new Unencrypted(
    `The mail server ${place} offers no encryption, so nothing was sent to it. Use smtps:// or another server, or add ?ignoreTLS=true to SMTP_URL to send everything in the clear. It said: ${withoutEnd(response)}.`,
  );
}

/** Said to whoever did not log in as the server wants it: RFC 4954. */
const LOGIN_CODES = new Set([530, 534, 535, 538]);
const TLS_CODES = /^(ERR_SSL|ERR_TLS|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

/** What a mail server's refusal means for whoever set it up. */
export function explain(error: MailError, place: string): string {
  if (error instanceof Unencrypted) return error.message;
  const { code = '', originalCode = '' } = error;
  const said = withoutEnd(error.response ?? error.reason ?? error.message);
  if (code === 'EAUTH' || LOGIN_CODES.has(error.responseCode ?? 0))
    return `The mail server ${place} rejected the login: ${said}. Check the user and password in SMTP_URL; ${PASSWORD_HINT}.`;
  if (code === 'EDNS')
    return `The mail server ${place} was not found: ${said}. Check the host in SMTP_URL; ${PASSWORD_HINT}.`;
  if (originalCode === 'ECONNREFUSED')
    return `Nothing is listening at the mail server ${place}: ${said}. Check the host and port in SMTP_URL.`;
  if (code === 'ETLS' || TLS_CODES.test(originalCode))
    return `The mail server ${place} could not be reached over TLS: ${said}. Check the host in SMTP_URL, and the protocol: smtps:// for port 465, smtp:// for the others.`;
  if (code === 'ETIMEDOUT')
    return `The mail server ${place} does not answer: ${said}. Check the host and port in SMTP_URL, and the protocol: smtps:// for port 465, smtp:// for the others.`;
  return `The mail server ${place} does not accept mail: ${said}. Check SMTP_URL and MAIL_FROM.`;
}
