import type { Enquiry, EnquiryErrors } from './enquiry.ts';

/** Why a message was not taken, though nothing is wrong with it. Each has its sentence in content/pages/contact.yaml. */
export type Failure = 'offline' | 'unavailable' | 'busy' | 'conflict' | 'tooLarge';

/** What the contact page answers to a posted form. */
export type ContactAnswer =
  | { kind: 'sent'; reference: string }
  | { kind: 'invalid'; enquiry: Enquiry; errors: EnquiryErrors }
  | { kind: 'failed'; failure: Failure; enquiry?: Enquiry };
