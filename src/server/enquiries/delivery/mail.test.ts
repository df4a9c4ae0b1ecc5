import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../tests/support/content.ts';
import { freePort } from '../../../../tests/support/server.ts';
import { type MailServer, startMailServer, startParrot } from '../../../../tests/support/smtp.ts';
import { emptyEnquiry } from '../../../lib/enquiry.ts';
import { parseEnv } from '../../environment.ts';
import type { Kind, StoredEnquiry } from '../store/enquiries.ts';
import { openChannels } from './channels.ts';
import { checkMail, offerMail, sendTestMail } from './mail.ts';
import { Failed, Refused } from './outbox.ts';

const words = wordsOf('contact');
const FIRM = 'Fünf & Co, "Advisers"';
const PASSWORD = 'pa#ss/w?o@rd%';
const enquiry: StoredEnquiry = {
  reference: 'BCDF-2345',
  receivedAt: new Date('2026-11-15T14:05:00Z'),
  ...emptyEnquiry,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@shop.example',
  company: 'Engines',
  message: 'What would it cost?',
  spam: null,
  doubt: null,
  deliveries: [],
  handling: 'new',
  notes: 0,
};

let mailServer: MailServer;
const useServer = async (options: NonNullable<Parameters<typeof startMailServer>[2]>) => {
  await mailServer.stop();
  mailServer = await startMailServer(0, () => {}, options);
};
beforeEach(async () => {
  mailServer = await startMailServer();
});
afterEach(() => mailServer.stop());

const environment = (more: Record<string, string> = {}) =>
  parseEnv(
    {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'site@firm.example',
      MAIL_TO: 'owner@firm.example',
      MAIL_ACK: '1',
      ...more,
    },
    { contactEmail: 'contact@firm.example', name: FIRM, retentionMonths: 24 },
  );
const settings = (more: Record<string, string> = {}) => {
  const { mail } = environment(more);
  if (!mail) throw new Error('There is no mail server in this environment.');
  return mail;
};
async function send(change: Partial<StoredEnquiry>, more: Record<string, string> = {}, kind: Kind = 'mail') {
  await openChannels(environment(more), words)[kind]?.({ ...enquiry, ...change }, []);
  const received = mailServer.received.at(-1);
  if (!received) throw new Error('The server got no mail.');
  return received;
}
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(headersOf(raw))?.[1]?.trim();
// biome-ignore lint/suspicious/noControlCharactersInRegex: a mail server without extensions takes these and no other
const ASCII = /^[\u0000-\u007f]*$/;

describe('the subject of the mail to the owner', () => {
  it.each([
    [{}, ': Ada Lovelace, Engines'],
    [{ company: '' }, ': Ada Lovelace'],
    [{ firstName: '', company: '' }, ': Lovelace'],
    [{ firstName: '', lastName: '' }, ': Engines'],
    [{ firstName: '', lastName: '', company: '' }, ''],
    [{ company: 'नमस्ते 🚀' }, ': Ada Lovelace, नमस्ते 🚀'],
  ])('holds reference, name and company, as far as they were given: %o', async (change, end) => {
    const { mail } = await send(change);
    expect(mail.subject).toBe(`${words.mail.subject} ${enquiry.reference}${end}`);
  });

  it('is one line, as it was typed, and no longer than a line should be', async () => {
    const { mail, raw } = await send({
      firstName: 'Ada\r\nBcc: eve@evil.example\u2028',
      lastName: 'a\u202egnp.exe\u2069',
      company: 'x'.repeat(100),
    });
    expect(headersOf(raw)).not.toMatch(/^bcc:/im);
    expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
    expect(mail.subject).toContain('Ada Bcc: eve@evil.example a gnp.exe');
    expect(mail.subject).toMatch(/, x{50,}…$/);
    expect(mail.subject?.length).toBeLessThan(160);
    expect(mailServer.received[0]?.to).toEqual(['owner@firm.example']);
  });

  it('shows a word that mail programs would decode as it was typed', async () => {
    const { mail } = await send({ company: '=?UTF-8?B?UGF5cGFs?=' });
    expect(mail.subject).not.toContain('Paypal');
    expect(mail.subject).toContain('UGF5cGFs');
  });

  it('begins with a mark when the enquiry is doubtful, and the text says why', async () => {
    const { mail } = await send({ doubt: '5 links\r\nX: y' });
    expect(mail.subject).toMatch(
      new RegExp(`^\\[${words.mail.doubt}: 5 links X: y\\] ${words.mail.subject}`),
    );
    expect(mail.text).toContain(`${words.mail.doubt}:`);
    expect(mail.text).toContain('5 links');
    expect(mail.html).toContain('5 links');
    for (const doubt of [null, undefined, '']) {
      const plain = await send({ doubt });
      expect(plain.mail.subject?.startsWith(words.mail.subject)).toBe(true);
      expect(plain.mail.text).not.toContain(words.mail.doubt);
    }
  });
});

describe('the mail to the owner', () => {
  it('comes from the firm, unless MAIL_FROM names somebody', async () => {
    expect((await send({})).mail.from).toMatchObject({ name: FIRM, address: 'site@firm.example' });
    const named = await send({}, { MAIL_FROM: 'The Website <site@firm.example>' });
    expect(named.mail.from).toMatchObject({ name: 'The Website', address: 'site@firm.example' });
    const quoted = await send({}, { MAIL_FROM: '"The Website" <site@firm.example>' });
    expect(quoted.mail.from).toMatchObject({ name: 'The Website' });
  });

  it.each([
    ['Asia/Kolkata', 'November 15, 2026 at 7:35 PM GMT+5:30'],
    ['America/New_York', 'November 15, 2026 at 9:05 AM EST'],
  ])('says when it was received in the time of %s', async (zone, time) => {
    const { mail } = await send({}, { TIME_ZONE: zone });
    expect(mail.text?.replaceAll('\r\n', '\n')).toContain(`${words.mail.received}:\n${time}\n`);
    expect(mail.html).toContain(time);
  });

  it('calls the message the visitor’s, not the reader’s', async () => {
    const { mail } = await send({});
    expect(mail.text?.replaceAll('\r\n', '\n')).toContain(`${words.mail.message}:\n${enquiry.message}\n`);
    expect(words.mail.message).not.toBe(words.form.fields.message);
  });
});

describe('an address with letters outside ASCII', () => {
  const foreign = 'zoë@shop.example';
  const domain = 'zoe@bücher.example';

  describe('on a server without SMTPUTF8', () => {
    beforeEach(() => useServer({ takesUtf8: false }));
    afterEach(() => expect(mailServer.heard).toMatch(ASCII));

    it('stands in the mail to the owner, where an answer to it goes to nobody', async () => {
      const { mail } = await send({ email: foreign });
      expect(mail.replyTo).toEqual([{ name: foreign, group: [] }]);
      expect(mail.text).toContain(foreign);
    });

    it('is no other address, whatever it is made of', async () => {
      const tricky = 'zoë\\:eve\u202e@evil.example';
      const { mail } = await send({ email: tricky });
      expect(mail.replyTo).toEqual([{ name: expect.stringContaining('eve'), group: [] }]);
      expect(mailServer.received[0]?.to).toEqual(['owner@firm.example']);
    });

    it('has a domain in ASCII and can be answered, if its box is in ASCII', async () => {
      const { mail, raw } = await send({ email: domain });
      expect(headerOf(raw, 'Reply-To')).toBe('zoe@xn--bcher-kva.example');
      expect(mail.text).toContain(domain);
      await send({ email: domain }, {}, 'acknowledgement');
      expect(mailServer.heard).toContain('RCPT TO:<zoe@xn--bcher-kva.example>');
      expect(mailServer.heard).toMatch(ASCII);
    });

    it('gets no acknowledgement, which is said and not tried again', async () => {
      const sending = send({ email: foreign }, {}, 'acknowledgement');
      await expect(sending).rejects.toThrow(Refused);
      await expect(sending).rejects.toThrow(
        /^zoë@shop\.example: The mail server 127\.0\.0\.1:\d+ .+SMTPUTF8/,
      );
      expect(await sending.catch(({ reason }) => reason)).not.toMatch(/zo|shop/);
      expect(mailServer.received).toEqual([]);
    });

    it('is waited for when it is the firm’s own: that can be put right', async () => {
      const to = 'chéf@firm.example, owner@firm.example';
      const failed = await send({}, { MAIL_TO: to }).catch((error) => error);
      expect(failed).toBeInstanceOf(Failed);
      expect(failed).not.toBeInstanceOf(Refused);
      expect(failed.reached).toEqual(['owner@firm.example']);
      const fromThere = await send({}, { MAIL_FROM: 'chéf@firm.example' }).catch((error) => error);
      expect(fromThere).not.toBeInstanceOf(Refused);
      expect(fromThere.message).toMatch(/SMTPUTF8.+MAIL_FROM/);
      const acknowledged = send({}, { MAIL_FROM: 'chéf@firm.example' }, 'acknowledgement');
      await expect(acknowledged).rejects.not.toThrow(Refused);
      expect(mailServer.received).toHaveLength(1);
    });
  });

  it('stays as it is on a server with SMTPUTF8', async () => {
    const { mail } = await send({ email: foreign });
    expect(mail.replyTo).toEqual([{ name: '', address: foreign }]);
    const acknowledged = await send({ email: foreign }, {}, 'acknowledgement');
    expect(acknowledged.to).toEqual([foreign]);
  });

  it.each(['550 5.6.7 Header outside ASCII without SMTPUTF8', '554 5.7.1 Bad header'] as const)(
    'goes out in ASCII when a server with SMTPUTF8 says ‘%s’ all the same',
    async (reply) => {
      mailServer.says.message = (raw) => (ASCII.test(headersOf(raw)) ? undefined : reply);
      const { mail } = await send({ email: foreign });
      expect(mail.replyTo).toEqual([{ name: foreign, group: [] }]);
      expect(mailServer.received).toHaveLength(1);
    },
  );

  it('is the only reason to ask a server what it offers', async () => {
    await send({});
    await send({ email: domain });
    expect(mailServer.connections).toBe(2);
  });

  it('keeps the Message-ID in ASCII', async () => {
    const { raw } = await send({}, { MAIL_FROM: 'site@bücher.example' });
    expect(headersOf(raw)).toMatch(ASCII);
    expect(headerOf(raw, 'Message-ID')).toContain('@xn--bcher-kva.example>');
  });
});

describe('the look at the mail server', () => {
  const login = { user: 'site', pass: PASSWORD };
  const withLogin = (pass: string) => ({
    SMTP_URL: mailServer.url.replace('//', `//site:${encodeURIComponent(pass)}@`),
  });
  const found = (more: Record<string, string> = {}) =>
    checkMail(settings(more)).catch((error: Error) => error.message);

  it('says that it answers, and whether it took the login', async () => {
    expect(await found()).toMatch(
      /^The mail server 127\.0\.0\.1:\d+ answers over an unencrypted connection and does not ask for a login$/,
    );
    expect(await found(withLogin('any'))).toContain('not used');
    await useServer({ login });
    expect(await found(withLogin(PASSWORD))).toMatch(/ answers .+ and accepts the login$/);
    expect(await found()).toContain('add a user and password to SMTP_URL');
  });

  it('says what was said to a wrong login, what to do, and never the password', async () => {
    await useServer({ login });
    const line = await found(withLogin('hidden#1'));
    expect(line).toMatch(
      /rejected the login: 535 5\.7\.8 .+ Check the user and password in SMTP_URL; .+%23.+%2F/,
    );
    expect(line).not.toContain('\n');
    expect(line).not.toContain('hidden');
  });

  it('says that nothing is listening, that no such host is known, that TLS fails', async () => {
    expect(await found({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })).toMatch(
      /^Nothing is listening at the mail server 127\.0\.0\.1:\d+: .*ECONNREFUSED.* Check the host and port in SMTP_URL\.$/,
    );
    // What is left of smtps://user:12#34@mail.example when the line of .env is not quoted.
    expect(await found({ SMTP_URL: 'smtps://nobody.invalid:12' })).toMatch(
      /^The mail server nobody\.invalid:12 was not found: .+ Check the host in SMTP_URL; .+%23/,
    );
    expect(await found({ SMTP_URL: mailServer.url.replace('smtp:', 'smtps:') })).toMatch(
      /could not be reached over TLS: .+ smtps:\/\/ for port 465/,
    );
  });

  it('says what a server said that takes nobody', async () => {
    mailServer.says.connect = () => '554 5.7.1 You are on a list.';
    expect(await found()).toMatch(/does not accept mail: 554 5\.7\.1 You are on a list\. Check SMTP_URL/);
  });

  it('never shows a password that a server repeats', async () => {
    const echo = await startParrot(() => (line) => {
      const [, secret = ''] = /^AUTH PLAIN (\S+)/.exec(line) ?? [];
      const pass = Buffer.from(secret, 'base64').toString().split('\0')[2] ?? '';
      if (line === '') return '220 hello';
      return line.startsWith('EHLO')
        ? '250-hello\r\n250 AUTH PLAIN'
        : `535 5.7.8 ${pass} ${Buffer.from(pass).toString('base64')} ${secret} is wrong`;
    });
    const line = await found({ SMTP_URL: echo.url.replace('//', '//pages:hidden%23word@') });
    expect(line).toContain('535 5.7.8');
    expect(line).not.toContain('hidden');
    for (const secret of ['hidden#word', '\0pages\0hidden#word'])
      expect(line).not.toContain(Buffer.from(secret).toString('base64'));
    echo.stop();
  });
});

describe('the connection to the mail server', () => {
  /** Leads to this machine too, and is none of its names. */
  const elsewhere = (options = '', user = '') => ({
    SMTP_URL: mailServer.url.replace('//127.0.0.1', `//${user}0.0.0.0`) + options,
  });
  const saidOf = async (more: Record<string, string>) => {
    const channel = openChannels(environment(more), words).mail;
    const asked = [
      () => checkMail(settings(more)),
      () => offerMail(settings(more)),
      () => sendTestMail(settings(more)),
    ];
    const said = await Promise.all(asked.map((ask) => ask().catch(({ message }: Error) => message)));
    return { sent: await channel?.(enquiry, []).catch((error: Error) => error), said };
  };
  const PLAIN =
    /The mail server 0\.0\.0\.0:\d+ offers no encryption, .+smtps:\/\/.+\?ignoreTLS=true to SMTP_URL/;

  it.each([
    ['without a login', '', undefined],
    ['with a login', 'site:hidden@', { user: 'site', pass: 'hidden' }],
  ])('is not used %s where it cannot be encrypted; the mail waits', async (_, user, login) => {
    await useServer({ login });
    const { sent, said } = await saidOf(elsewhere('', user));
    expect(sent).toBeInstanceOf(Failed);
    expect(sent).not.toBeInstanceOf(Refused);
    expect(sent).toMatchObject({
      message: expect.stringMatching(PLAIN),
      reason: expect.stringMatching(PLAIN),
    });
    for (const sentence of said) expect(sentence).toMatch(PLAIN);
    expect(mailServer.heard).toContain('EHLO');
    expect(mailServer.heard).not.toMatch(/AUTH|MAIL|RCPT/);
  });

  it('is not used with a server that does not even know EHLO', async () => {
    const heard: string[] = [];
    const old = await startParrot(() => (line) => {
      heard.push(line);
      return line === '' ? '220 hello' : line.startsWith('EHLO') ? '502 what?' : '250 yes';
    });
    const { sent, said } = await saidOf({ SMTP_URL: old.url.replace('127.0.0.1', '0.0.0.0') });
    old.stop();
    expect(sent).toMatchObject({ name: 'Failed', message: expect.stringMatching(PLAIN) });
    for (const sentence of said) expect(sentence).toMatch(PLAIN);
    expect(heard.filter((line) => line !== '' && !line.startsWith('EHLO'))).toEqual([]);
  });

  it.each(['smtps', 'offered', 'hidden'] as const)('is encrypted when that is %s', async (tls) => {
    const login = { user: 'site', pass: 'hidden' };
    await useServer({ tls, login });
    const trusting = elsewhere('?tls.rejectUnauthorized=false', 'site:hidden@');
    const { sent, said } = await saidOf(trusting);
    expect(sent).toMatchObject({ acceptedBy: expect.any(String) });
    for (const sentence of said) expect(sentence).toContain('over an encrypted connection');
    expect(mailServer.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
    expect(mailServer.heard).not.toMatch(/AUTH|MAIL|RCPT/);
    // The certificate of the tests is nobody's.
    const strict = await saidOf(elsewhere('', 'site:hidden@'));
    expect(strict.sent).toMatchObject({ name: 'Failed' });
    for (const sentence of strict.said) expect(sentence).toContain('could not be reached over TLS');
  });

  it.each([
    ['of this machine', () => ({})],
    ['that may be plain', () => elsewhere('?requireTLS=false')],
    ['that has to be plain', () => elsewhere('?ignoreTLS=true')],
  ])('is plain where nobody can listen or the setting says so: %s', async (_, more) => {
    const { sent, said } = await saidOf(more());
    expect(sent).toMatchObject({ acceptedBy: expect.any(String) });
    for (const sentence of said) expect(sentence).toContain('over an unencrypted connection');
  });

  it('is encrypted on this machine too, if the setting says so', async () => {
    const { sent } = await saidOf({ SMTP_URL: `${mailServer.url}?requireTLS=true` });
    expect(sent).toMatchObject({ message: expect.stringContaining('offers no encryption') });
  });
});

describe('what a mail server says', () => {
  const STEERS = '\u001b[2J\u009b31m\u202etxt.exe\u2066\u007f\r\u2028';
  type Step = 'greeting' | 'sender' | 'recipient' | 'second' | 'end';
  /** Its words for some steps of a conversation; the others go as they should. */
  const says = (words: Partial<Record<Step, string>>) =>
    startParrot(() => {
      let isMessage = false;
      return (line) => {
        if (isMessage) return line === '.' ? (words.end ?? '250 taken') : '';
        isMessage = line === 'DATA';
        if (line === '') return words.greeting ?? '220 hello';
        if (line.startsWith('MAIL')) return words.sender ?? '250 yes';
        if (line.includes('<second@')) return words.second ?? '250 yes';
        if (line.startsWith('RCPT')) return words.recipient ?? '250 yes';
        return isMessage ? '354 go on' : '250 yes';
      };
    });
  const to = { MAIL_TO: 'owner@firm.example, second@firm.example' };
  it.each([
    ['at first', { greeting: `554 not here ${STEERS}` }],
    ['of the sender', { sender: `553 not here ${STEERS}` }],
    ['of a recipient', { recipient: `550 5.1.1 not here ${STEERS}` }],
    ['of one recipient', { second: `550 5.1.1 not here ${STEERS}` }],
    ['of the message', { end: `554 not here ${STEERS}` }],
    ['of a message that it takes', { end: `250 not here ${STEERS}` }],
  ])('%s steers no terminal', async (_, said) => {
    const server = await says(said);
    const more = { ...to, SMTP_URL: server.url };
    const channel = openChannels(environment(more), words).mail;
    const texts = [
      ...(await (channel?.(enquiry, []).then(
        ({ remark = '', reason = '' }) => [remark, reason],
        ({ message, reason }) => [message, reason],
      ) ?? [])),
      await checkMail(settings(more)).catch(({ message }) => message),
      await offerMail(settings(more)).catch(({ message }) => message),
      await sendTestMail(settings(more)).catch(({ message }) => message),
    ];
    server.stop();
    expect(texts.join('\n')).toContain('not here');
    for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
  });
});

describe('the test mail', () => {
  it('goes to everybody in MAIL_TO, and answers with what the server said', async () => {
    const said = await sendTestMail(settings({ MAIL_TO: 'owner@firm.example, b@firm.example' }));
    expect(said).toMatch(/owner@firm\.example, b@firm\.example: 250 /);
    const [received, ...more] = mailServer.received;
    expect(more).toEqual([]);
    expect(received).toMatchObject({
      from: 'site@firm.example',
      to: ['owner@firm.example', 'b@firm.example'],
    });
    expect(received?.mail.subject).toContain(FIRM);
  });

  it('says who was refused, and with which words', async () => {
    mailServer.mood = ([to]) => (to === 'b@firm.example' ? '550 5.1.1 Unknown' : 'takes');
    await expect(sendTestMail(settings({ MAIL_TO: 'owner@firm.example, b@firm.example' }))).rejects.toThrow(
      /does not accept mail for b@firm\.example: 550 5\.1\.1 Unknown\. Check MAIL_TO/,
    );
  });

  it.each([
    [
      'a wrong login',
      () => useServer({ login: { user: 'site', pass: 'right' } }),
      /login: 535 .+ Check the user and password/,
    ],
    [
      'a sender that is not allowed',
      async () => {
        mailServer.says.sender = () => '553 5.7.1 Not owned by you';
      },
      /: 553 5\.7\.1 Not owned by you\. Check SMTP_URL and MAIL_FROM\.$/,
    ],
    ['no server', () => mailServer.stop(), /^Nothing is listening .+ Check the host and port/],
  ])('says in a sentence what to do about %s', async (_, prepare, sentence) => {
    await prepare();
    const SMTP_URL = mailServer.url.replace('//', '//site:hidden@');
    const sending = sendTestMail(settings({ SMTP_URL }));
    await expect(sending).rejects.toThrow(sentence);
    await expect(sending).rejects.not.toThrow(/hidden/);
  });
});
