import { type Enquiry, type EnquiryErrors, enquiryText } from './enquiry.ts';
import { mailto } from './mailto.ts';

/** Why a message was not taken, though nothing is wrong with it. Each has its sentence in content/pages/contact.yaml. */
export type Failure =
  | 'offline'
  | 'unavailable'
  | 'busy'
  | 'conflict'
  | 'tooLarge'
  | 'unreadable'
  | 'tooMany'
  /** The day has brought as many messages as it may. */
  | 'full'
  /** The host keeps files and takes no messages. */
  | 'closed';

/** Whether nobody can know if the message arrived: an answer did not come, or came too late. */
export const isUnknown = (failure: Failure) => failure === 'offline' || failure === 'unavailable';

/** Whether to send it again at once would fail as well. */
export const isRefused = (failure: Failure) => !isUnknown(failure) && failure !== 'conflict';

/** What the contact page answers to a posted form. */
export type ContactAnswer =
  | { kind: 'sent'; reference: string }
  | { kind: 'invalid'; enquiry: Enquiry; errors: EnquiryErrors }
  | { kind: 'failed'; failure: Failure; enquiry?: Enquiry };

/** What the page's title begins with while it shows an answer: it is what a screen reader says first. */
export const titleStart = (
  words: { errors: { title: string }; sent: { heading: string } },
  kind: ContactAnswer['kind'],
) => `${kind === 'sent' ? words.sent.heading : words.errors.title}: `;

/** A mail that carries what could not be sent. */
export const mailInstead = (contactEmail: string, subject: string, enquiry: Enquiry) =>
  mailto(contactEmail, { subject, body: enquiryText(enquiry) });
