import type { SendMailOptions } from 'nodemailer';
import { enquiryFields } from '../../lib/enquiry.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { withoutControls } from '../../lib/visible.ts';
import type { Page } from '../../schemas/pages.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { bareMailbox, type Mailbox, mailboxOf } from './mail-addresses.ts';

export interface MailSettings {
  url: string;
  from: string;
  to: string[];
  /** Names the sender, unless MAIL_FROM does. */
  firm: string;
  timeZone: string;
}

/** A mail before it is known which letters the server takes in an address. */
export interface Draft extends Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'headers'> {
  to: Mailbox[];
  replyTo: Mailbox[];
  /** The sender on the envelope, if it is not the one in the letter: with nobody there, no bounce comes back. */
  envelopeFrom?: '';
}

export type Compose = (enquiry: StoredEnquiry, settings: MailSettings, words: Page<'contact'>) => Draft;

/** To the owner, with everything, and with the visitor as the one to answer. */
export const ownerMail: Compose = ({ reference, doubt, ...enquiry }, { to, timeZone }, { form, mail }) => {
  const labels = { ...form.fields, message: mail.message };
  const rows = [
    ...(doubt ? [[mail.doubt, doubt] as const] : []),
    ...enquiryFields
      .filter((field) => enquiry[field])
      .map((field) => [labels[field], enquiry[field]] as const),
    [mail.reference, reference] as const,
    [mail.received, localTime(enquiry.receivedAt, timeZone)] as const,
  ];
  const sender = [`${enquiry.firstName} ${enquiry.lastName}`, enquiry.company].map(inSubject).filter(Boolean);
  return {
    to: to.map(mailboxOf),
    replyTo: [bareMailbox(enquiry.email)],
    subject: [
      doubt ? `[${mail.doubt}: ${inSubject(doubt)}] ` : '',
      `${mail.subject} ${reference}`,
      sender.length > 0 ? `: ${sender.join(', ')}` : '',
    ].join(''),
    text: rows.map(([label, value]) => `${label}:\n${value}\n`).join('\n'),
    html: `<dl>${rows.map(([label, value]) => `<dt><b>${escapeHtml(label)}</b></dt><dd style="margin:0 0 1em;white-space:pre-wrap">${escapeHtml(value)}</dd>`).join('')}</dl>`,
  };
};

/** To the visitor. It repeats nothing of what was typed: the address may be somebody else's. */
export const acknowledgement: Compose = ({ reference, email }, { to }, { acknowledgement, mail }) => ({
  to: [bareMailbox(email)],
  replyTo: to.map(mailboxOf),
  subject: acknowledgement.subject,
  text: `${acknowledgement.text}\n\n${mail.reference}: ${reference}\n`,
  headers: { 'Auto-Submitted': 'auto-replied' },
  envelopeFrom: '',
});

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
