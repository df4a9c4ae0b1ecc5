import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../tests/support/server.ts';
import { contactWords as words } from '../../../tests/support/small-content.ts';
import { type MailServer, startMailServer, startParrot } from '../../../tests/support/smtp.ts';
import { emptyEnquiry } from '../../lib/enquiry.ts';
import type { Kind } from '../db/deliveries.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { parseEnv } from '../environment.ts';
import { openChannels } from './channels.ts';
import { checkMail, offerMail, sendTestMail } from './mail.ts';
import { Failed, Refused } from './outbox.ts';

const FIRM = 'Fünf & Co, "Advisers"';
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

type Settings = Record<string, string>;
const environment = (more: Settings = {}) =>
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
const settings = (more: Settings = {}) => {
  const { mail } = environment(more);
  if (!mail) throw new Error('There is no mail server in this environment.');
  return mail;
};
async function send(change: Partial<StoredEnquiry>, more: Settings = {}, kind: Kind = 'mail') {
  await openChannels(environment(more), words)[kind]?.({ ...enquiry, ...change }, []);
  const received = mailServer.received.at(-1);
  if (!received) throw new Error('The server got no mail.');
  return received;
}
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
// biome-ignore lint/suspicious/noControlCharactersInRegex: a mail server without extensions takes these and no other
const ASCII = /^[\u0000-\u007f]*$/;

describe('the mail to the owner', () => {
  it.each([
    [{}, ': Ada Lovelace, Engines'],
    [{ company: '' }, ': Ada Lovelace'],
    [{ firstName: '', company: '' }, ': Lovelace'],
    [{ firstName: '', lastName: '' }, ': Engines'],
    [{ firstName: '', lastName: '', company: '' }, ''],
    [{ company: 'नमस्ते 🚀' }, ': Ada Lovelace, नमस्ते 🚀'],
  ])('has reference, name and company in its subject, as far as they were given: %o', async (change, end) => {
    expect((await send(change)).mail.subject).toBe(`New enquiry BCDF-2345${end}`);
  });

  it('has a subject of one line, as it was typed, and no longer than a line should be', async () => {
    const { mail, raw, to } = await send({
      firstName: 'Ada\r\nBcc: eve@evil.example\u2028',
      lastName: 'a\u202egnp.exe\u2069',
      company: 'x'.repeat(100),
    });
    expect(headersOf(raw)).not.toMatch(/^bcc:/im);
    expect(to).toEqual(['owner@firm.example']);
    expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
    expect(mail.subject).toContain('Ada Bcc: eve@evil.example a gnp.exe');
    expect(mail.subject).toMatch(/, x{50,}…$/);
    expect(mail.subject?.length).toBeLessThan(160);
    expect((await send({ company: '=?UTF-8?B?UGF5cGFs?=' })).mail.subject).toContain('UGF5cGFs');
  });

  it('begins with a mark when the enquiry is doubtful, and the text says why', async () => {
    const { subject, text, html } = (await send({ doubt: '5 links\r\nX: y' })).mail;
    expect(subject).toMatch(/^\[Perhaps spam: 5 links X: y\] New enquiry/);
    expect(text).toMatch(/Perhaps spam:\r?\n5 links/);
    expect(html).toContain('5 links');
    expect((await send({})).mail.text).not.toContain('Perhaps spam');
  });

  it('comes from the firm, unless MAIL_FROM names somebody', async () => {
    for (const [MAIL_FROM, name] of [
      ['site@firm.example', FIRM],
      ['The Website <site@firm.example>', 'The Website'],
      ['"The Website" <site@firm.example>', 'The Website'],
    ] as const)
      expect((await send({}, { MAIL_FROM })).mail.from).toMatchObject({ name, address: 'site@firm.example' });
  });

  it('says when it came in, in the time of the firm', async () => {
    for (const [TIME_ZONE, time] of [
      ['Asia/Kolkata', 'November 15, 2026 at 7:35 PM GMT+5:30'],
      ['America/New_York', 'November 15, 2026 at 9:05 AM EST'],
    ] as const) {
      const { mail } = await send({}, { TIME_ZONE });
      expect(mail.text?.replaceAll('\r\n', '\n')).toContain(`Came in:\n${time}\n`);
      expect(mail.html).toContain(time);
    }
  });
});

describe('an address with letters outside ASCII', () => {
  const foreign = 'zoë@shop.example';
  const domain = 'zoe@bücher.example';

  describe('on a server without SMTPUTF8', () => {
    beforeEach(() => useServer({ takesUtf8: false }));
    afterEach(() => expect(mailServer.heard).toMatch(ASCII));

    it('stands in the mail to the owner, where an answer to it goes to nobody', async () => {
      const { mail, to } = await send({ email: foreign });
      expect(mail.replyTo).toEqual([{ name: foreign, group: [] }]);
      expect(mail.text).toContain(foreign);
      expect(to).toEqual(['owner@firm.example']);
    });

    it('has a domain in ASCII and can be answered, if its box is in ASCII', async () => {
      const { mail } = await send({ email: domain });
      expect(mail.replyTo).toMatchObject([{ address: 'zoe@xn--bcher-kva.example' }]);
      await send({ email: domain }, {}, 'acknowledgement');
      expect(mailServer.heard).toContain('RCPT TO:<zoe@xn--bcher-kva.example>');
    });

    it('gets no acknowledgement, which is said and not tried again', async () => {
      const sending = send({ email: foreign }, {}, 'acknowledgement');
      await expect(sending).rejects.toThrow(Refused);
      await expect(sending).rejects.toThrow(
        /^zoë@shop\.example: The mail server 127\.0\.0\.1:\d+ .+SMTPUTF8/,
      );
      expect(await sending.catch(({ reason }) => reason)).not.toMatch(/zo|shop/);
    });

    it('is waited for when it is the firm’s own: that can be put right', async () => {
      const own: Settings[] = [
        { MAIL_TO: 'chéf@firm.example, owner@firm.example' },
        { MAIL_FROM: 'chéf@firm.example' },
      ];
      for (const more of own) {
        const failed = await send({}, more).catch((error) => error);
        expect(failed).toBeInstanceOf(Failed);
        expect(failed).not.toBeInstanceOf(Refused);
      }
      expect(mailServer.received.map(({ to }) => to)).toEqual([['owner@firm.example']]);
    });
  });

  it('stays as it is on a server with SMTPUTF8, unless that refuses it all the same', async () => {
    expect((await send({ email: foreign })).mail.replyTo).toEqual([{ name: '', address: foreign }]);
    expect((await send({ email: foreign }, {}, 'acknowledgement')).to).toEqual([foreign]);
    mailServer.says.message = (raw) =>
      ASCII.test(headersOf(raw)) ? undefined : '550 5.6.7 Header outside ASCII';
    expect((await send({ email: foreign })).mail.replyTo).toEqual([{ name: foreign, group: [] }]);
  });
});

describe('the look at the mail server', () => {
  const login = { user: 'site', pass: 'pa#ss/w?o@rd%' };
  const withLogin = (pass: string) => ({
    SMTP_URL: mailServer.url.replace('//', `//site:${encodeURIComponent(pass)}@`),
  });
  const found = (more: Settings = {}) => checkMail(settings(more)).catch((error: Error) => error.message);

  it('says that it answers, and whether it took the login; never the password', async () => {
    expect(await found()).toMatch(
      /^The mail server 127\.0\.0\.1:\d+ answers over an unencrypted connection and does not ask for a login$/,
    );
    expect(await found(withLogin('any'))).toContain('not used');
    await useServer({ login });
    expect(await found(withLogin(login.pass))).toMatch(/ answers .+ and accepts the login$/);
    expect(await found()).toContain('add a user and password to SMTP_URL');
    const line = await found(withLogin('hidden#1'));
    expect(line).toMatch(
      /rejected the login: 535 5\.7\.8 .+ Check the user and password in SMTP_URL; .+%23.+%2F/,
    );
    expect(line).not.toMatch(/\n|hidden/);
  });

  it('says that nothing is listening, that no such host is known, that TLS fails, that nobody is taken', async () => {
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
    echo.stop();
    expect(line).toContain('535 5.7.8');
    for (const secret of ['hidden', 'hidden#word', '\0pages\0hidden#word'])
      for (const form of [secret, Buffer.from(secret).toString('base64')]) expect(line).not.toContain(form);
  });
});

describe('the connection to the mail server', () => {
  /** Leads to this machine too, and is none of its names. */
  const elsewhere = (options = '', user = '') => ({
    SMTP_URL: mailServer.url.replace('//127.0.0.1', `//${user}0.0.0.0`) + options,
  });
  /** What comes of a mail, and what is said of it wherever somebody asks. */
  const tried = async (more: Settings) => {
    const asked = [checkMail, offerMail, sendTestMail].map((ask) =>
      ask(settings(more)).catch(({ message }: Error) => message),
    );
    const said = await Promise.all(asked);
    return {
      sent: await openChannels(environment(more), words)
        .mail?.(enquiry, [])
        .catch((error) => error),
      said,
    };
  };

  it.each([
    ['without a login', '', undefined],
    ['with a login', 'site:hidden@', { user: 'site', pass: 'hidden' }],
  ])('is not used %s where it cannot be encrypted; the mail waits', async (_, user, login) => {
    await useServer({ login });
    const { sent, said } = await tried(elsewhere('', user));
    const PLAIN =
      /The mail server 0\.0\.0\.0:\d+ offers no encryption, .+smtps:\/\/.+\?ignoreTLS=true to SMTP_URL/;
    expect(sent).toBeInstanceOf(Failed);
    expect(sent).not.toBeInstanceOf(Refused);
    for (const sentence of [sent.message, sent.reason, ...said]) expect(sentence).toMatch(PLAIN);
    expect(mailServer.heard).toContain('EHLO');
    expect(mailServer.heard).not.toMatch(/AUTH|MAIL|RCPT/);
  });

  it.each(['smtps', 'offered', 'hidden'] as const)('is encrypted when that is %s', async (tls) => {
    await useServer({ tls, login: { user: 'site', pass: 'hidden' } });
    const { sent, said } = await tried(elsewhere('?tls.rejectUnauthorized=false', 'site:hidden@'));
    expect(sent).toMatchObject({ acceptedBy: expect.any(String) });
    for (const sentence of said) expect(sentence).toContain('over an encrypted connection');
    expect(mailServer.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
    expect(mailServer.heard).not.toMatch(/AUTH|MAIL|RCPT/);
    // The certificate of the tests is nobody's.
    const strict = await tried(elsewhere('', 'site:hidden@'));
    expect(strict.sent).toMatchObject({ name: 'Failed' });
    for (const sentence of strict.said) expect(sentence).toContain('could not be reached over TLS');
  });

  it('is plain on this machine or where the setting says so, and not there either if that says so', async () => {
    for (const more of [{}, elsewhere('?requireTLS=false'), elsewhere('?ignoreTLS=true')]) {
      const { sent, said } = await tried(more);
      expect(sent).toMatchObject({ acceptedBy: expect.any(String) });
      for (const sentence of said) expect(sentence).toContain('over an unencrypted connection');
    }
    const { sent } = await tried({ SMTP_URL: `${mailServer.url}?requireTLS=true` });
    expect(sent.message).toContain('offers no encryption');
  });

  it.each(['220', 'MAIL', 'RCPT', '.'])('steers no terminal by what is said to %s', async (step) => {
    const steers = '\u001b[2J\u009b31m\u202etxt.exe\u2066\u007f\r\u2028';
    const refusal = `550 5.1.1 not here ${steers}`;
    const server = await startParrot(() => {
      let isMessage = false;
      return (line) => {
        if (line === '' && !isMessage) return step === '220' ? `554 not here ${steers}` : '220 hello';
        if (isMessage) return line === '.' ? (step === '.' ? refusal : '250 taken') : '';
        isMessage = line === 'DATA';
        return line.startsWith(step) ? refusal : isMessage ? '354 go on' : '250 yes';
      };
    });
    const { sent, said } = await tried({ SMTP_URL: server.url });
    server.stop();
    const texts = [sent.message, sent.reason, ...said];
    expect(texts.join('\n')).toContain('not here');
    for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
  });
});

describe('the test mail', () => {
  const to = { MAIL_TO: 'owner@firm.example, b@firm.example' };

  it('goes to everybody in MAIL_TO, and answers with what the server said', async () => {
    expect(await sendTestMail(settings(to))).toMatch(/owner@firm\.example, b@firm\.example: 250 /);
    expect(mailServer.received).toMatchObject([
      {
        from: 'site@firm.example',
        to: to.MAIL_TO.split(', '),
        mail: { subject: expect.stringContaining(FIRM) },
      },
    ]);
  });

  it('says who was refused, or that the sender was, and what to do', async () => {
    mailServer.mood = ([to]) => (to === 'b@firm.example' ? '550 5.1.1 Unknown' : 'takes');
    await expect(sendTestMail(settings(to))).rejects.toThrow(
      /does not accept mail for b@firm\.example: 550 5\.1\.1 Unknown\. Check MAIL_TO/,
    );
    mailServer.says.sender = () => '553 5.7.1 Not owned by you';
    await expect(sendTestMail(settings(to))).rejects.toThrow(
      /: 553 5\.7\.1 Not owned by you\. Check SMTP_URL and MAIL_FROM\.$/,
    );
  });
});
