import type { IncomingHttpHeaders } from 'node:http';
import { ELAPSED_FIELD, enquiryFields, readEnquiry, TRAP_FIELD } from '../../lib/enquiry.ts';
import { Refused } from '../failures.ts';
import type { Posted } from './accept.ts';

const MOST_KEY_CHARACTERS = 255;
const KNOWN = [...enquiryFields, TRAP_FIELD, ELAPSED_FIELD];
/** Names and values in the order in which they were sent. */
type Fields = [name: string, value: unknown][];

/** Reads a posted enquiry: urlencoded from a page without a script, JSON from the script or a program. */
export function readPost(
  headers: IncomingHttpHeaders,
  body: Buffer = Buffer.alloc(0),
): Omit<Posted, 'address'> {
  const key = headers['idempotency-key']?.toString();
  if (key && key.length > MOST_KEY_CHARACTERS)
    throw new Refused(400, `The Idempotency-Key is longer than ${MOST_KEY_CHARACTERS} characters.`);
  const type = headers['content-type'] ?? '';
  const read = readers[/^[a-z]+\/[a-z-]+/.exec(type.toLowerCase())?.[0] ?? ''];
  if (!read) throw new Refused(415, 'Send the form urlencoded or as JSON.');
  const sent = read(utf8(body));
  return { ...postedIn(sent.filter(([name]) => KNOWN.includes(name))), key: key || undefined };
}

/** Every field is text, and is there once; a browser sends no other. */
function postedIn(sent: Fields): Omit<Posted, 'address' | 'key'> {
  const fields = new Map<string, string>();
  for (const [name, value] of sent) {
    if (fields.has(name)) throw new Refused(400, `The field ‘${name}’ was sent twice; send it once.`);
    if (name === ELAPSED_FIELD && typeof value === 'number') fields.set(name, String(value));
    else if (typeof value === 'string') fields.set(name, value);
    else if (value !== null) throw new Refused(400, `The field ‘${name}’ is not text; send it as text.`);
  }
  const elapsed = fields.get(ELAPSED_FIELD);
  return {
    enquiry: readEnquiry(fields),
    trap: fields.get(TRAP_FIELD) ?? '',
    elapsed: elapsed === undefined ? undefined : Number(elapsed),
  };
}

const readers: Record<string, (text: string) => Fields> = {
  'application/x-www-form-urlencoded': (text) => {
    // URLSearchParams puts U+FFFD in the place of what is not UTF-8; decodeURIComponent refuses that, and a bare % too.
    orRefuse(NOT_UTF8, () => decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25')));
    return [...new URLSearchParams(text)];
  },
  'application/json': (text) => {
    const sent: unknown = orRefuse(NOT_JSON, () => JSON.parse(text));
    if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return Object.entries(sent);
    throw new Refused(400, 'Send one JSON object with the fields of the form, each as text.');
  },
};

const NOT_JSON = new Refused(400, 'The body is not JSON.');
const NOT_UTF8 = new Refused(
  400,
  'The text is not UTF-8, so we cannot read all of its characters. Send it again as UTF-8.',
);
function orRefuse<Value>(refusal: Refused, read: () => Value): Value {
  try {
    return read();
  } catch {
    throw refusal;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8 = (bytes: Buffer) => orRefuse(NOT_UTF8, () => decoder.decode(bytes));
