import type { IncomingMessage } from 'node:http';
import { ELAPSED_FIELD, enquiryFields, readEnquiry, TRAP_FIELD } from '../../lib/enquiry.ts';
import type { Post } from './accept.ts';

/** A request that cannot be read as an enquiry, and the sentence that says why. */
export interface Unreadable {
  status: 400 | 413 | 415;
  error: string;
}

const BODY_LIMIT = 64 * 1024;
const KEY_LIMIT = 255;

interface Fields {
  get(name: string): unknown;
}

/** Reads a posted enquiry of bounded size, in whichever of the three forms it comes. */
export async function readPost(request: IncomingMessage): Promise<Omit<Post, 'address'> | Unreadable> {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && key.length > KEY_LIMIT)
    return { status: 400, error: `The Idempotency-Key is longer than ${KEY_LIMIT} characters.` };
  const type = request.headers['content-type'] ?? '';
  const parse = parsers.find(({ pattern }) => pattern.test(type))?.parse;
  if (!parse) return { status: 415, error: 'Send the form urlencoded, as multipart/form-data or as JSON.' };
  const body = await readBody(request);
  if (!body) return { status: 413, error: 'The whole request may hold 64 kB.' };
  const fields = await parse(body, type).catch(() => undefined);
  if (!fields) return { status: 400, error: `The body is not what its type says: ${type}.` };
  if ([...enquiryFields, TRAP_FIELD].some((name) => fields.get(name) instanceof Blob))
    return { status: 415, error: 'The form takes no files.' };
  const elapsed = fields.get(ELAPSED_FIELD);
  return {
    enquiry: readEnquiry(fields),
    trap: String(fields.get(TRAP_FIELD) ?? ''),
    elapsed: elapsed === undefined || elapsed === null ? undefined : Number(elapsed),
    key: key?.toString() || undefined,
  };
}

const parsers: { pattern: RegExp; parse: (body: Buffer, type: string) => Promise<Fields | undefined> }[] = [
  {
    pattern: /^application\/x-www-form-urlencoded\b/i,
    parse: async (body) => new URLSearchParams(utf8(body)),
  },
  {
    pattern: /^multipart\/form-data\b/i,
    parse: (body, type) =>
      new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData(),
  },
  {
    pattern: /^application\/json\b/i,
    parse: async (body) => {
      const value: unknown = JSON.parse(utf8(body));
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      const fields = new Map(Object.entries(value));
      const isText = (name: string) => ['string', 'undefined'].includes(typeof fields.get(name));
      return enquiryFields.every(isText) ? fields : undefined;
    },
  },
];

const decoder = new TextDecoder('utf-8', { fatal: true });
const utf8 = (body: Buffer) => decoder.decode(body);

/** Undefined when it is too large. The connection outlives that: the answer still has to go out. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > BODY_LIMIT) return resolve(undefined);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_LIMIT) resolve(undefined);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
