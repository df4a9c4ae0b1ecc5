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
  const parse = parsers.find(({ pattern }) => pattern.test(type))?.parse;
  if (!parse) return { status: 415, error: 'Send the form urlencoded, as multipart/form-data or as JSON.' };
  try {
    const sent = (await parse(body, type)).filter(([name]) => KNOWN.includes(name));
    if (sent.some(([, value]) => value instanceof Blob))
      return { status: 415, error: 'The form does not accept files.' };
    return { ...read(sent), key: key?.toString() || undefined };
  } catch (error) {
    const reason = error instanceof Unsound ? error.message : 'The body is not what its Content-Type says.';
    return { status: 400, error: reason };
  }
}

/** Every field is text, and is there once; a browser sends no other. */
function read(sent: Fields): Omit<Posted, 'address' | 'key'> {
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

const parsers: { pattern: RegExp; parse: (body: Buffer, type: string) => Fields | Promise<Fields> }[] = [
  {
    pattern: /^application\/x-www-form-urlencoded\b/i,
    // By hand: URLSearchParams puts U+FFFD in the place of what is no UTF-8, and nobody would know what was written.
    parse: (body) => {
      const pairs = utf8(body).split('&', MOST_FIELDS + 1);
      if (pairs.length > MOST_FIELDS) throw TOO_MANY_FIELDS;
      return pairs.flatMap((pair): Fields => {
        const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
        const name = unescaped(pair.slice(0, end));
        return KNOWN.includes(name) ? [[name, unescaped(pair.slice(end + 1))]] : [];
      });
    },
  },
  {
    pattern: /^multipart\/form-data\b/i,
    parse: async (body, type) => {
      expectFewParts(body, type);
      const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
      const fields: Fields = [...form];
      // A file need not be text, and is refused as a file.
      if (!fields.some(([, value]) => value instanceof Blob)) utf8(body);
      return fields;
    },
  },
  {
    pattern: /^application\/json\b/i,
    parse: (body) => {
      const text = utf8(body);
      const names = namesIn(text);
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null) throw NOT_FLAT;
      const twice = names.find((name, i) => KNOWN.includes(name) && names.indexOf(name) !== i);
      if (twice) throw new Unsound(`The field ‘${twice}’ was sent twice; send it once.`);
      return Object.entries(value);
    },
  },
];

/**
 * Every name of a flat JSON object, in order: of two that are the same, JSON.parse keeps one without a word. Read before
 * it is parsed, because thousands of names, or of lists in lists, take several milliseconds.
 */
function namesIn(json: string): string[] {
  const names: string[] = [];
  let [from, to, objects] = [0, 0, 0];
  let isInside = false;
  for (let i = 0; i < json.length; i++) {
    const sign = json[i];
    if (isInside && sign === '\\') i++;
    else if (sign === '"') {
      isInside = !isInside;
      if (isInside) from = i;
      else to = i + 1;
    } else if (isInside) continue;
    else if (sign === '[' || (sign === '{' && ++objects > 1)) throw NOT_FLAT;
    else if (sign === ':') {
      if (names.length === MOST_FIELDS) throw TOO_MANY_FIELDS;
      names.push(String(JSON.parse(json.slice(from, to))));
    }
  }
  return names;
}

/** What a browser writes above a part is some hundred bytes; many lines there take a parser many milliseconds. */
const LONGEST_PART_HEAD_BYTES = 1000;

/** As browsers write it. Of two boundaries in one line, a parser might follow the other. */
const MULTIPART = /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i;

const ENCODED = /content-transfer-encoding:\s*(base64|quoted)/i;

function expectFewParts(body: Buffer, type: string): void {
  const [, , name] = MULTIPART.exec(type) ?? [];
  if (name === undefined) throw ONE_BOUNDARY;
  const boundary = `--${name}`;
  let parts = 0;
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at + boundary.length)) {
    const head = body.subarray(at + boundary.length, at + boundary.length + LONGEST_PART_HEAD_BYTES);
    const end = head.indexOf('\r\n\r\n');
    const isLast = head.indexOf('--') === 0;
    if (!isLast && (++parts > MOST_FIELDS || end < 0)) throw TOO_MANY_FIELDS;
    // The bytes below are checked as they are, so they have to be the text.
    if (ENCODED.test(head.toString('latin1', 0, Math.max(end, 0)))) throw NO_TEXT;
  }
}

const [PLUS, PERCENT, SPACE] = Buffer.from('+% ');
/** In one pass over the bytes. A percent sign that begins no code is one, as a browser reads it. */
function unescaped(text: string): string {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i] === PERCENT ? hexAt(bytes, i + 1) : -1;
    if (code >= 0) i += 2;
    bytes[length++] = code >= 0 ? code : bytes[i] === PLUS ? (SPACE ?? 0) : (bytes[i] ?? 0);
  }
  return utf8(bytes.subarray(0, length));
}

/** The byte that two digits stand for; -1 where they are none. */
function hexAt(bytes: Buffer, i: number): number {
  const [high, low] = [HEX[bytes[i] ?? 0] ?? -1, HEX[bytes[i + 1] ?? 0] ?? -1];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}
const HEX = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

const NO_TEXT = new Unsound(
  'The text is not UTF-8, so we cannot read it as it was meant. Send it again as UTF-8.',
);
const ONE_BOUNDARY = new Unsound('Send multipart/form-data with its boundary, and nothing behind that.');
const NOT_FLAT = new Unsound('Send one JSON object with the fields of the form, each as text.');
const TOO_MANY_FIELDS = new Unsound(`Send at most ${MOST_FIELDS} fields.`);
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
function utf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw NO_TEXT;
  }
}
