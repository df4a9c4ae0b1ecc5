import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { limits, TRAP_FIELD } from '../src/lib/enquiry.ts';
import { routes } from '../src/routes.ts';
import { REFERENCE } from '../src/server/enquiries/store.ts';
import { wordsOf } from './support/content.ts';
import { storedIn } from './support/enquiries.ts';
import { expectSecured } from './support/secured.ts';
import { type RunningSite, startSite } from './support/server.ts';

const { form } = wordsOf('contact');
const { host } = new URL(site.url);
const typed = {
  firstName: 'Ünal',
  lastName: 'O’Brien <b>bold</b>',
  email: 'ada@example.com',
  company: 'Räder + Co',
  message: 'First line & <script>alert(1)</script>\nSecond line',
};
let count = 0;
const another = (change: Partial<typeof typed> = {}) => ({
  ...typed,
  message: `${typed.message} (${++count} of ${Date.now()})`,
  ...change,
});

const post = (body: BodyInit, headers: Record<string, string> = {}, url = inject('url')) =>
  fetch(url + routes.contact, { method: 'POST', body, headers, redirect: 'manual' });
const postJson = (value: unknown, headers: Record<string, string> = {}, url = inject('url')) =>
  post(JSON.stringify(value), { 'Content-Type': 'application/json', ...headers }, url);
const stored = (what: string) => storedIn(inject('database'), what);

describe('an enquiry is taken', () => {
  const multipart = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return data;
  };

  it.each([
    ['urlencoded', (fields: typeof typed) => new URLSearchParams(fields)],
    ['as multipart', multipart],
  ])('%s, and leads a browser to its confirmation', async (_, encode) => {
    const fields = another();
    const response = await post(encode(fields), { Accept: 'text/html' });
    expect(response.status).toBe(303);
    const confirmation = new URL(response.headers.get('location') ?? '', inject('url'));
    expect(confirmation.origin + confirmation.pathname).toBe(inject('url') + routes.contact);
    const reference = confirmation.searchParams.get('reference') ?? '';
    expect(stored(reference)).toMatchObject(fields);
    const page = await fetch(confirmation);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const text = await page.text();
    expect(text).toContain(reference);
    for (const part of ['Ünal', 'ada@example.com', 'Second line']) expect(text).not.toContain(part);
  });

  it.each([
    ['JSON', (fields: typeof typed) => postJson(fields)],
    [
      'JSON for a browser that prefers it',
      (fields: typeof typed) => postJson(fields, { Accept: 'application/json, text/html' }),
    ],
    ['a form', (fields: typeof typed) => post(new URLSearchParams(fields), { Accept: 'application/json' })],
  ])('as %s, and answers a program in JSON', async (_, send) => {
    const fields = another();
    const response = await send(fields);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { reference } = (await response.json()) as { reference: string };
    expect(reference).toMatch(REFERENCE);
    expect(stored(reference)).toMatchObject({ ...fields, spam: null });
  });

  it('in every script, composed and as typed', async () => {
    const message = 'नमस्ते, 你好, مرحبا 🚀 Zoe\u0308 \u202eabc\u202c = formula';
    const response = await postJson(another({ message }));
    const { reference } = (await response.json()) as { reference: string };
    expect(stored(reference)).toMatchObject({ message: message.normalize('NFC') });
  });

  it('once for a key, also when it is sent twenty times at once', async () => {
    const fields = another();
    const key = { 'Idempotency-Key': 'k'.repeat(255) + count };
    key['Idempotency-Key'] = key['Idempotency-Key'].slice(-255);
    const answers = await Promise.all(Array.from({ length: 20 }, () => postJson(fields, key)));
    const references = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(references.map(({ reference }) => reference)).size).toBe(1);
    expect(stored(fields.message)).toBeDefined();
  });
});

describe('an enquiry is refused', () => {
  it.each([
    ['a short message', 'message', 'a'.repeat(limits.messageLeast - 1), form.errors.messageShort],
    ['a long message', 'message', 'a'.repeat(limits.messageMost + 1), form.errors.messageLong],
    ['a blank message', 'message', ' \n ', form.errors.messageMissing],
    ['a long name', 'firstName', 'a'.repeat(limits.name + 1), form.errors.tooLong],
    ['two addresses', 'email', 'ada@example.com, eve@example.com', form.errors.emailInvalid],
    ['a header in the address', 'email', 'ada@example.com\r\nBcc: eve@example.com', form.errors.emailInvalid],
    ['a header in a name', 'lastName', 'Ada\nBcc: eve@example.com', form.errors.controlCharacters],
    ['a bell in the message', 'message', 'Ten letters\u0007 and more', form.errors.controlCharacters],
    ['a zero byte', 'company', 'Ada\u0000', form.errors.controlCharacters],
  ])('for %s, with its sentence', async (_, field, value, sentence) => {
    const fields = another({ [field]: value });
    const page = await post(new URLSearchParams(fields), { Accept: 'text/html' });
    expect(page.status).toBe(422);
    const errors = (await page.text()).matchAll(/<p id="(\w+)-error"[^>]*>([^<]*)</g);
    expect([...errors].map(([, name, text]) => [name, text])).toEqual([[field, sentence]]);
    const json = await postJson(fields);
    expect(json.status).toBe(422);
    expect(await json.json()).toEqual({ error: form.errors.heading, fields: { [field]: sentence } });
    if (field !== 'message') expect(stored(fields.message)).toBeUndefined();
  });

  it('when half a character was sent', async () => {
    const response = await post('{"email":"a@b.example","message":"Half a letter \\ud83d"}', {
      'Content-Type': 'application/json',
    });
    expect(response.status).toBe(422);
  });

  it('under a key that another text has', async () => {
    const key = { 'Idempotency-Key': `conflict-${Date.now()}` };
    expect((await postJson(another(), key)).status).toBe(200);
    const response = await postJson(another(), key);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: form.failed.conflict });
  });

  it.each([
    ['no JSON', 400, '{"email":', 'application/json'],
    ['a list', 400, '[]', 'application/json'],
    ['a number for an address', 400, '{"email":1}', 'application/json'],
    [
      'bytes that are no text',
      400,
      Buffer.from([0x65, 0x3d, 0xff, 0xfe]),
      'application/x-www-form-urlencoded',
    ],
    [
      'multipart without its end',
      400,
      '--x\r\nContent-Disposition: form-data',
      'multipart/form-data; boundary=x',
    ],
    ['multipart without a boundary', 400, 'x', 'multipart/form-data'],
    ['plain text', 415, 'email=a@b.example', 'text/plain'],
    ['XML', 415, '<a/>', 'application/xml'],
  ])('for %s with %i', async (_, status, body, type) => {
    const response = await post(body, { 'Content-Type': type, Accept: 'application/json' });
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: string };
    expect(error).toMatch(/^[A-Z].*\.$/);
  });

  it('with a file', async () => {
    const data = new FormData();
    data.set('email', 'a@b.example');
    data.set('message', new Blob(['x'.repeat(20)]), 'x.txt');
    expect((await post(data)).status).toBe(415);
  });

  it('under a key of more than 255 characters', async () => {
    expect((await postJson(another(), { 'Idempotency-Key': 'k'.repeat(256) })).status).toBe(400);
  });

  it('over 64 kB, to a program and to a browser', async () => {
    const body = new URLSearchParams(another({ message: 'a'.repeat(64 * 1024) }));
    const json = await post(body, { Accept: 'application/json' });
    expect(json.status).toBe(413);
    expect(await json.json()).toEqual({ error: expect.stringContaining('64 kB') });
    const page = await post(body, { Accept: 'text/html' });
    expect(page.status).toBe(413);
    expect(await page.text()).toContain(form.failed.tooLarge);
  });

  it.each([
    ['its own page behind a proxy', 303, { Origin: `https://${host}` }],
    ['its own page, as the browser says', 303, { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['a program without an origin', 303, {}],
    ['another site', 403, { Origin: 'https://elsewhere.example' }],
    ['another site, as the browser says', 403, { Origin: `https://${host}`, 'Sec-Fetch-Site': 'cross-site' }],
    ['a page without an origin', 403, { Origin: 'null' }],
  ])('or not: from %s it is %i', async (_, status, headers) => {
    expect(await postThroughProxy({ Host: host, ...headers })).toBe(status);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('by %s, with what is allowed', async (method) => {
    const response = await fetch(inject('url') + routes.contact, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });
});

describe('every answer', () => {
  it.each([
    ['303', () => post(new URLSearchParams(another()))],
    ['200', () => postJson(another())],
    ['422', () => post(new URLSearchParams({ email: '"><img src=x onerror=alert(1)>' }))],
    ['400', () => post('{', { 'Content-Type': 'application/json' })],
    ['403', () => post(new URLSearchParams(another()), { Origin: 'https://elsewhere.example' })],
    ['413', () => post(new URLSearchParams(another({ message: 'a'.repeat(64 * 1024) })))],
    ['415', () => post('x', { 'Content-Type': 'text/plain' })],
  ])('of %s sets no cookie, is kept by no cache and obeys the policy', async (status, send) => {
    const response = await send();
    expect(response.status).toBe(Number(status));
    expectSecured(response);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    for (const markup of ['<img', '<script>alert', '<b>bold', '    at ']) expect(text).not.toContain(markup);
  });
});

describe('spam is stored and set aside', () => {
  it.each([
    ['for a hidden field', { [TRAP_FIELD]: 'https://x.example' }, 'hidden field'],
    [
      'for its links',
      { message: 'http://a.example https://b.example www.c.example <a href=x> see' },
      '4 links',
    ],
  ])('%s', async (_, change, sign) => {
    const response = await postJson({ ...another(), ...change });
    expect(response.status).toBe(200);
    const { reference } = (await response.json()) as { reference: string };
    expect(stored(reference)).toMatchObject({ spam: expect.stringContaining(sign) });
  });
});

describe('with a limit', () => {
  let limited: RunningSite;
  beforeAll(async () => {
    limited = await startSite(process.cwd(), { RATE_LIMIT: '3', TRUST_PROXY: '127.0.0.1,::1' });
  });
  afterAll(() => limited.stop());
  const send = (address: string, fields = another()) =>
    postJson(fields, { 'X-Forwarded-For': address }, limited.url);

  it('an address is answered with 429 and when to try again; others are not', async () => {
    const first = another();
    for (const fields of [first, another(), another()])
      expect((await send('192.0.2.1', fields)).status).toBe(200);
    const response = await send('192.0.2.1');
    expect(response.status).toBe(429);
    expectSecured(response);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    const { error, mailto } = (await response.json()) as { error: string; mailto: string };
    expect(error).toBe(form.failed.busy);
    expect(mailto).toContain(site.contactEmail);
    expect((await send('192.0.2.2')).status).toBe(200);
    // What was accepted once is confirmed again, limit or not.
    expect((await send('192.0.2.1', first)).status).toBe(200);
  });

  it('a browser keeps its text', async () => {
    const fields = another();
    for (let i = 0; i < 3; i++) await send('192.0.2.3');
    const response = await post(
      new URLSearchParams(fields),
      { 'X-Forwarded-For': '192.0.2.3', Accept: 'text/html' },
      limited.url,
    );
    expect(response.status).toBe(429);
    const page = await response.text();
    expect(page).toContain(form.failed.busy);
    expect(page).toContain('Second line');
    expect(storedIn(limited.database, fields.message)).toBeUndefined();
  });

  it('twenty of the same at once count as one', async () => {
    const fields = another();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('192.0.2.4', fields)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});

/** A request as a proxy passes it on: the visitor's host, but plain HTTP. fetch would not let us name the host. */
function postThroughProxy(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(inject('url') + routes.contact, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });
    sent.once('error', reject);
    sent.once('response', (response) => resolve(response.resume().statusCode));
    sent.end(new URLSearchParams(another()).toString());
  });
}
