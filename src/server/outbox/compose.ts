import type { SendMailOptions } from 'nodemailer';
import { enquiryFields } from '../../lib/enquiry.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { withoutControls } from '../../lib/visible.ts';
import type { Page } from '../../schemas/pages.ts';
import { hostInAscii } from '../addresses.ts';
import { ENQUIRIES, INBOX } from '../built.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import type { SetAside } from '../db/set-aside.ts';
import type { Settings } from '../settings.ts';

export type MailSettings = NonNullable<Settings['mail']>;

/** To one address of the firm, with everything. Reply goes to the visitor. The Message-ID stays the same on each try. */
export function ownerMail(
  recipient: string,
  { reference, doubt, ...enquiry }: StoredEnquiry,
  settings: MailSettings,
  { form, mail }: Page<'contact'>,
): SendMailOptions {
  const labels = { ...form.fields, message: mail.message };
  const rows: [label: string, value: string][] = [
    ...enquiryFields
      .filter((field) => enquiry[field])
      .map((field): [string, string] => [labels[field], enquiry[field]]),
    [mail.reference, reference],
    [mail.received, localTime(enquiry.receivedAt, settings.timeZone)],
  ];
  if (doubt) rows.unshift([mail.doubt, doubt]);
  const sender = [`${enquiry.firstName} ${enquiry.lastName}`.trim(), enquiry.company].filter(Boolean);
  const mark = doubt ? `[${mail.doubt}: ${doubt}] ` : '';
  const from = sender.length > 0 ? `: ${sender.join(', ')}` : '';
  return {
    from: senderOf(settings),
    to: settings.to.map(mailboxOf),
    envelope: { from: senderOf(settings).address, to: recipient },
    // An address with such letters cannot stand in a header; the text has it.
    ...(!isForeign(enquiry.email) && { replyTo: visitorOf(enquiry) }),
    messageId: messageId(`${reference}.enquiry`, settings),
    subject: inSubject(`${mark}${mail.subject} ${reference}${from}`),
    text: rows.map(([label, value]) => `${label}:\n${value}\n`).join('\n'),
    html: `<dl>${rows.map(([label, value]) => `<dt><b>${escapeHtml(label)}</b></dt><dd style="margin:0 0 1em;white-space:pre-wrap">${escapeHtml(value)}</dd>`).join('')}</dl>`,
  };
}

/** To the visitor. It repeats nothing of what was typed: the address may belong to another person. No bounce comes back. */
export const acknowledgement = (
  enquiry: StoredEnquiry,
  settings: MailSettings,
  { acknowledgement, mail }: Page<'contact'>,
): SendMailOptions => ({
  from: senderOf(settings),
  to: visitorOf(enquiry),
  envelope: { from: '', to: visitorOf(enquiry) },
  replyTo: settings.to.map(mailboxOf),
  messageId: messageId(`${enquiry.reference}.acknowledgement`, settings),
  subject: acknowledgement.subject,
  text: `${acknowledgement.text}\n\n${mail.reference}: ${enquiry.reference}\n`,
  headers: { 'Auto-Submitted': 'auto-replied' },
});

/** To the owner: how many messages were set aside, and where to look. */
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
  return { name, address: address.replace(/(?<=@)[^@]+$/, hostInAscii) };
}

export function senderOf({ from, firm }: Pick<MailSettings, 'from' | 'firm'>): Mailbox {
  const { name, address } = mailboxOf(from);
  return { name: name || firm, address };
}

const visitorOf = ({ email }: Pick<StoredEnquiry, 'email'>): Mailbox => ({ name: '', address: email });

/** A domain has a form in ASCII; what stands before the @ has none, and few mail servers take it. */
export const isForeign = (address: string) =>
  /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));

const messageId = (name: string, settings: MailSettings) =>
  `<${name}@${senderOf(settings).address.replace(/^.*@/, '')}>`;

/** What was typed, on one line. ‘=?’ would begin a word that mail programs decode. */
const inSubject = (text: string) => withoutControls(text).replaceAll('=?', '= ?').replace(/\s+/g, ' ');

const localTime = (time: Date, timeZone: string) =>
  time.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone });
