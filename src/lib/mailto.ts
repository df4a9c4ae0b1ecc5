export interface Mail {
  subject?: string;
  body?: string;
}

/** A mail link. RFC 6068 wants %20 for spaces and CRLF for line breaks, which URLSearchParams does not give. */
export function mailto(address: string, mail: Mail = {}): string {
  const query = (['subject', 'body'] as const)
    .filter((key) => mail[key])
    .map((key) => `${key}=${encodeURIComponent(whole(mail[key] ?? '').replace(/\r?\n/g, '\r\n'))}`)
    .join('&');
  return `mailto:${address}${query && `?${query}`}`;
}

/** Half a character cannot be encoded. Browsers that do not know this method are rare, and so is half a character. */
const whole = (text: string) => text.toWellFormed?.() ?? text;
