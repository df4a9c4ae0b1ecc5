import type { SendMailOptions } from 'nodemailer';
import { enquiryFields } from '../../lib/enquiry.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { withoutControls } from '../../lib/visible.ts';
import type { Page } from '../../schemas/pages.ts';
import { hostInAscii } from '../addresses.ts';
import { ENQUIRIES, INBOX } from '../built.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { SetAside } from '../db/set-aside.ts';

export interface MailSettings {
  url: string;
  from: string;
  to: string[];
  /** Names the sender, unless MAIL_FROM does. */
  firm: string;
  timeZone: string;
}

/** To the owner, with everything, and with the visitor as the one to answer. The Message-ID stays the same on each try. */
export function ownerMail(
  { reference, doubt, ...enquiry }: StoredEnquiry,
  settings: MailSettings,
  { form, mail }: Page<'contact'>,
): SendMailOptions {
  const labels = { ...form.fields, message: mail.message };
  const rows = [
    ...(doubt ? [[mail.doubt, doubt] as const] : []),
    ...enquiryFields
      .filter((field) => enquiry[field])
      .map((field) => [labels[field], enquiry[field]] as const),
    [mail.reference, reference] as const,
    [mail.received, localTime(enquiry.receivedAt, settings.timeZone)] as const,
  ];
  const sender = [`${enquiry.firstName} ${enquiry.lastName}`, enquiry.company].map(inSubject).filter(Boolean);
  return {
    from: senderOf(settings),
    to: settings.to.map(mailboxOf),
    replyTo: isForeign(enquiry.email) ? emptyGroup(enquiry.email) : bareMailbox(enquiry.email),
    messageId: messageId(`${reference}.enquiry`, settings),
    subject: [
      doubt ? `[${mail.doubt}: ${inSubject(doubt)}] ` : '',
      `${mail.subject} ${reference}`,
      sender.length > 0 ? `: ${sender.join(', ')}` : '',
    ].join(''),
    text: rows.map(([label, value]) => `${label}:\n${value}\n`).join('\n'),
    html: `<dl>${rows.map(([label, value]) => `<dt><b>${escapeHtml(label)}</b></dt><dd style="margin:0 0 1em;white-space:pre-wrap">${escapeHtml(value)}</dd>`).join('')}</dl>`,
  };
}

/** To the visitor. It repeats nothing of what was typed: the address may be somebody else's. No bounce comes back. */
export const acknowledgement = (
  { reference, email }: StoredEnquiry,
  settings: MailSettings,
  { acknowledgement, mail }: Page<'contact'>,
): SendMailOptions => ({
  from: senderOf(settings),
  to: bareMailbox(email),
  replyTo: settings.to.map(mailboxOf),
  messageId: messageId(`${reference}.acknowledgement`, settings),
  subject: acknowledgement.subject,
  text: `${acknowledgement.text}\n\n${mail.reference}: ${reference}\n`,
  headers: { 'Auto-Submitted': 'auto-replied' },
  envelope: { from: '', to: bareMailbox(email) },
});

/** To the owner, once a day where there is any: how many messages were set aside, and where to look. */
export function setAsideMail(
  { count, since }: SetAside,
  settings: MailSettings,
  { mail }: Page<'contact'>,
): SendMailOptions {
  const line = (count === 1 ? mail.setAsideOne : mail.setAside)
    .replace('{count}', String(count))
    .replace('{since}', localTime(since, settings.timeZone));
  return {
    from: senderOf(settings),
    to: settings.to.map(mailboxOf),
    messageId: messageId(`set-aside.${since.getTime()}`, settings),
    subject: line,
    text: `${line}\n\n${mail.setAsideLook}:\n${INBOX}\n${ENQUIRIES} list --spam\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Always in two parts: in text, one address could pass for several. */
interface Mailbox {
  name: string;
  address: string;
}

/** Reads an address of the settings, with or without a name before it; its host in ASCII, as mail servers know it. */
export function mailboxOf(text: string): Mailbox {
  const [, name = '', address = text] = /^"?(.*?)"?\s*<(.+)>$/.exec(text) ?? [];
  const at = address.lastIndexOf('@') + 1;
  return { name, address: address.slice(0, at) + hostInAscii(address.slice(at).toLowerCase()) };
}

export function senderOf({ from, firm }: Pick<MailSettings, 'from' | 'firm'>): Mailbox {
  const { name, address } = mailboxOf(from);
  return { name: name || firm, address };
}

/** The visitor's, which is never read as anything but one address. */
const bareMailbox = (address: string): Mailbox => ({ name: '', address });

/** A domain has a form in ASCII; what stands before the @ has none, and few mail servers take it. */
export const isForeign = (address: string) =>
  /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));

/** Shows an address that cannot be answered: a group of nobody, as RFC 6857 has it. */
const emptyGroup = (address: string) => `"${withoutControls(address).replace(/["\\]/g, '\\$&')}":;`;

const messageId = (name: string, settings: MailSettings) =>
  `<${name}@${senderOf(settings).address.replace(/^.*@/, '')}>`;

const LONGEST_IN_SUBJECT = 60;

/** What was typed, in one short line. ‘=?’ would begin a word that mail programs decode. */
function inSubject(text: string): string {
  const characters = [...withoutControls(text).replaceAll('=?', '= ?').replace(/\s+/g, ' ')];
  return characters.length > LONGEST_IN_SUBJECT
    ? `${characters.slice(0, LONGEST_IN_SUBJECT - 1).join('')}…`
    : characters.join('');
}

const localTime = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(time);
