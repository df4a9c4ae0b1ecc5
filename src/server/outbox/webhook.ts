import { createHmac } from 'node:crypto';
import { enquiryFields, enquiryText } from '../../lib/enquiry.ts';
import { Failed } from '../failures.ts';
import type { Channel } from './outbox.ts';

const TIMEOUT_MS = 10_000;
/** Answers of the 400s that may change with time; the others will not. */
const TEMPORARY = new Set([408, 425, 429]);

/**
 * Tells another program of an enquiry. The receiver knows us by the HMAC of the body, and a repetition by the
 * Idempotency-Key. `text` is what Slack shows; there, angle brackets and ampersands are markup.
 */
export const webhookChannel = ({ url, secret }: { url: string; secret: string }): Channel => ({
  send: async (enquiry) => {
    const { reference, receivedAt } = enquiry;
    const plain = `${reference}\n${enquiryText(enquiry)}`;
    const body = JSON.stringify({
      text: plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      reference,
      receivedAt,
      ...Object.fromEntries(enquiryFields.map((field) => [field, enquiry[field]])),
    });
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': reference,
        'X-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    }).catch(({ name, cause }: Error & { cause?: NodeJS.ErrnoException }) => {
      // Its message may quote the address, with the secret in its path.
      throw new Failed(`The webhook did not answer: ${cause?.code ?? name}`);
    });
    await response.body?.cancel();
    const { ok, status } = response;
    if (ok) return new URL(url).host;
    const isFinal = status >= 400 && status < 500 && !TEMPORARY.has(status);
    throw new Failed(`The webhook answered ${status}`, { isFinal });
  },
});
