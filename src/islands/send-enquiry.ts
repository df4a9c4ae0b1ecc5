import type { Failure } from '../lib/contact-answer.ts';
import { ELAPSED_FIELD, type Enquiry, type EnquiryField, TRAP_FIELD } from '../lib/enquiry.ts';

export interface Sending {
  enquiry: Enquiry;
  trap: string;
  elapsed: number;
  /** The same for every try: the server stores one enquiry per key. */
  key: string;
}

export type SendResult = { reference: string } | { fields: Partial<Record<EnquiryField, string>> };

/** The message did not arrive, or may not have. */
export class SendError extends Error {
  readonly failure: Failure;
  /** Whether a retry may succeed. */
  readonly mayPass: boolean;
  constructor(failure: Failure, mayPass: boolean) {
    super(failure);
    this.failure = failure;
    this.mayPass = mayPass;
  }
}

const TIMEOUT_MS = 15_000;
const failures: Record<number, Failure> = {
  // A static host.
  404: 'closed',
  405: 'closed',
  409: 'conflict',
  413: 'tooLarge',
  429: 'busy',
};

export async function sendEnquiry(
  action: string,
  { enquiry, trap, elapsed, key }: Sending,
): Promise<SendResult> {
  const response = await fetch(action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ ...enquiry, [TRAP_FIELD]: trap, [ELAPSED_FIELD]: elapsed }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new SendError('offline', true);
  });
  // A static host answers with a page or something else.
  const body = (await response.json().catch(() => undefined)) as
    | Partial<{ reference: string; fields: object; failure: string }>
    | undefined;
  if (response.ok && body?.reference) return { reference: body.reference };
  if (response.status === 422 && body?.fields) return { fields: body.fields };
  // The day's limit is reached: a retry would fail too.
  if (body?.failure === 'full') throw new SendError('full', false);
  throw new SendError(failures[response.status] ?? 'unavailable', response.status >= 500);
}
