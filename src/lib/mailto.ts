export interface Mail {
  subject?: string;
  body?: string;
}

/** A mail link. RFC 6068 wants %20 for spaces and CRLF for line breaks, which URLSearchParams does not give. */
export function mailto(address: string, mail: Mail = {}): string {
  const query = (['subject', 'body'] as const)
    .filter((key) => mail[key])
    .map((key) => `${key}=${encodeURIComponent(wellFormed(mail[key] ?? '').replace(/\r?\n/g, '\r\n'))}`)
    .join('&');
  return `mailto:${address}${query && `?${query}`}`;
}

/** encodeURIComponent throws on a lone surrogate. Both that and a browser without toWellFormed are rare. */
const wellFormed = (text: string) => text.toWellFormed?.() ?? text;
