import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../tests/support/server.ts';
import { contactWords as words } from '../../../tests/support/small-content.ts';
import { type MailServer, startMailServer } from '../../../tests/support/smtp.ts';
import { emptyEnquiry } from '../../lib/enquiry.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { Failed } from '../failures.ts';
import { parseSettings } from '../settings.ts';
import { checkMail, mailChannels, mailSetAside, sendTestMail } from './mail.ts';

const FIRM = 'Fünf & Co, "Advisers"';
const OWNER = 'owner@firm.example';
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
const useServer = async (options: Parameters<typeof startMailServer>[0]) => {
  await mailServer.stop();
  mailServer = await startMailServer(options);
};
beforeEach(async () => {
  mailServer = await startMailServer();
});
afterEach(() => mailServer.stop());

type Settings = Record<string, string>;
function settings(more: Settings = {}) {
  const input = { SMTP_URL: mailServer.url, MAIL_FROM: 'site@firm.example', MAIL_TO: OWNER, ...more };
  const { mail } = parseSettings(input, { contactEmail: OWNER, name: FIRM, retentionMonths: 24 });
  if (!mail) throw new Error('There is no mail server in this environment.');
  return mail;
}
async function send(change: Partial<StoredEnquiry>, more: Settings = {}) {
  await mailChannels(settings(more), words, true).mail.send({ ...enquiry, ...change }, OWNER);
  return lastReceived();
}
const acknowledge = (email: string) =>
  mailChannels(settings(), words, true).acknowledgement?.send({ ...enquiry, email }, '');
function lastReceived() {
  const received = mailServer.received.at(-1);
  if (!received) throw new Error('The server got no mail.');
  return received;
}
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');

describe('the mail to the owner', () => {
  it.each([
    [{}, ': Ada Lovelace, Engines'],
    [{ firstName: '', company: 'नमस्ते 🚀' }, ': Lovelace, नमस्ते 🚀'],
    [{ firstName: '', lastName: '', company: '' }, ''],
  ])('has reference, name and company in its subject, as far as they were given: %o', async (change, end) => {
    expect((await send(change)).mail.subject).toBe(`New enquiry BCDF-2345${end}`);
  });

  it('begins with a mark when the enquiry is doubtful, and the text says why', async () => {
    const { subject, text, html } = (await send({ doubt: '5 links\r\nX: y' })).mail;
    expect(subject).toMatch(/^\[Perhaps spam: 5 links X: y\] New enquiry/);
    expect(text).toMatch(/Perhaps spam:\r?\n5 links/);
    expect(html).toContain('5 links');
  });

  it('comes from the firm, unless MAIL_FROM names a sender, and says when it came in by the firm’s time', async () => {
    for (const [MAIL_FROM, name] of [
      ['site@firm.example', FIRM],
      ['"The Website" <site@firm.example>', 'The Website'],
    ] as const)
      expect((await send({}, { MAIL_FROM })).mail.from).toMatchObject({ name, address: 'site@firm.example' });
    const { text, html } = (await send({}, { TIME_ZONE: 'Asia/Kolkata' })).mail;
    const time = 'November 15, 2026 at 7:35:00 PM GMT+5:30';
    expect(text?.replaceAll('\r\n', '\n')).toContain(`Came in:\n${time}\n`);
    expect(html).toContain(time);
  });

  it('shows an address with letters outside ASCII, which cannot be answered and gets no acknowledgement', async () => {
    const email = 'zoë@shop.example';
    const { mail, raw } = await send({ email });
    expect(mail.replyTo).toBeUndefined();
    expect(mail.text).toContain(email);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a mail server without extensions takes these and no other
    expect(headersOf(raw)).toMatch(/^[\u0000-\u007f]*$/);
    await expect(acknowledge(email)).rejects.toMatchObject({ isFinal: true });
  });

  it('names a host with such letters in ASCII, where it can be answered', async () => {
    const email = 'zoe@bücher.example';
    expect((await send({ email })).mail.replyTo).toMatchObject([{ address: 'zoe@xn--bcher-kva.example' }]);
    await acknowledge(email);
    expect(mailServer.heard).toContain('RCPT TO:<zoe@xn--bcher-kva.example>');
  });
});

it('tells everybody at the firm how many messages were set aside, since when and where to look', async () => {
  const since = new Date('2026-11-14T14:05:00Z');
  const more = { TIME_ZONE: 'Asia/Kolkata', MAIL_TO: `${OWNER}, b@firm.example` };
  await mailSetAside(settings(more), words, { count: 3, since });
  const { to, mail } = lastReceived();
  expect(to).toEqual([OWNER, 'b@firm.example']);
  expect(mail.subject).toBe('3 were set aside since November 14, 2026 at 7:35:00 PM GMT+5:30');
  expect(mail.text).toMatch(/See:\s+npm run inbox.*\s+npm run enquiries -- list --spam/);
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted' }));
  await mailSetAside(settings(more), words, { count: 1, since });
  expect(lastReceived().mail.subject).toMatch(/^1 was set aside/);
});

describe('the look at the mail server', () => {
  const login = { user: 'site', pass: 'pa#ss/w?o@rd%' };
  const withLogin = (pass: string) => ({
    SMTP_URL: mailServer.url.replace('//', `//site:${encodeURIComponent(pass)}@`),
  });
  const found = (more: Settings = {}) => checkMail(settings(more)).catch((error: Error) => error.message);

  it('says that it answers, and whether it accepts the login; never the password', async () => {
    expect(await found()).toMatch(/^The mail server 127\.0\.0\.1:\d+ answers$/);
    expect(await found(withLogin('any'))).toMatch(
      /rejected the login: .+ without a login, leave both out\.$/,
    );
    await useServer({ login });
    expect(await found(withLogin(login.pass))).toMatch(/ answers and accepts the login$/);
    const line = await found(withLogin('hidden#1'));
    expect(line).toMatch(
      /rejected the login: 535 5\.7\.8 .+ Check the user and password in SMTP_URL; .+%23.+%2F/,
    );
    expect(line).not.toMatch(/\n|hidden/);
  });

  it('says that nothing is listening, that no such host is known, that TLS fails, that no recipient is accepted', async () => {
    const unreachable = (SMTP_URL: string) => found({ SMTP_URL });
    expect(await unreachable(`smtp://127.0.0.1:${await freePort()}`)).toMatch(
      /^The mail server 127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED.* Check the host and port in SMTP_URL/,
    );
    // What is left of smtps://user:12#34@mail.example when the line of .env is not quoted.
    expect(await unreachable('smtps://nobody.invalid:12')).toMatch(/nobody\.invalid:12 cannot be .+%23/);
    expect(await unreachable(mailServer.url.replace('smtp:', 'smtps:'))).toMatch(/smtps:\/\/ for port 465/);
    mailServer.says.connect = () => '554 5.7.1 You are on a list.';
    expect(await found()).toContain('refused the mail: 554 5.7.1 You are on a list.');
  });
});

describe('the connection to the mail server', () => {
  /** Leads to this machine too, and is none of its names. */
  const elsewhere = (options = '', user = '') => ({
    SMTP_URL: mailServer.url.replace('//127.0.0.1', `//${user}0.0.0.0`) + options,
  });
  /** The result of a mail, and what each check says about it. */
  async function tried(more: Settings) {
    const asked = [checkMail, sendTestMail].map((ask) =>
      ask(settings(more)).catch(({ message }: Error) => message),
    );
    const { mail } = mailChannels(settings(more), words, false);
    return { sent: await mail.send(enquiry, OWNER).catch((error) => error), said: await Promise.all(asked) };
  }

  it.each([
    ['without a login', '', undefined],
    ['with a login', 'site:hidden@', { user: 'site', pass: 'hidden' }],
  ])('is not used %s where it cannot be encrypted; the mail waits', async (_, user, login) => {
    await useServer({ login });
    const { sent, said } = await tried(elsewhere('', user));
    expect(sent).toBeInstanceOf(Failed);
    expect(sent.isFinal).toBe(false);
    for (const sentence of [sent.message, ...said])
      expect(sentence).toMatch(
        /The mail server 0\.0\.0\.0:\d+ offers no encryption, .+\?ignoreTLS=true to SMTP_URL/,
      );
    expect(mailServer.heard).toContain('EHLO');
    expect(mailServer.heard).not.toMatch(/AUTH|MAIL|RCPT/);
  });

  it.each(['smtps', 'offered', 'hidden'] as const)('is encrypted when that is %s', async (tls) => {
    await useServer({ tls, login: { user: 'site', pass: 'hidden' } });
    const { sent, said } = await tried(elsewhere('?tls.rejectUnauthorized=false', 'site:hidden@'));
    expect(sent).toMatch(/^0\.0\.0\.0:\d+$/);
    for (const sentence of said) expect(sentence).toContain('over an encrypted connection');
    expect(mailServer.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
    expect(mailServer.heard).not.toMatch(/AUTH|MAIL|RCPT/);
    // No authority signed the certificate of the tests.
    const strict = await tried(elsewhere('', 'site:hidden@'));
    expect(strict.sent).toMatchObject({ isFinal: false });
    for (const sentence of strict.said) expect(sentence).toContain('cannot be reached');
  });

  it('is plain on this machine or where the setting says so, and not there either if that says so', async () => {
    for (const more of [{}, elsewhere('?requireTLS=false'), elsewhere('?ignoreTLS=true')])
      expect((await tried(more)).sent).toContain(':');
    const { sent } = await tried({ SMTP_URL: `${mailServer.url}?requireTLS=true` });
    expect(sent.message).toContain('offers no encryption');
  });
});
