import { messageOf, shortened } from './finding.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  /** Where a redirect leads. */
  leadsTo: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** More than any answer of our server that is looked at. */
const MOST_BYTES = 100_000;

/** Requests an address. The server may be anybody's: follows no redirect, and reads only the beginning of the answer. */
export async function ask(address: string, request: RequestInit = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status, headers, body } = await fetch(address, { ...request, redirect: 'manual', signal });
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    const leadsTo = location === null ? undefined : shortened(URL.parse(location, address)?.href ?? location);
    return { status, headers, body: body ? await beginningOf(body) : '', leadsTo };
  } catch (error) {
    const { cause = error } = error as Error;
    // Where a name has several addresses, none of which answers, there is only a code.
    throw new Error(messageOf(cause) || (cause as NodeJS.ErrnoException).code);
  }
}

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MOST_BYTES) break;
  }
  return Buffer.concat(parts).toString('utf8', 0, MOST_BYTES);
}
