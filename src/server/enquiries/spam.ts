import type { Enquiry } from '../../lib/enquiry.ts';

export interface Signs {
  enquiry: Enquiry;
  /** What was written into the field that no person sees. */
  trap: string;
  /** Milliseconds from opening the page to sending, where a script could measure them. */
  elapsed?: number | undefined;
}

/** A person cannot open the page, write a sentence and send it within a second. */
const LEAST_TIME = 1000;
/** A shop, a deck and a profile are what a founder shows; more is what a link seller shows. */
const MOST_LINKS = 3;
/** One match for one link, however it is written. A tag ends before the next one begins, so that the search is linear. */
const LINK = /<a\s[^<>]*>|\[url[^[\]]*\]|(?:https?:\/\/|\bwww\.)[^\s<>"[\]]+/gi;

/**
 * Only what is certainly a program is set aside. What is merely doubtful reaches the owner like anything else, with a
 * mark: a founder with four links must not vanish.
 */
export function judge({ enquiry, trap, elapsed }: Signs): { spam: string | null; doubt: string | null } {
  const links = Object.values(enquiry).join('\n').match(LINK)?.length ?? 0;
  return { spam: robot(trap, elapsed), doubt: links > MOST_LINKS ? `${links} links` : null };
}

function robot(trap: string, elapsed: number | undefined): string | null {
  if (trap) return 'hidden field filled in';
  return elapsed !== undefined && elapsed < LEAST_TIME ? 'sent within a second' : null;
}
