import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { referenceOf } from '../../../tests/support/engines.ts';
import { contactWords as words } from '../../../tests/support/small-content.ts';
import { type MailServer, type Reply, startMailServer } from '../../../tests/support/smtp.ts';
import { type Enquiry, emptyEnquiry, enquiryText } from '../../lib/enquiry.ts';
import type { Kind } from '../db/deliveries.ts';
import { type EnquiryStore, openStore } from '../db/store.ts';
import { parseSettings, type Settings } from '../settings.ts';
import { mailChannels } from './mail.ts';
import { startOutbox } from './outbox.ts';
import { webhookChannel } from './webhook.ts';

const OWNER = 'owner@firm.example';
const SECRET = 'a secret of sixteen or more';
const enquiry: Enquiry = {
  ...emptyEnquiry,
  firstName: 'Zoë\u202e',
  lastName: '<script>alert(1)</script>',
  email: 'zoe@shop.example',
  company: 'Bcc: eve@evil.example',
  message: 'नमस्ते 🚀\n.\n\n<b>bold</b> & "quoted"',
};

let folder: string;
let mailServer: MailServer;
let store: EnquiryStore;
let running: ReturnType<typeof startOutbox>[];
let logged: Record<string, unknown>[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  mailServer = await startMailServer();
  store = openStore(environment().database);
  running = [];
  logged = [];
});
afterEach(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()));
  await store.close();
  await mailServer.stop();
});

const environment = (more: Record<string, string> = {}): Settings =>
  parseSettings(
    {
      DATABASE_URL: `file:${folder}/enquiries.db`,
      SMTP_URL: mailServer?.url ?? '',
      MAIL_FROM: 'Website <site@firm.example>',
      MAIL_TO: OWNER,
      ...more,
    },
    { contactEmail: 'contact@firm.example', name: 'The Firm', retentionMonths: 24 },
  );
function start(more: Record<string, string> = {}) {
  const { mail, webhook } = environment(more);
  running.push(
    startOutbox({
      store,
      channels: {
        ...(mail && mailChannels(mail, words, true)),
        ...(webhook && { webhook: webhookChannel(webhook) }),
      },
      firstDelayMs: 10,
      intervalMs: 10,
      log: (event, details) => logged.push({ event, ...details }),
    }),
  );
}
const add = async (change: Partial<Enquiry> = {}, kinds: Kind[] = ['mail']) =>
  referenceOf(await store.add({ enquiry: { ...enquiry, ...change }, spam: null, kinds }));
const delivery = async (reference: string, kind: Kind = 'mail') =>
  (await store.find(reference))?.deliveries.find((one) => one.kind === kind);
const reaches = (reference: string, state: string, kind: Kind = 'mail') =>
  expect.poll(async () => (await delivery(reference, kind))?.state, { interval: 10 }).toBe(state);

describe('the mail to the owner', () => {
  it('holds everything, and makes a header of nothing that a visitor typed', async () => {
    const reference = await add();
    start();
    await reaches(reference, 'sent');
    const [received, ...more] = mailServer.received;
    expect(more).toEqual([]);
    expect(received).toMatchObject({ from: 'site@firm.example', to: [OWNER] });
    const { headers, subject, messageId, replyTo, text = '', html = '' } = received?.mail ?? { headers: [] };
    expect(subject).toContain(`New enquiry ${reference}`);
    expect(messageId).toBe(`<${reference}.enquiry@firm.example>`);
    expect(replyTo?.map(({ address }) => address)).toEqual([enquiry.email]);
    for (const value of Object.values(enquiry)) expect(text.replaceAll('\r\n', '\n')).toContain(value);
    expect(html).not.toMatch(/<script>|<b>bold/);
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot;');
    const others = headers.filter(({ key }) => key !== 'reply-to' && key !== 'subject');
    expect(JSON.stringify(others)).not.toMatch(/evil|Zoë|shop\.example|script/);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
  });

  type Step = 'connect' | 'sender' | 'recipient' | 'message';
  function sayOnce(step: Step, reply: Reply) {
    let left = 1;
    const once = () => (left-- > 0 ? reply : undefined);
    if (step === 'recipient') mailServer.mood = () => once() ?? 'takes';
    else mailServer.says[step] = once;
  }

  it.each<[step: Step, reply: Reply]>([
    ['connect', '554 5.3.2 No service for you'],
    ['sender', '550 5.1.8 Sender address rejected'],
    ['recipient', '530 5.7.0 Authentication required'],
    ['recipient', '550 relay not permitted'],
    ['recipient', '550 5.1.8 <site@firm.example>: Domain not found'],
    ['recipient', '552 5.2.2 Mailbox full'],
    ['recipient', '421 4.3.2 Closing'],
    ['message', '550 5.7.26 Unauthenticated mail is prohibited'],
    ['message', '451 4.7.1 Greylisted'],
  ])('is tried again when at %s the server says ‘%s’: it is no fault of this mail', async (step, reply) => {
    sayOnce(step, reply);
    const reference = await add();
    start();
    await reaches(reference, 'sent');
    expect((await delivery(reference))?.tries).toBeGreaterThan(1);
    expect(mailServer.received).toHaveLength(1);
  });

  it.each<[step: Step, reply: Reply, reason: string]>([
    ['recipient', '550 5.1.1 No such mailbox of Zoë', 'EENVELOPE RCPT TO 550 5.1.1'],
    ['recipient', '553 Address zoe@shop.example not allowed', 'EENVELOPE RCPT TO 553'],
    ['message', '554 5.6.0 Content refused: alert(1)', 'EMESSAGE DATA 554 5.6.0'],
  ])(
    'is parked when at %s the server says ‘%s’, holds up no other, and may be sent again; the log has the codes alone',
    async (step, reply, reason) => {
      sayOnce(step, reply);
      const reference = await add();
      start();
      await reaches(reference, 'parked');
      expect(await delivery(reference)).toMatchObject({ tries: 1, error: expect.stringContaining(reply) });
      expect(logged).toMatchObject([{ event: 'delivery', state: 'parked', reason }]);
      expect(JSON.stringify(logged)).not.toMatch(/zo|alert|shop/i);
      await reaches(await add({ message: 'The second message' }), 'sent');
      await store.resend(reference, 'Ada');
      await reaches(reference, 'sent');
    },
  );

  it('goes to each recipient by itself: once to who takes it, again to who waits, no more to who refuses', async () => {
    let refusals = 0;
    mailServer.mood = ([to]) => {
      if (to === 'third@firm.example') return '550 5.1.1 Unknown';
      return to === 'second@firm.example' && ++refusals < 3 ? '450 4.2.1 Try later' : 'takes';
    };
    const reference = await add();
    start({ MAIL_TO: `${OWNER}, Second <second@firm.example>, third@firm.example` });
    await expect
      .poll(async () =>
        (await store.find(reference))?.deliveries.map(({ recipient, state, tries }) => [
          recipient,
          state,
          tries,
        ]),
      )
      .toEqual([
        [OWNER, 'sent', 1],
        ['second@firm.example', 'sent', 3],
        ['third@firm.example', 'parked', 1],
      ]);
    expect(mailServer.received.map(({ to }) => to)).toEqual([[OWNER], ['second@firm.example']]);
    // Each sees who else has it, and mail programs know a copy.
    const [first, second] = mailServer.received.map(({ mail: { to, messageId } }) => ({ to, messageId }));
    expect(second).toEqual(first);
  });
});

describe('the acknowledgement', () => {
  const both: Kind[] = ['mail', 'acknowledgement'];
  const toVisitors = () => mailServer.received.filter(({ to }) => !to.includes(OWNER));

  it('goes to the visitor with an empty sender, repeats nothing of what was typed, and asks for no answer', async () => {
    const reference = await add({}, both);
    start();
    await reaches(reference, 'sent', 'acknowledgement');
    const [toVisitor] = toVisitors();
    expect(toVisitor).toMatchObject({ to: [enquiry.email], from: '' });
    const { text = '', subject, headers = [], from, replyTo } = toVisitor?.mail ?? {};
    expect([subject, from?.address]).toEqual(['We have it', 'site@firm.example']);
    expect(replyTo).toMatchObject([{ address: OWNER }]);
    expect(text).toContain(reference);
    expect(text).not.toContain('bold');
    expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }));
  });

  it('is held back where the address had one within the hour; the mail to the owner is not', async () => {
    start();
    await reaches(await add({}, both), 'sent', 'acknowledgement');
    const second = await add({ email: 'ZOE@shop.example', message: 'The second message' }, both);
    await reaches(second, 'held', 'acknowledgement');
    await reaches(second, 'sent');
    expect(toVisitors()).toHaveLength(1);
  });

  it('that is refused holds up no mail', async () => {
    mailServer.mood = ([to]) => (to === OWNER ? 'takes' : '550 5.1.1 Unknown');
    const reference = await add({}, both);
    start();
    await reaches(reference, 'parked', 'acknowledgement');
    await reaches(reference, 'sent');
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
  let url: string;
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ path: request.url, headers: request.headers, body });
    const status = answers.shift() ?? 200;
    if (status === 0) response.destroy();
    else response.writeHead(status, { Location: '/elsewhere' }).end();
  });
  beforeEach(async () => {
    [calls, answers] = [[], []];
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterEach(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  const startWebhook = () => start({ WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET });

  it('gets everything, signed, and does not wait for a mail server that hangs', async () => {
    mailServer.mood = () => 'hangs';
    const reference = await add({}, ['mail', 'webhook']);
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
    expect(JSON.parse(body).text).toBe(`${reference}\n${escaped}`);
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    expect(headers).toMatchObject({ 'x-signature-256': `sha256=${signature}`, 'idempotency-key': reference });
    expect(await delivery(reference)).toMatchObject({ state: 'waiting' });
    await mailServer.stop();
  });

  it('is repeated after a 500, a 429, a hang-up and a redirect, which is not followed, and not after a 404', async () => {
    answers = [500, 429, 0, 302, 200, 404];
    startWebhook();
    await reaches(await add({ message: 'The first message' }, ['webhook']), 'sent', 'webhook');
    expect(calls.map(({ path }) => path)).toEqual(Array(5).fill('/hook'));
    await reaches(await add({ message: 'The second message' }, ['webhook']), 'parked', 'webhook');
    expect(calls).toHaveLength(6);
  });

  it('keeps its own address secret when its host is not there', async () => {
    url += '/T0/hidden-token?key=hidden';
    receiver.close();
    const reference = await add({}, ['webhook']);
    startWebhook();
    const sentence = 'The webhook did not answer: ECONNREFUSED';
    await expect.poll(async () => (await delivery(reference, 'webhook'))?.error).toBe(sentence);
    expect(logged[0]).toMatchObject({ reason: sentence, state: 'waiting' });
    expect(JSON.stringify([logged, await store.find(reference)])).not.toContain('hidden');
  });
});
