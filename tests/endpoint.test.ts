import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerSlots } from '../src/lib/answer-slots.ts';
import { ELAPSED_FIELD, errorSentence, fieldRules, TRAP_FIELD } from '../src/lib/enquiry.ts';
import { routes } from '../src/routes.ts';
import { REFERENCE } from '../src/server/db/enquiries.ts';
import { storedIn } from './support/enquiries.ts';
import { ask } from './support/from.ts';
import { database, root, site, url, wordsOf } from './support/other-firm.ts';
import { expectSecured } from './support/secured.ts';
import { type RunningSite, startSite } from './support/server.ts';

const { form } = wordsOf('contact');
const { host } = new URL(site.url);
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
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

const post = (body: BodyInit | undefined, headers: Record<string, string> = {}, at = url) =>
  fetch(at + routes.contact, {
    method: 'POST',
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
const postJson = (value: unknown, headers: Record<string, string> = {}, at = url) =>
  post(JSON.stringify(value), { 'Content-Type': 'application/json', ...headers }, at);
const stored = (what: string) => storedIn(database, what);

const json = { Accept: 'application/json' };
const referenceIn = async (response: Response) => {
  expect(response.status).toBe(200);
  return ((await response.json()) as { reference: string }).reference;
};

it.each([
  ['JSON', (fields: Record<string, string>) => postJson(fields, { Accept: 'application/json, text/html' })],
  ['urlencoded', (fields: Record<string, string>) => post(new URLSearchParams(fields), json)],
])('an enquiry is taken as %s, in every script, and a program is answered in JSON', async (name, send) => {
  const message = `  नमस्ते, 你好, مرحبا 🚀 Zoe\u0308 \u202eabc\u202c = formula \ufffd ${name}\nContent-Transfer-Encoding: base64`;
  // Fields that the form does not have are left out.
  const others = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`other${i}`, 'a:"\\{']));
  const fields = another({ message });
  const response = await send({ ...others, ...fields });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const reference = await referenceIn(response);
  expect(reference).toMatch(REFERENCE);
  expect(stored(reference)).toMatchObject({ ...fields, spam: null });
});

describe('an enquiry is refused', () => {
  it.each([
    ['a long message', 'message', 'a'.repeat(fieldRules.message.most + 1), 'messageLong'],
    ['a header in the address', 'email', 'ada@example.com\r\nBcc: eve@example.com', 'emailInvalid'],
    ['a header in a name', 'lastName', 'Ada\nBcc: eve@example.com', 'controlCharacters'],
  ] as const)('for %s, with its sentence', async (_, field, value, error) => {
    const sentence = errorSentence(form.errors, field, error);
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

  it('under a key that another text has, or that is too long', async () => {
    const key = { 'Idempotency-Key': `conflict-${Date.now()}` };
    expect((await postJson(another(), key)).status).toBe(200);
    const response = await postJson(another(), key);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: form.failed.conflict });
    expect((await postJson(another(), { 'Idempotency-Key': 'k'.repeat(256) })).status).toBe(400);
  });

  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

  it.each([
    ['no JSON', JSON_TYPE, '{"email":'],
    ['a number for an address', JSON_TYPE, '{"email":1}'],
    ['a list', JSON_TYPE, '[]'],
    ['an object for the trap', JSON_TYPE, `{"${TRAP_FIELD}":{"toString":1}}`],
    ['lists in lists in lists', JSON_TYPE, `{"${ELAPSED_FIELD}":${deep}}`],
    ['nothing at all', JSON_TYPE, undefined],
    ['bytes that are no text', FORM_TYPE, Buffer.from([0x65, 0x3d, 0xff, 0xfe])],
    ['the same behind percent signs', FORM_TYPE, 'email=a@b.example&message=Half a letter %C3'],
    ['a field twice', FORM_TYPE, 'email=a@b.example&email=c@d.example'],
    ['parts', 'multipart/form-data; boundary=x', '--x--\r\n', 415],
    ['plain text', 'text/plain', 'email=a@b.example', 415],
  ])('for %s (%s)', async (_, type, body, status = 400) => {
    const response = await post(body, { ...json, 'Content-Type': type });
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: string };
    expect(error).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ['its own page behind a proxy', 303, { Origin: `https://${host}` }],
    ['its own page, as the browser says', 303, { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['a program without an origin', 303, {}],
    ['another site', 403, { Origin: 'https://elsewhere.example' }],
    ['another site, as the browser says', 403, { Origin: `https://${host}`, 'Sec-Fetch-Site': 'cross-site' }],
    ['a page without an origin', 403, { Origin: 'null' }],
  ])('or not: from %s it is %i', async (_, status, headers) => {
    // As a proxy passes it on: the visitor's host, but plain HTTP.
    const asked = { method: 'POST', headers: { Host: host, 'Content-Type': FORM_TYPE, ...headers } };
    const body = new URLSearchParams(another()).toString();
    expect(await ask(url + routes.contact, { ...asked, body })).toMatchObject({ status });
  });
});

it('a confirmation names the reference and nothing that was typed', async () => {
  const { headers } = await post(new URLSearchParams(another()));
  const page = await fetch(new URL(headers.get('location') ?? '', url));
  expect(page.headers.get('cache-control')).toBe('no-store');
  const text = await page.text();
  expect(text).toContain(new URL(page.url).searchParams.get('reference'));
  for (const part of ['Ünal', 'ada@example.com', 'Second line']) expect(text).not.toContain(part);
});

it.each<[number, string, () => Promise<Response>]>([
  [303, '', () => post(new URLSearchParams(another()))],
  [200, '', () => postJson(another())],
  [422, '', () => post(new URLSearchParams({ email: '"><img src=x onerror=alert(1)>' }))],
  [400, '', () => post('{', { 'Content-Type': JSON_TYPE })],
  [403, '', () => post(new URLSearchParams(another()), { Origin: 'https://elsewhere.example' })],
  [413, form.failed.tooLarge, () => post(new URLSearchParams({ message: 'a'.repeat(64 * 1024) }))],
  [415, '', () => post('x', { 'Content-Type': 'text/plain' })],
])(
  'an answer of %i sets no cookie, is kept by no cache and obeys the policy',
  async (status, words, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expectSecured(response, root);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).toContain(words);
    for (const markup of ['<img src=x', '<script>alert', '<b>bold', '    at '])
      expect(text).not.toContain(markup);
  },
);

it('spam is stored and set aside where it is certainly a program’s, and is not what merely has links', async () => {
  const trapped = await referenceIn(await postJson({ ...another(), [TRAP_FIELD]: 'https://x.example' }));
  expect(stored(trapped)).toMatchObject({ spam: expect.stringContaining('hidden field'), doubt: null });
  const message = `${another().message} http://a.example https://www.b.example www.c.example <a href=x> see`;
  const doubtful = await referenceIn(await postJson(another({ message })));
  expect(stored(doubtful)).toMatchObject({ spam: null, doubt: '4 links' });
});

it.each([
  ['an empty body', JSON_TYPE, 'Host: x\r\nContent-Length: 0\r\n\r\n'],
  ['an empty chunk', FORM_TYPE, 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['no body', JSON_TYPE, 'Host: x\r\n\r\n'],
  ['an upgrade', FORM_TYPE, 'Host: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'],
  ['half an address as its host', FORM_TYPE, 'Host: [::1\r\nContent-Length: 12\r\n\r\nemail=nobody'],
])('what comes with %s is answered at once, below 500', async (_, type, rest) => {
  const socket = connect(Number(new URL(url).port), 'localhost');
  socket.write(`POST ${routes.contact} HTTP/1.1\r\nContent-Type: ${type}\r\n${rest}`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /);
});

describe('on a day that has brought as many as it may', () => {
  let full: RunningSite;
  beforeAll(async () => {
    full = await startSite(root, { DAILY_LIMIT: '1' });
    expect((await postJson(another(), {}, full.url)).status).toBe(200);
  });
  afterAll(() => full.stop());

  it('a program reads that nothing was stored, and when to come back', async () => {
    const response = await postJson(another(), {}, full.url);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(24 * 60 * 60);
    expect(await response.json()).toMatchObject({ error: form.failed.full, failure: 'full' });
  });

  it('a visitor reads the same as a fact, and the mail is the next step', async () => {
    const fields = another();
    const response = await post(new URLSearchParams(fields), { Accept: 'text/html' }, full.url);
    expect(response.status).toBe(503);
    const page = await response.text();
    expect(page).toContain(form.failed.heading);
    expect(page).not.toContain(form.failed.unknown);
    expect(page).toContain(form.failed.full);
    expect(page).toContain('Second line');
    expect(storedIn(full.database, fields.message)).toBeUndefined();
  });
});

describe('with a limit', () => {
  let limited: RunningSite;
  beforeAll(async () => {
    limited = await startSite(root, { RATE_LIMIT: '3', TRUST_PROXY: '127.0.0.1,::1' });
  });
  afterAll(() => limited.stop());
  const send = (address: string, fields = another()) =>
    postJson(fields, { 'X-Forwarded-For': address }, limited.url);

  it('an address is answered with 429, when to try again and, in a browser, its text; others are not', async () => {
    const first = another();
    for (const fields of [first, another(), another()])
      expect((await send('192.0.2.1', fields)).status).toBe(200);
    const response = await send('192.0.2.1');
    expect(response.status).toBe(429);
    expectSecured(response, root);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    const { error, mailto } = (await response.json()) as { error: string; mailto: string };
    expect(error).toBe(form.failed.busy);
    expect(mailto).toContain(site.contactEmail);
    expect((await send('192.0.2.2')).status).toBe(200);
    const page = await post(
      new URLSearchParams(another()),
      { 'X-Forwarded-For': '192.0.2.1', Accept: 'text/html' },
      limited.url,
    );
    const text = await page.text();
    for (const words of [form.failed.busy, 'Second line']) expect(text).toContain(words);
    // What was accepted once is confirmed again, limit or not.
    expect((await send('192.0.2.1', first)).status).toBe(200);
  });

  it('wrong forms and look-ups count as well, each far above what a person sends', async () => {
    const wrong = () =>
      post(
        new URLSearchParams({ email: 'nobody' }),
        { 'X-Forwarded-For': '192.0.2.5', Accept: 'text/html' },
        limited.url,
      );
    const statuses = [];
    for (let i = 0; i < 70; i++) statuses.push((await wrong()).status);
    expect(statuses.indexOf(429)).toBe(60);
    const refused = await wrong();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain(form.failed.tooMany);
    const look = (address: string) =>
      fetch(`${limited.url}${routes.contact}?reference=BBBB-BBBB`, {
        headers: { 'X-Forwarded-For': address },
      });
    expect((await look('192.0.2.5')).status).toBe(429);
    expect((await look('192.0.2.6')).status).toBe(200);
    // What is limited are questions; a message that was never asked about still goes through from elsewhere.
    expect((await send('192.0.2.6')).status).toBe(200);
  });

  it('nothing is read of what is over the limit', async () => {
    const headers = {
      'X-Forwarded-For': '198.51.100.9',
      'Content-Type': 'application/json',
      'Content-Length': '60000',
    };
    for (let i = 0; i < 60; i++) await post('{}', { ...headers, 'Content-Length': '2' }, limited.url);
    const sent = request(limited.url + routes.contact, { method: 'POST', headers });
    sent.flushHeaders();
    // Its body never comes.
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(429);
    sent.destroy();
  });
});

describe('a page for a wrong form', () => {
  it('gives back everything that was typed', async () => {
    const message = 'x'.repeat(fieldRules.message.most * 8);
    const answer = await post(new URLSearchParams(another({ message })));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
  });

  it('takes what looks like a slot of its own for text', async () => {
    const { field: _, ...others } = answerSlots;
    const text = `$& $1 ${Object.values(others).join(' ')}`;
    const answer = await post(new URLSearchParams({ email: 'nobody', company: text, message: `\n${text}` }));
    const html = await answer.text();
    expect(html.split('$&amp; $1 ')).toHaveLength(3);
    expect(html).toContain(`value="${text.replace('&', '&amp;')}"`);
    expect(html).toContain(`>\n\n${text.replace('&', '&amp;')}</textarea>`);
  });
});
