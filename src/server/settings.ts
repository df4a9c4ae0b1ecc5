import ipaddr from 'ipaddr.js';
import { Mistake } from '../lib/mistake.ts';
import { isThisMachine } from './addresses.ts';
import { SETTINGS, type SiteData, START } from './built.ts';

export type Settings = ReturnType<typeof parseSettings>;

export type Firm = Pick<SiteData, 'contactEmail' | 'name' | 'retentionMonths'>;

type Environment = Record<string, string | undefined>;

/** A # cuts a line of .env that is not quoted, and like / and ? it ends the address of a server. */
export const PASSWORD_HINT =
  'in the password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25, and put the value in .env in quotes';

/** Each variable: what is wanted, and its value, or nothing where the text is not that. */
const variables = {
  HOST: ['an address of this machine', (text: string) => text],
  PORT: [`a number from 1 to 65535, such as PORT=4322 ${START}`, numberFrom(1, 65_535)],
  DATABASE_URL: ['file:data/enquiries.db, or postgres://user:password@host/database', databaseFrom],
  SMTP_URL: [`a mail server, such as smtps://user:password@mail.example; ${PASSWORD_HINT}`, mailServer],
  MAIL_FROM: ['one sender, such as Website <site@firm.example>', mailbox],
  MAIL_TO: ['e-mail addresses, separated by commas', listOf(mailbox)],
  MAIL_ACK: ['1 or 0', (text: string) => (/^[01]$/.test(text) ? text === '1' : undefined)],
  TIME_ZONE: ['a time zone, such as Asia/Kolkata', timeZoneFrom],
  WEBHOOK_URL: [
    'an address without a user and password that begins with https://, or with http:// for a program on this machine',
    webhookAddress,
  ],
  WEBHOOK_SECRET: [
    'at least 16 characters; it signs what the webhook receives',
    (text: string) => (text.length >= 16 ? text : undefined),
  ],
  TRUST_PROXY: ['the proxies’ addresses, such as 127.0.0.1,10.0.0.0/8', listOf(addressOrRange)],
  RATE_LIMIT: ['a number from 0 to 1000000', numberFrom(0, 1_000_000)],
  DAILY_LIMIT: ['a number from 0 to 10000000', numberFrom(0, 10_000_000)],
} as const;

type Name = keyof typeof variables;
type ValueOf<Variable extends Name> = Exclude<ReturnType<(typeof variables)[Variable][1]>, undefined>;

/** Reads the whole environment once. A wrong value is thrown as one sentence, without any password it holds. */
export function parseSettings(input: Environment, { contactEmail, name: firm, retentionMonths }: Firm) {
  const required = <Variable extends Name>(name: Variable): ValueOf<Variable> => {
    const [wanted, parse] = variables[name];
    const text = input[name] ?? '';
    const value = parse(text);
    if (value !== undefined) return value as ValueOf<Variable>;
    const found = /URL|SECRET/.test(name) ? 'is not usable' : `is ‘${text}’`;
    throw new Mistake(`${name} ${found}; wanted: ${wanted}.`);
  };
  // An empty line in .env means the same as none.
  const read = <Variable extends Name>(name: Variable) => (input[name] ? required(name) : undefined);

  const url = read('SMTP_URL');
  const mail = {
    from: read('MAIL_FROM') ?? contactEmail,
    to: read('MAIL_TO') ?? [contactEmail],
    firm,
    timeZone: read('TIME_ZONE') ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const webhook = read('WEBHOOK_URL');
  return {
    host: read('HOST'),
    port: read('PORT') ?? 4321,
    database: read('DATABASE_URL') ?? { file: 'data/enquiries.db' },
    mail: url === undefined ? undefined : { url, ...mail },
    acknowledges: read('MAIL_ACK') ?? false,
    webhook: webhook === undefined ? undefined : { url: webhook, secret: required('WEBHOOK_SECRET') },
    proxies: read('TRUST_PROXY') ?? [],
    rateLimit: read('RATE_LIMIT') ?? 10,
    dailyLimit: read('DAILY_LIMIT') ?? 2000,
    retentionDays: Math.round((retentionMonths * 365) / 12),
    showsStack: input.NODE_ENV !== 'production',
  };
}

/** What earlier versions read, and what says the same today. */
const removed: Record<string, string> = {
  BEHIND_TLS: 'set TRUST_PROXY to the address of the proxy that adds HTTPS',
  LOG_REQUESTS: 'the log has one line for each posted form and each failure',
  RETENTION_DAYS: 'set retentionMonths in site.config.ts and build again',
  RETRY_SECONDS: 'a failed delivery is tried again after 30 seconds, then after twice as long each time',
  REUSE_PORT: 'one process answers at one port',
  WORKERS: 'one process answers at one port',
  MAX_CONNECTIONS: 'a proxy or a firewall limits connections',
};

/** A sentence for each variable that is set in vain. */
export const removedSettings = (input: Environment): string[] =>
  Object.entries(removed)
    .filter(([name]) => input[name])
    .map(([name, instead]) => `${name} is no longer read: ${instead}. Remove it from ${SETTINGS}.`);

function numberFrom(least: number, most: number) {
  return (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;
}

function databaseFrom(text: string): { file: string } | { url: string } | undefined {
  if (/^file:./.test(text)) return { file: text.slice('file:'.length) };
  const { protocol = '', host, pathname = '' } = URL.parse(text) ?? {};
  return /^postgres(ql)?:$/.test(protocol) && host && pathname.length > 1 ? { url: text } : undefined;
}

/**
 * Whatever follows the host but options is the rest of a password that was cut by one of its own characters. Read as an
 * https address: URL looks into the host of no other kind.
 */
function mailServer(text: string): string | undefined {
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text.replace(/^smtps?/, 'https')) : null;
  const isWhole = url?.pathname === '/' && !url.search.includes('@') && !url.hash;
  return isWhole && !url.username === !url.password ? text : undefined;
}

function mailbox(text: string): string | undefined {
  return /^([^<>@,]+<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(text) ? text : undefined;
}

function timeZoneFrom(text: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return text;
  } catch {
    return undefined;
  }
}

/** Visitors' words are sent unencrypted only within this machine. */
function webhookAddress(text: string): string | undefined {
  const { protocol = '', hostname = '', username, password } = URL.parse(text) ?? {};
  // No request can be made of such an address, and the error would quote it.
  if (username || password) return undefined;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname)) ? text : undefined;
}

function addressOrRange(text: string): string | undefined {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text) ? text : undefined;
}

function listOf(parse: (text: string) => string | undefined) {
  return (text: string): string[] | undefined => {
    const values = text.split(',').map((part) => parse(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
}
