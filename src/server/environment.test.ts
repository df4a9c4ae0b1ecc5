import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseEnv } from './environment.ts';

const parse = (input: Record<string, string> = {}) =>
  parseEnv(input, { contactEmail: 'contact@firm.example', name: 'The Firm', retentionMonths: 24 });

it('needs nothing', () => {
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
});

it('takes an empty value for none', () => {
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
    showsStack: false,
  });
  expect(environment.proxies.map(([address, bits]) => `${address}/${bits}`)).toEqual([
    '127.0.0.1/32',
    '10.0.0.0/8',
    '::1/128',
  ]);
});

it('sends to the contact address unless it is told otherwise', () => {
  const { mail } = parse({ SMTP_URL: 'smtp://mail.example' });
  expect(mail).toMatchObject({
    from: 'contact@firm.example',
    to: ['contact@firm.example'],
    firm: 'The Firm',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

it.each([
  'smtp://mail.example',
  'smtp://127.0.0.1:2525?ignoreTLS=true',
  'smtp://[::1]:25/',
  'smtp://mail.bücher.example',
  'smtps://site%40firm.example:pa%23ss%2Fword@mail.example:465',
  'smtps://site@firm.example:pa@ss@mail.example',
])('takes %s for a mail server', (url) => {
  expect(parse({ SMTP_URL: url }).mail).toMatchObject({ url });
});

it.each([
  // Cut by a character of its own, in the address or by the reader of .env.
  'smtps://user:hidden#rest@mail.example',
  'smtps://user:12#rest@mail.example',
  'smtps://user:12/rest@mail.example',
  'smtps://user:12?rest@mail.example',
  'smtps://user:hidden/rest@mail.example',
  'smtps://user:hidden',
  'smtps://site@firm.example:',
])('says of %s how a password is written', (url) => {
  const sentence = messageOf(() => parse({ SMTP_URL: url }));
  expect(sentence).toMatch(/^SMTP_URL is not usable; wanted: .+# as %23, \/ as %2F.+in quotes\.$/);
  expect(sentence).not.toMatch(/hidden|rest/);
});

it.each(['http://localhost:3000/x', 'http://127.0.0.1/', 'http://[::1]:3000', 'http://crm.localhost'])(
  'takes %s for a webhook: it does not leave this machine',
  (url) => {
    expect(parse({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'sixteen characters' })).toMatchObject({
      webhook: { url },
    });
  },
);

describe('a wrong value is one sentence:', () => {
  it.each([
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://user:hidden@host/db'],
    ['DATABASE_URL', 'postgres://user:hidden@host'],
    ['DATABASE_URL', 'file:'],
    ['SMTP_URL', 'https://user:hidden@mail.example'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:'],
    ['SMTP_URL', 'smtp://user:hidden@ma%20il.example'],
    ['TIME_ZONE', 'Delhi'],
    ['MAIL_FROM', 'site'],
    ['MAIL_FROM', 'a@firm.example, b@firm.example'],
    ['MAIL_TO', 'a@firm.example,,b@firm.example'],
    ['MAIL_ACK', 'yes'],
    ['WEBHOOK_URL', 'ftp://hidden.example'],
    ['WEBHOOK_URL', 'http://hidden.example'],
    ['WEBHOOK_URL', 'http://127.0.0.1.hidden.example'],
    ['WEBHOOK_URL', 'http://localhost@hidden.example'],
    ['WEBHOOK_URL', 'https://user:hidden@hooks.example/x'],
    ['WEBHOOK_URL', 'https://hidden@hooks.example/x'],
    ['WEBHOOK_URL', 'https://:hidden@hooks.example/x'],
    ['WEBHOOK_URL', 'http://user:hidden@localhost/x'],
    ['TRUST_PROXY', 'nginx'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['RATE_LIMIT', '-1'],
    ['RETENTION_DAYS', '0'],
    ['RETRY_SECONDS', 'soon'],
    ['WORKERS', 'auto'],
    ['WORKERS', '2'],
    ['DAILY_LIMIT', 'many'],
    ['REUSE_PORT', 'true'],
    ['BEHIND_TLS', 'https'],
    ['MAX_CONNECTIONS', '0'],
    ['LOG_REQUESTS', 'on'],
  ])('%s=%s', (name, value) => {
    const sentence = messageOf(() => parse({ [name]: value }));
    expect(sentence).toMatch(new RegExp(`^${name} is .+; wanted: .+\\.$`));
    expect(sentence).not.toContain('hidden');
  });

  it('a webhook without a secret', () => {
    const sentence = messageOf(() =>
      parse({ WEBHOOK_URL: 'https://hooks.example', WEBHOOK_SECRET: 'short' }),
    );
    expect(sentence).toMatch(/^WEBHOOK_SECRET is not usable; wanted: .+16/);
    expect(sentence).not.toContain('short');
  });
});

it('is documented, each variable with its default', () => {
  const example = readFileSync('.env.example', 'utf8');
  const source = readFileSync('src/server/environment.ts', 'utf8');
  const known = [...source.matchAll(/'([A-Z]+(?:_[A-Z]+)*)'|input\.([A-Z_]+)/g)].map(([, a, b]) => a ?? b);
  const documented = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(
    new Set(known.filter((name) => name !== 'NODE_ENV' && name !== 'WORKERS')),
  );
  const defaults = Object.fromEntries(
    [
      'PORT',
      'BEHIND_TLS',
      'REUSE_PORT',
      'MAX_CONNECTIONS',
      'LOG_REQUESTS',
      'DATABASE_URL',
      'MAIL_ACK',
      'RATE_LIMIT',
      'DAILY_LIMIT',
      'RETENTION_DAYS',
      'RETRY_SECONDS',
    ].map((name) => [name, new RegExp(`^#${name}=(.*)$`, 'm').exec(example)?.[1] ?? 'missing']),
  );
  expect(parse(defaults)).toEqual(parse());
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing was thrown';
}
