import { createTransport, type SendMailOptions } from 'nodemailer';
import { enquiryFields } from '../../lib/enquiry.ts';
import type { Page } from '../../schemas/pages.ts';
import { type Channel, Refused } from './outbox.ts';
import type { StoredEnquiry } from './store.ts';

export interface MailSettings {
  url: string;
  from: string;
  to: string[];
}

interface Letter {
  /** What makes the Message-ID unique for an enquiry. */
  id: string;
  settings: MailSettings;
  words: Page<'contact'>;
}

/** Each step of the conversation may take this long; a lease of the outbox outlasts all of them together. */
const TIMEOUT = 10_000;

/** To the owner, with everything, and with the visitor as the one to answer. */
export const ownerMail = (
  { reference, ...enquiry }: StoredEnquiry,
  { settings, words }: Letter,
): SendMailOptions => {
  const { fields } = words.form;
  const rows = [
    ...enquiryFields
      .filter((field) => enquiry[field])
      .map((field) => [fields[field], enquiry[field]] as const),
    [words.mail.reference, reference] as const,
    [words.mail.received, enquiry.receivedAt.toUTCString()] as const,
  ];
  return {
    to: settings.to,
    // As an object: a list of addresses could hide in text.
    replyTo: { name: '', address: enquiry.email },
    subject: `${words.mail.subject} ${reference}`,
    text: rows.map(([label, value]) => `${label}:\n${value}\n`).join('\n'),
    html: `<dl>${rows.map(([label, value]) => `<dt><b>${escapeHtml(label)}</b></dt><dd style="margin:0 0 1em;white-space:pre-wrap">${escapeHtml(value)}</dd>`).join('')}</dl>`,
  };
};

/** To the visitor. It repeats nothing of what was typed: the address may be somebody else's. */
export const acknowledgement = (
  { reference, email }: StoredEnquiry,
  { settings, words }: Letter,
): SendMailOptions => ({
  to: { name: '', address: email },
  replyTo: settings.to,
  subject: words.acknowledgement.subject,
  text: `${words.acknowledgement.text}\n\n${words.mail.reference}: ${reference}\n`,
  headers: { 'Auto-Submitted': 'auto-replied' },
});

/** Sends one kind of letter. The Message-ID stays the same, so that a second copy can be known as one. */
export function mailChannel(
  letter: Letter,
  compose: (enquiry: StoredEnquiry, letter: Letter) => SendMailOptions,
): Channel {
  const { url, from } = letter.settings;
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.replace(/^.*@|>$/g, '');
  return async (enquiry) => {
    const messageId = `<${enquiry.reference}.${letter.id}@${host}>`;
    try {
      const { rejected } = await transport.sendMail({ from, messageId, ...compose(enquiry, letter) });
      return rejected.length > 0 ? `Refused for ${rejected.map(String).join(', ')}` : undefined;
    } catch (error) {
      throw isFinal(error) ? new Refused(error.message) : error;
    }
  };
}

/** The server refuses this very mail. A wrong password, say, is no fault of the mail: it is tried again. */
const isFinal = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
