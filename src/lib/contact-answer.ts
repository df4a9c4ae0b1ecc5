import { type Enquiry, type EnquiryErrors, enquiryText } from './enquiry.ts';
import { mailto } from './mailto.ts';

/** Why a valid message was not accepted. Each has its sentence in content/pages/contact.yaml. */
export type Failure =
  | 'offline'
  | 'unavailable'
  | 'busy'
  | 'conflict'
  | 'tooLarge'
  | 'unreadable'
  | 'tooMany'
  /** The day’s limit of messages is reached. */
  | 'full'
  /** A static host, which takes no messages. */
  | 'closed';

/** Whether the message may have arrived: no answer came, or it came too late. */
export const isUnknown = (failure: Failure) => failure === 'offline' || failure === 'unavailable';

/** Whether sending it again at once would fail too. */
export const isRefused = (failure: Failure) => !isUnknown(failure) && failure !== 'conflict';

/** The answer of the contact page to a posted form. */
export type ContactAnswer =
  | { kind: 'sent'; reference: string }
  | { kind: 'invalid'; enquiry: Enquiry; errors: EnquiryErrors }
  | { kind: 'failed'; failure: Failure; enquiry?: Enquiry };

/** The start of the page's title while it shows an answer: a screen reader reads it first. */
export const titleStart = (
  words: { errors: { title: string }; sent: { heading: string } },
  kind: ContactAnswer['kind'],
) => `${kind === 'sent' ? words.sent.heading : words.errors.title}: `;

/** A mail link with the message that could not be sent. */
export const mailInstead = (contactEmail: string, subject: string, enquiry: Enquiry) =>
  mailto(contactEmail, { subject, body: enquiryText(enquiry) });
