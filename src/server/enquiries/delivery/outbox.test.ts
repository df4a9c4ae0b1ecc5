import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../tests/support/content.ts';
import { type MailServer, type Reply, startMailServer } from '../../../../tests/support/smtp.ts';
import { type Enquiry, emptyEnquiry, enquiryText } from '../../../lib/enquiry.ts';
import { type Environment, parseEnv } from '../../environment.ts';
import { openStore } from '../open.ts';
import { look } from '../owner/actions.ts';
import { whole } from '../owner/print.ts';
import type { Kind } from '../store/enquiries.ts';
import { openSqlite } from '../store/sqlite.ts';
import { createStore, type EnquiryStore } from '../store/store.ts';
import { openChannels } from './channels.ts';
import { type Outbox, startOutbox } from './outbox.ts';

const words = wordsOf('contact');
const SECRET = 'a secret of sixteen or more';
const enquiry: Enquiry = {
  ...emptyEnquiry,
  firstName: 'Zoë\u202e',
  lastName: '<script>alert(1)</script>',
  email: 'zoë@shop.example',
  company: 'Bcc: eve@evil.example',
  message: 'नमस्ते 🚀\n.\n\n<b>bold</b> & "quoted"',
};

let folder: string;
let mailServer: MailServer;
let store: EnquiryStore;
let running: Outbox[];
let told: Record<string, unknown>[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  mailServer = await startMailServer();
  store = openStore(environment()).store;
  running = [];
  told = [];
});
afterEach(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()));
  await store.close();
  await mailServer.stop();
  rmSync(folder, { recursive: true });
});

const environment = (more: Record<string, string> = {}): Environment =>
  parseEnv(
    {
      DATABASE_URL: `file:${folder}/enquiries.db`,
      SMTP_URL: mailServer?.url ?? '',
      MAIL_FROM: 'Website <site@firm.example>',
      MAIL_TO: 'owner@firm.example, second@firm.example',
      ...more,
    },
    { contactEmail: 'contact@firm.example', name: 'The Firm', retentionMonths: 24 },
  );
const start = (more: Record<string, string> = {}) => {
  const outbox = startOutbox({
    store,
    channels: openChannels(environment(more), words),
    firstDelay: 50,
    interval: 50,
    log: (event, details) => told.push({ event, ...details }),
  });
  running.push(outbox);
  return outbox;
};
const add = async (change: Partial<Enquiry> = {}, kinds: Kind[] = ['mail']) => {
  const added = await store.add({ enquiry: { ...enquiry, ...change }, spam: null, kinds });
  if (typeof added === 'string') throw new Error(added);
  return added.reference;
};
const delivery = async (reference: string, kind: Kind = 'mail') =>
  (await store.find(reference))?.deliveries.find((one) => one.kind === kind);
const reaches = (reference: string, state: string, kind: Kind = 'mail') =>
  expect.poll(async () => (await delivery(reference, kind))?.state, { timeout: 15_000 }).toBe(state);

/** What the log was told of deliveries that ended so. */
const reasonsTold = (state: string) =>
  told.filter((one) => one.event === 'delivery' && one.state === state).map(({ reason }) => String(reason));
const expectNothingOfTheVisitor = () => {
  for (const part of ['zo', 'Zo', 'नमस्ते', 'evil', 'alert', 'shop'])
    expect(JSON.stringify(told)).not.toContain(part);
};

describe('the mail to the owner', () => {
  it('holds everything, and makes a header of nothing that a visitor typed', async () => {
    const reference = await add();
    start();
    await reaches(reference, 'sent');
    const [received, ...more] = mailServer.received;
    expect(more).toEqual([]);
    expect(received).toMatchObject({
      from: 'site@firm.example',
      to: ['owner@firm.example', 'second@firm.example'],
    });
    const { headers, subject, messageId, replyTo, text = '', html = '' } = received?.mail ?? { headers: [] };
    expect(subject).toContain(`${words.mail.subject} ${reference}`);
    expect(messageId).toBe(`<${reference}.enquiry@firm.example>`);
    expect(replyTo?.map(({ address }) => address)).toEqual([enquiry.email]);
    for (const value of Object.values(enquiry)) expect(text.replaceAll('\r\n', '\n')).toContain(value);
    expect(text).toContain(reference);
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<b>bold');
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot;');
    const others = headers
      .filter(({ key }) => key !== 'reply-to' && key !== 'subject')
      .map(({ value }) => value);
    for (const typed of ['evil', 'Zoë', 'shop.example', 'script'])
      expect(others.join('\n')).not.toContain(typed);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('reaches whoever is not refused, and says who was', async () => {
    mailServer.mood = ([to]) => (to === 'second@firm.example' ? 550 : 'takes');
    const reference = await add();
    start();
    await reaches(reference, 'sent');
    expect(mailServer.received.map(({ to }) => to)).toEqual([['owner@firm.example']]);
    expect((await delivery(reference))?.error).toContain('second@firm.example');
  });

  it('is parked when it is refused for good, and holds up no other', async () => {
    const refused = await add({ message: 'The first message' });
    let mails = 0;
    mailServer.mood = () => (mails++ < 2 ? 550 : 'takes');
    start();
    await reaches(refused, 'parked');
    const other = await add({ message: 'The second message' });
    await reaches(other, 'sent');
    expect(await delivery(refused)).toMatchObject({
      state: 'parked',
      tries: 1,
      error: expect.stringContaining('550'),
    });
    await store.resend(refused, 'Ada');
    await reaches(refused, 'sent');
  });

  const sayOnce = (step: 'connect' | 'sender' | 'recipient' | 'message', reply: Reply) => {
    const isOver = (tries: number) => tries > (step === 'recipient' ? 2 : 1);
    let tries = 0;
    const once = () => (isOver(++tries) ? undefined : reply);
    if (step === 'recipient') mailServer.mood = () => once() ?? 'takes';
    else mailServer.says[step] = once;
  };

  it.each([
    ['connect', '554 5.3.2 No service for you'],
    ['connect', '421 Too busy'],
    ['sender', '550 5.1.8 Sender address rejected'],
    ['sender', '553 Not your address'],
    ['recipient', '530 5.7.0 Authentication required'],
    ['recipient', '535 Log in first'],
    ['recipient', '554 5.7.1 Relay access denied'],
    ['recipient', '550 relay not permitted'],
    ['recipient', '550 5.1.8 <site@firm.example>: Sender address rejected: Domain not found'],
    ['recipient', '552 5.2.2 Mailbox full'],
    ['recipient', '421 4.3.2 Closing'],
    ['message', '550 5.7.26 Unauthenticated mail is prohibited'],
    ['message', '554 5.7.1 Refused by policy'],
    ['message', '451 4.7.1 Greylisted'],
  ] as const)(
    'is tried again when at %s the server says ‘%s’: it is no fault of this mail',
    async (step, reply) => {
      sayOnce(step, reply as Reply);
      const reference = await add({ email: 'ada@shop.example' });
      start();
      await reaches(reference, 'sent');
      expect((await delivery(reference))?.tries).toBeGreaterThan(1);
      expect(mailServer.received).toHaveLength(1);
    },
  );

  it('is tried again when the login is refused, until it is right', async () => {
    await mailServer.stop();
    mailServer = await startMailServer(0, () => {}, { login: { user: 'site', pass: 'right' } });
    const reference = await add();
    const withLogin = (login: string) => ({ SMTP_URL: mailServer.url.replace('//', `//${login}@`) });
    const wrong = start(withLogin('site:wrong'));
    await expect.poll(async () => (await delivery(reference))?.error).toContain('535');
    await wrong.stop();
    const without = start();
    await expect.poll(async () => (await delivery(reference))?.error).toContain('530');
    await without.stop();
    expect((await delivery(reference))?.state).toBe('waiting');
    start(withLogin('site:right'));
    await reaches(reference, 'sent');
    expect(mailServer.received).toHaveLength(1);
  });

  it.each([
    ['recipient', '550 5.1.1 No such mailbox'],
    ['recipient', '553 Address not allowed'],
    ['message', '554 5.6.0 Content refused'],
    ['message', '552 Too large'],
  ] as const)('is parked when at %s the server says ‘%s’', async (step, reply) => {
    sayOnce(step, reply);
    const reference = await add({ email: 'ada@shop.example' });
    start();
    await reaches(reference, 'parked');
    expect((await delivery(reference))?.error).toContain(reply);
  });

  it.each(['450 4.2.1 Try later', '554 5.7.1 Not now'] as const)(
    'reaches those who were told ‘%s’ later, and those who have it no second time',
    async (reply) => {
      let refusals = 0;
      mailServer.mood = ([to]) => {
        if (to === 'third@firm.example') return '550 5.1.1 Unknown';
        return to === 'second@firm.example' && ++refusals < 3 ? reply : 'takes';
      };
      const reference = await add();
      start({ MAIL_TO: 'owner@firm.example, Second <second@firm.example>, third@firm.example' });
      await reaches(reference, 'sent');
      expect(mailServer.received.map(({ to }) => to)).toEqual([
        ['owner@firm.example'],
        ['second@firm.example'],
      ]);
      // Whoever gets it later sees the same mail as the others.
      const [first, second] = mailServer.received.map(({ mail }) => mail);
      expect(second?.to).toEqual(first?.to);
      expect(second?.messageId).toBe(first?.messageId);
      const { tries, error } = (await delivery(reference)) ?? {};
      expect(tries).toBe(3);
      expect(error).toContain('third@firm.example');
      expect(error).not.toContain('second@firm.example');
      await store.resend(reference, 'Ada');
      await expect
        .poll(() => mailServer.received.at(-1)?.to)
        .toEqual(['owner@firm.example', 'second@firm.example']);
    },
  );

  it('is sent, not parked, when the last of several is refused in the end', async () => {
    let asked = 0;
    mailServer.mood = ([to]) => {
      if (to !== 'second@firm.example') return 'takes';
      return ++asked === 1 ? 450 : 550;
    };
    const reference = await add();
    start();
    await reaches(reference, 'sent');
    expect(mailServer.received.map(({ to }) => to)).toEqual([['owner@firm.example']]);
    expect((await delivery(reference))?.error).toContain('second@firm.example');
  });

  it.each([450, 'drops'] as const)('is repeated when the server %s', async (mood) => {
    let mails = 0;
    mailServer.mood = () => (mails++ < 4 ? mood : 'takes');
    const reference = await add();
    start();
    await reaches(reference, 'sent');
    expect(mailServer.received).toHaveLength(1);
    expect((await delivery(reference))?.tries).toBeGreaterThan(1);
  });

  it('waits for a server that is not there, with longer and longer pauses, until it is', async () => {
    const port = Number(new URL(mailServer.url).port);
    await mailServer.stop();
    const reference = await add();
    start();
    await expect.poll(async () => (await delivery(reference))?.tries, { timeout: 15_000 }).toBeGreaterThan(2);
    expect(await delivery(reference)).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining('ECONNREFUSED'),
    });
    mailServer = await startMailServer(port);
    await reaches(reference, 'sent');
    expect(mailServer.received).toHaveLength(1);
  });

  it('is sent once by several processes', async () => {
    const references = await Promise.all(
      Array.from({ length: 20 }, (_, i) => add({ message: `Message number ${i}` })),
    );
    for (let i = 0; i < 3; i++) start();
    for (const reference of references) await reaches(reference, 'sent');
    const ids = mailServer.received.map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
  });

  it('goes out at once when the outbox is woken', async () => {
    const outbox = start();
    const reference = await add();
    outbox.wake();
    await reaches(reference, 'sent');
  });

  it('is not sent for spam', async () => {
    const reference = await add();
    await store.mark(reference, 'spam', 'Ada');
    const outbox = start();
    const other = await add({ message: 'Another message' });
    outbox.wake();
    await reaches(other, 'sent');
    expect(await delivery(reference)).toMatchObject({ state: 'held', tries: 0 });
    expect(mailServer.received).toHaveLength(1);
  });

  it('has the reason of a failure in the log, with the firm’s addresses and no other', async () => {
    mailServer.mood = ([to]) => `550 5.1.1 <${to}>: ask postmaster@host.example`;
    const reference = await add();
    start();
    await reaches(reference, 'parked');
    const [reason] = reasonsTold('parked');
    expect(reason).toContain('550 5.1.1 <owner@firm.example>: ask …');
    expect(reason).not.toContain('host.example');
  });

  it('leaves out of the log whatever a server quotes of the message', async () => {
    mailServer.says.message = (raw) => {
      const subject = /^Subject: (.*)$/m.exec(raw)?.[1]?.trim();
      return `554 5.6.0 Refused: ${subject} ${enquiry.message.slice(0, 6)} Zoë eve@evil.example`;
    };
    const reference = await add();
    start();
    await reaches(reference, 'parked');
    const [reason] = reasonsTold('parked');
    expect(reason).toMatch(/554 5\.6\.0$/);
    expect((await delivery(reference))?.error).toContain('Refused: ');
    expectNothingOfTheVisitor();
  });

  it('writes a bounded line into the log, on one line', async () => {
    mailServer.says.sender = () => `550 5.7.1 ${'Too long. '.repeat(100)}`;
    await add();
    start();
    await expect.poll(() => reasonsTold('waiting')).not.toHaveLength(0);
    const [reason] = reasonsTold('waiting');
    expect(reason).toContain('550 5.7.1 Too long.');
    expect(reason?.length).toBeLessThan(300);
  });
});

describe('the acknowledgement', () => {
  it.each(['zoë@shop.example', 'Zoe.Box@bücher.example', "o'zoe(zoe)@shop.example"])(
    'tells the log why it was refused, and nothing of %s',
    async (email) => {
      const box = email.split('@')[0];
      mailServer.mood = ([to]) =>
        to?.endsWith('@firm.example')
          ? 'takes'
          : `550 5.1.1 <${to}>: no ${box} (${box?.toLowerCase()}) at ${to?.split('@')[1]?.toUpperCase()} here`;
      const reference = await add({ email }, ['mail', 'acknowledgement']);
      start({ MAIL_ACK: '1' });
      await reaches(reference, 'parked', 'acknowledgement');
      const [reason] = reasonsTold('parked');
      expect(reason).toContain('550 5.1.1');
      expect(reason).toContain('here');
      expect(reason?.toLowerCase()).not.toMatch(/zo[eë]|shop|bücher|bcher/);
    },
  );

  it('goes to the visitor and repeats nothing of what was typed', async () => {
    const reference = await add({}, ['mail', 'acknowledgement']);
    start({ MAIL_ACK: '1' });
    await reaches(reference, 'sent', 'acknowledgement');
    const acknowledgement = mailServer.received.find(({ to }) => to.length === 1);
    expect(acknowledgement?.to).toEqual(['zoë@shop.example']);
    const { text = '', subject, headers = [] } = acknowledgement?.mail ?? {};
    expect(subject).toBe(words.acknowledgement.subject);
    expect(text).toContain(reference);
    expect(text).not.toContain('bold');
    expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }));
  });

  it('goes to one address once in an hour, however it is written and whoever sends it', async () => {
    const forms = ['Zoë@Bücher.example', 'zoe\u0308@BU\u0308CHER.example', 'ZOË@xn--bcher-kva.example'];
    const kinds: Kind[] = ['mail', 'acknowledgement'];
    const addAll = (round: number) =>
      Promise.all(forms.map((email, i) => add({ email, message: `Message ${round} ${i}` }, kinds)));
    const settled = async (references: string[]) => {
      for (const reference of references) await reaches(reference, 'sent');
      const found = () => Promise.all(references.map((one) => delivery(one, 'acknowledgement')));
      await expect.poll(async () => (await found()).map((one) => one?.state)).not.toContain('waiting');
      return found();
    };
    const acknowledged = () => mailServer.received.filter(({ to }) => !to.includes('owner@firm.example'));

    for (let i = 0; i < 3; i++) start({ MAIL_ACK: '1' });
    const references = await addAll(1);
    const first = await settled(references);
    expect(acknowledged()).toHaveLength(1);
    expect(first.map((one) => one?.state).sort()).toEqual(['held', 'held', 'sent']);
    const held = references.find((_, i) => first[i]?.state === 'held') ?? '';
    expect(whole(await look(store, held))).toMatch(/acknowledgement .+ is held back: .+ one an hour\.$/m);

    // A restart forgets nothing, and an hour later there may be another one.
    await Promise.all(running.splice(0).map((outbox) => outbox.stop()));
    start({ MAIL_ACK: '1' });
    const second = await settled(await addAll(2));
    expect(second.map((one) => one?.state)).toEqual(['held', 'held', 'held']);
    expect(acknowledged()).toHaveLength(1);
    await Promise.all(running.splice(0).map((outbox) => outbox.stop()));
    await store.close();
    store = createStore(openSqlite(`${folder}/enquiries.db`), () => Date.now() + 60 * 60_000);
    start({ MAIL_ACK: '1' });
    await settled(await addAll(3));
    expect(acknowledged()).toHaveLength(2);
  });

  it('is tried again for the same enquiry', async () => {
    let tries = 0;
    mailServer.mood = ([to]) => (to?.endsWith('shop.example') && ++tries < 3 ? 450 : 'takes');
    const reference = await add({}, ['acknowledgement']);
    start({ MAIL_ACK: '1' });
    await reaches(reference, 'sent', 'acknowledgement');
    expect(mailServer.received).toHaveLength(1);
  });

  it('comes from nobody on its envelope, so that no bounce comes back', async () => {
    await add({}, ['mail', 'acknowledgement']);
    start({ MAIL_ACK: '1' });
    await expect.poll(() => mailServer.received.length).toBe(2);
    const [toVisitor, toOwner] = mailServer.received.toSorted((a, b) => a.to.length - b.to.length);
    expect(toVisitor?.from).toBe('');
    expect(toVisitor?.mail.from?.address).toBe('site@firm.example');
    expect(mailServer.heard).toContain('MAIL FROM:<>');
    expect(toOwner?.from).toBe('site@firm.example');
  });

  it('does not hold up the mail to the owner when it is refused', async () => {
    mailServer.mood = ([to]) => (to?.endsWith('shop.example') ? 550 : 'takes');
    const reference = await add({}, ['mail', 'acknowledgement']);
    start({ MAIL_ACK: '1' });
    await reaches(reference, 'sent');
    await reaches(reference, 'parked', 'acknowledgement');
  });
});

describe('the webhook', () => {
  interface Call {
    path: string | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }
  let calls: Call[];
  let answers: number[];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ path: request.url, headers: request.headers, body });
    const status = answers.shift() ?? 200;
    if (status === 0) response.destroy();
    else response.writeHead(status, { Location: '/elsewhere' }).end();
  });
  let url: string;
  beforeEach(async () => {
    calls = [];
    answers = [];
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterEach(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  const startWebhook = () => start({ WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET });

  it('gets everything, signed', async () => {
    const reference = await add({}, ['webhook']);
    startWebhook();
    await reaches(reference, 'sent', 'webhook');
    expect(calls).toHaveLength(1);
    const { headers, body = '' } = calls[0] ?? {};
    expect(JSON.parse(body)).toMatchObject({ reference, ...enquiry });
    // What was written and who wrote it; nothing of what we noted.
    const escaped = enquiryText(enquiry)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    expect(escaped).toContain('&lt;b&gt;bold');
    expect(JSON.parse(body).text).toBe(`${reference}\n${escaped}`);
    expect(headers?.['x-signature-256']).toBe(
      `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    );
    expect(headers?.['idempotency-key']).toBe(reference);
  });

  it('is repeated after a 500 and a 429, and not after a 404', async () => {
    answers = [500, 429];
    const first = await add({ message: 'The first message' }, ['webhook']);
    startWebhook();
    await reaches(first, 'sent', 'webhook');
    expect(calls).toHaveLength(3);
    answers = [404];
    const second = await add({ message: 'The second message' }, ['webhook']);
    await reaches(second, 'parked', 'webhook');
    expect(calls).toHaveLength(4);
  });

  it.each([
    ['is not there', undefined, 'The webhook did not answer: ECONNREFUSED'],
    ['hangs up', 0, 'The webhook did not answer: UND_ERR_SOCKET'],
    ['sends it elsewhere', 302, 'The webhook answered 302'],
    ['fails', 500, 'The webhook answered 500'],
    ['refuses', 404, 'The webhook answered 404'],
  ])('keeps its own address secret when its host %s', async (_, answer, sentence) => {
    url += '/T0/hidden-token?key=hidden';
    if (answer === undefined) receiver.close();
    else answers = Array.from({ length: 100 }, () => answer);
    const reference = await add({}, ['webhook']);
    startWebhook();
    await expect.poll(async () => (await delivery(reference, 'webhook'))?.error).toBe(sentence);
    expect(told[0]).toMatchObject({ reason: sentence, state: answer === 404 ? 'parked' : 'waiting' });
    expect(JSON.stringify([told, await store.find(reference)])).not.toContain('hidden');
    expect(new Set(calls.map(({ path }) => path)).size).toBeLessThan(2);
  });

  it('does not wait for a mail server that hangs', async () => {
    mailServer.mood = () => 'hangs';
    const reference = await add({}, ['mail', 'webhook']);
    startWebhook();
    await reaches(reference, 'sent', 'webhook');
    expect(await delivery(reference)).toMatchObject({ state: 'waiting' });
    await mailServer.stop();
  });
});
