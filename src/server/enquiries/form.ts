import type { IncomingHttpHeaders } from 'node:http';
import { ELAPSED_FIELD, enquiryFields, readEnquiry, TRAP_FIELD } from '../../lib/enquiry.ts';
import type { Posted } from './accept.ts';

/** A request that cannot be read as an enquiry, and the sentence that says why. */
export interface Unreadable {
  status: 400 | 413 | 415;
  error: string;
}

const KEY_LIMIT = 255;
const KNOWN = [...enquiryFields, TRAP_FIELD, ELAPSED_FIELD];
/** Several times what the form has; browsers and extensions may add a few of their own. */
const MOST_FIELDS = 30;

/** Names and values in the order in which they were sent. */
type Fields = [name: string, value: unknown][];

/** Thrown while a body is read: what is wrong with it. */
class Unsound extends Error {}

/** Reads a posted enquiry, in whichever of the three forms it comes. */
export async function readPost(
  headers: IncomingHttpHeaders,
  body: Buffer = Buffer.alloc(0),
): Promise<Omit<Posted, 'address'> | Unreadable> {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && key.length > KEY_LIMIT)
    return { status: 400, error: `The Idempotency-Key is longer than ${KEY_LIMIT} characters.` };
  const type = headers['content-type'] ?? '';
  const read = readers[/^[a-z]+\/[a-z-]+/.exec(type.toLowerCase())?.[0] ?? ''];
  if (!read) return { status: 415, error: 'Send the form urlencoded, as multipart/form-data or as JSON.' };
  try {
    const sent = (await read(body, type)).filter(([name]) => KNOWN.includes(name));
    if (sent.some(([, value]) => value instanceof Blob))
      return { status: 415, error: 'The form does not accept files.' };
    return { ...postedIn(sent), key: key?.toString() || undefined };
  } catch (error) {
    const reason = error instanceof Unsound ? error.message : 'The body is not what its Content-Type says.';
    return { status: 400, error: reason };
  }
}

/** Every field is text, and is there once; a browser sends no other. */
function postedIn(sent: Fields): Omit<Posted, 'address' | 'key'> {
  const fields = new Map<string, string>();
  for (const [name, value] of sent) {
    if (fields.has(name)) throw new Unsound(`The field ‘${name}’ was sent twice; send it once.`);
    if (name === ELAPSED_FIELD && typeof value === 'number') fields.set(name, String(value));
    else if (typeof value === 'string') fields.set(name, value);
    else if (value !== null) throw new Unsound(`The field ‘${name}’ is not text; send it as text.`);
  }
  const elapsed = fields.get(ELAPSED_FIELD);
  return {
    enquiry: readEnquiry(fields),
    trap: fields.get(TRAP_FIELD) ?? '',
    elapsed: elapsed === undefined ? undefined : Number(elapsed),
  };
}

/** Each counts fields before it parses them: tens of thousands would take a parser many milliseconds. */
const readers: Record<string, (body: Buffer, type: string) => Fields | Promise<Fields>> = {
  'application/x-www-form-urlencoded': (body) => {
    const text = utf8(body);
    expectFew(text.split('&').length);
    // URLSearchParams puts U+FFFD in the place of what is not UTF-8; decodeURIComponent refuses that, and a bare % too.
    orNotUtf8(() => decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25')));
    return [...new URLSearchParams(text)];
  },

  'multipart/form-data': async (body, type) => {
    const [, , boundary] = MULTIPART.exec(type) ?? [];
    if (boundary === undefined)
      throw new Unsound('Send multipart/form-data with its boundary, and nothing behind that.');
    const [, ...parts] = body.toString('latin1').split(`--${boundary}`);
    expectFew(parts.length - 1);
    if (parts.some((part) => (part.indexOf('\r\n\r\n') + 1 || part.length) > LONGEST_PART_HEAD))
      throw new Unsound('The head of a part is too long. Send the form as a browser does.');
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
    const fields: Fields = [...form];
    if (fields.some(([, value]) => value instanceof Blob)) return fields;
    // A part in another encoding, such as base64, is not found in the body as it was sent.
    const text = utf8(body);
    if (!fields.every(([, value]) => text.includes(String(value)))) throw NOT_UTF8;
    return fields;
  },

  'application/json': (body) => {
    const text = utf8(body);
    const frame = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '');
    const count = frame.split(':').length - 1;
    if (!/^\s*\{[^[{]*$/.test(frame))
      throw new Unsound('Send one JSON object with the fields of the form, each as text.');
    expectFew(count);
    const fields = Object.entries(JSON.parse(text));
    // Of two fields with one name, JSON.parse drops the first.
    if (fields.length !== count) throw new Unsound('A field was sent twice; send each once.');
    return fields;
  },
};

/** As browsers write it. Of two boundaries in one line, a parser might follow the other. */
const MULTIPART = /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i;
/** What a browser writes above a part is some hundred bytes. */
const LONGEST_PART_HEAD = 1000;

function expectFew(count: number): void {
  if (count > MOST_FIELDS) throw new Unsound(`Send at most ${MOST_FIELDS} fields.`);
}

const NOT_UTF8 = new Unsound(
  'The text is not UTF-8, so we cannot read it as it was meant. Send it again as UTF-8.',
);
function orNotUtf8<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    throw NOT_UTF8;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8 = (bytes: Buffer) => orNotUtf8(() => decoder.decode(bytes));
