import { domainToUnicode } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';
import { withoutControls } from '../../lib/visible.ts';
import { hostInAscii } from '../addresses.ts';

/** Always in two parts: in text, one address could pass for several. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Reads an address of the settings, with or without a name before it. */
export function mailboxOf(text: string): Mailbox {
  const [{ name, address } = { name: '', address: text }] = addressparser(text, { flatten: true });
  return { name, address: normal(address) };
}

/** The visitor's, which is never read as anything but one address. */
export const bareMailbox = (address: string): Mailbox => ({ name: '', address: normal(address) });

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range that a mail server always takes
const FOREIGN = /[^\u0000-\u007f]/;

/** A domain has a form in ASCII; what stands before the @ has none. */
export const hasForeignBox = ({ address }: Mailbox) =>
  FOREIGN.test(address.slice(0, address.lastIndexOf('@')));

/** Shows an address that cannot be answered: a group of nobody, as RFC 6857 has it. */
export const emptyGroup = ({ address }: Mailbox) =>
  `"${withoutControls(address).replace(/["\\]/g, '\\$&')}":;`;

/** As Nodemailer writes it, so that its answers can be compared. */
function normal(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const host = address.slice(at).toLowerCase();
  const ascii = hostInAscii(host);
  return address.slice(0, at) + (FOREIGN.test(address.slice(0, at)) ? domainToUnicode(ascii) : ascii);
}
