import type { Enquiry } from '../../lib/enquiry.ts';

export interface Signs {
  enquiry: Enquiry;
  /** What was written into the field that no person sees. */
  trap: string;
  /** Milliseconds from opening the page to sending, where a script could measure them. */
  elapsed?: number | undefined;
}

/** Nobody opens the page, writes a sentence and sends it within a second. */
const LEAST_TIME = 1000;
/** A shop, a deck and a profile are what a founder shows; more is what a link seller shows. */
const MOST_LINKS = 3;
const LINK = /https?:\/\/|\bwww\.|<a\s|\[url/gi;

/** Why an enquiry is set aside, if it is. It is stored all the same, and the owner can take it back. */
export function spamSign({ enquiry, trap, elapsed }: Signs): string | null {
  if (trap) return 'hidden field filled in';
  if (elapsed !== undefined && elapsed < LEAST_TIME) return 'sent within a second';
  const links = Object.values(enquiry).join('\n').match(LINK)?.length ?? 0;
  return links > MOST_LINKS ? `${links} links` : null;
}
