import { messageOf, shortened } from './finding.ts';

export interface FetchedAnswer {
  status: number;
  headers: Headers;
  body: string;
  /** Where a redirect leads. */
  leadsTo: string | undefined;
}

const TIMEOUT_MS = 10_000;

/** Requests an address. Does not follow redirects: where one leads is a finding. */
export async function fetchAnswer(address: string, request: RequestInit = {}): Promise<FetchedAnswer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, { ...request, redirect: 'manual', signal });
    const { status, headers } = response;
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    const leadsTo = location === null ? undefined : shortened(URL.parse(location, address)?.href ?? location);
    return { status, headers, body: await response.text(), leadsTo };
  } catch (error) {
    const { cause = error } = error as Error;
    // Where a name has several addresses, none of which answers, there is only a code.
    throw new Error(messageOf(cause) || (cause as NodeJS.ErrnoException).code);
  }
}
