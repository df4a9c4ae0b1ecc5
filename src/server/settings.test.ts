import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseSettings, removedSettings } from './settings.ts';

const parse = (input: Record<string, string> = {}) =>
  parseSettings(input, { contactEmail: 'contact@firm.example', name: 'The Firm', retentionMonths: 24 });
function sentenceOf(input: Record<string, string>): string {
  try {
    parse(input);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was thrown';
}

it('needs nothing, and takes an empty value for none', () => {
  expect(parse()).toMatchObject({
    port: 4321,
    database: { file: 'data/enquiries.db' },
    mail: undefined,
    webhook: undefined,
    acknowledges: false,
    proxies: [],
    rateLimit: 10,
    retentionDays: 730,
  });
  expect(parse({ SMTP_URL: 'smtp://mail.example' }).mail).toMatchObject({
    from: 'contact@firm.example',
    to: ['contact@firm.example'],
    firm: 'The Firm',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(parse({ PORT: '', SMTP_URL: '', MAIL_TO: '', TRUST_PROXY: '' })).toEqual(parse());
});

it('reads what it is given', () => {
  const environment = parse({
    HOST: '127.0.0.1',
    PORT: '80',
    DATABASE_URL: 'postgres://user:word@db.example:5433/site',
    SMTP_URL: 'smtps://user:word@mail.example',
    MAIL_FROM: 'Website <site@firm.example>',
    MAIL_TO: 'a@firm.example, b@firm.example',
    MAIL_ACK: '1',
    TIME_ZONE: 'Asia/Kolkata',
    WEBHOOK_URL: 'https://hooks.example/x',
    WEBHOOK_SECRET: 'sixteen characters',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1',
    NODE_ENV: 'production',
  });
  expect(environment).toMatchObject({
    host: '127.0.0.1',
    port: 80,
    database: { url: 'postgres://user:word@db.example:5433/site' },
    mail: {
      url: 'smtps://user:word@mail.example',
      from: 'Website <site@firm.example>',
      to: ['a@firm.example', 'b@firm.example'],
      timeZone: 'Asia/Kolkata',
    },
    acknowledges: true,
    webhook: { url: 'https://hooks.example/x', secret: 'sixteen characters' },
    proxies: ['127.0.0.1', '10.0.0.0/8', '::1'],
    showsStack: false,
  });
});

it.each([
  ...['smtp://mail.example', 'smtp://127.0.0.1:2525?ignoreTLS=true', 'smtp://[::1]:25/'],
  ...['smtp://mail.bücher.example', 'smtps://site%40firm.example:pa%23ss%2Fword@mail.example:465'],
  'smtps://site@firm.example:pa@ss@mail.example',
])('takes %s for a mail server', (url) => expect(parse({ SMTP_URL: url }).mail).toMatchObject({ url }));

it.each(['http://localhost:3000/x', 'http://127.0.0.1/', 'http://[::1]:3000', 'http://crm.localhost'])(
  'takes %s for a webhook: it does not leave this machine',
  (url) => {
    const { webhook } = parse({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'sixteen characters' });
    expect(webhook).toMatchObject({ url });
  },
);

it.each([
  // Cut by a character of its own, in the address or by the reader of .env.
  ...['smtps://user:hidden#rest@mail.example', 'smtps://user:12#rest@mail.example'],
  ...['smtps://user:12/rest@mail.example', 'smtps://user:12?rest@mail.example', 'smtps://user:hidden'],
  'smtps://site@firm.example:',
])('says of %s how a password is written', (url) => {
  const sentence = sentenceOf({ SMTP_URL: url });
  expect(sentence).toMatch(/^SMTP_URL is not usable; wanted: .+# as %23, \/ as %2F.+in quotes\.$/);
  expect(sentence).not.toMatch(/hidden|rest/);
});

const wrong: Record<string, string[]> = {
  PORT: ['0', '70000', '80.5'],
  DATABASE_URL: ['mysql://user:hidden@host/db', 'postgres://user:hidden@host', 'file:'],
  SMTP_URL: [
    'https://user:hidden@mail.example',
    'mail.example',
    'smtp://',
    'smtp://user:hidden@ma%20il.example',
  ],
  TIME_ZONE: ['Delhi'],
  MAIL_FROM: ['site', 'a@firm.example, b@firm.example'],
  MAIL_TO: ['a@firm.example,,b@firm.example'],
  MAIL_ACK: ['yes'],
  WEBHOOK_URL: [
    ...['ftp://hidden.example', 'http://hidden.example', 'http://127.0.0.1.hidden.example'],
    ...[
      'http://localhost@hidden.example',
      'https://:hidden@hooks.example/x',
      'http://user:hidden@localhost/x',
    ],
  ],
  WEBHOOK_SECRET: ['hidden'],
  TRUST_PROXY: ['nginx', '10.0.0.0/99'],
  RATE_LIMIT: ['-1'],
  DAILY_LIMIT: ['many'],
};

it.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  'says of %s=%s what is wanted, in one sentence without a password',
  (name, value) => {
    const webhook = { WEBHOOK_URL: 'https://hooks.example', WEBHOOK_SECRET: 'sixteen characters' };
    const sentence = sentenceOf({ ...webhook, [name]: value });
    expect(sentence).toMatch(new RegExp(`^${name} is .+; wanted: .+\\.$`));
    expect(sentence).not.toContain('hidden');
  },
);

it('says of each variable that is no longer read what says the same today, unless it is empty', () => {
  const old = { BEHIND_TLS: '1', RETENTION_DAYS: '90', RETRY_SECONDS: '', PORT: '80' };
  expect(removedSettings(old)).toEqual([
    expect.stringMatching(/^BEHIND_TLS is no longer read: set TRUST_PROXY .+\.$/),
    expect.stringMatching(/^RETENTION_DAYS is no longer read: set retentionMonths .+\.$/),
  ]);
});

it('is documented: .env.example names every variable, and each default as it is', () => {
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm)];
  const asked = new Set<string>();
  const needed: Record<string, string> = {
    SMTP_URL: 'smtp://mail.example',
    WEBHOOK_URL: 'https://hooks.example',
    WEBHOOK_SECRET: 'sixteen characters',
  };
  const get = (_: object, name: string) => {
    asked.add(name);
    return needed[name];
  };
  parse(new Proxy({}, { get }));
  asked.delete('NODE_ENV');
  expect(new Set(example.map(([, name]) => name))).toEqual(asked);
  expect(asked.size).toBeLessThanOrEqual(13);
  // Of these there is no default, or it depends on the site.
  const without = /^(HOST|SMTP_URL|MAIL_FROM|MAIL_TO|TIME_ZONE|WEBHOOK_URL|WEBHOOK_SECRET|TRUST_PROXY)$/;
  const defaults = example.filter(
    ([, name = '', value = '']) => !without.test(name) && !value.startsWith('postgres'),
  );
  expect(defaults.length).toBe(5);
  expect(parse(Object.fromEntries(defaults.map(([, name, value]) => [name, value])))).toEqual(parse());
});
