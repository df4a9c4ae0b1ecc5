import ipaddr from 'ipaddr.js';
import { Mistake } from '../lib/mistake.ts';
import { isThisMachine } from './addresses.ts';
import { SETTINGS, type SiteData, START } from './built.ts';

export type Proxies = ReturnType<typeof ipaddr.parseCIDR>[];
export type Settings = ReturnType<typeof parseSettings>;

/** What the settings default to. */
export type Firm = Pick<SiteData, 'contactEmail' | 'name' | 'retentionMonths'>;

/** A # cuts a line of .env that is not quoted, and like / and ? it ends the address of a server. */
export const PASSWORD_HINT =
  'in the password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25, and put the value in .env in quotes';

/** Reads the whole environment once. A wrong value is thrown as one sentence, without any password it holds. */
export function parseSettings(
  input: Record<string, string | undefined>,
  { contactEmail, name: firm, retentionMonths }: Firm,
) {
  const read = <Value>(
    name: string,
    wanted: string,
    parse: (text: string) => Value | undefined,
    otherwise: string,
  ) => {
    // An empty line in .env means the same as none.
    const text = input[name] || otherwise;
    const value = parse(text);
    if (value !== undefined) return value;
    const found = /URL|SECRET/.test(name) ? 'is not usable' : `is ‘${text}’`;
    throw new Mistake(`${name} ${found}; wanted: ${wanted}.`);
  };
  const optional = <Value>(name: string, wanted: string, parse: (text: string) => Value | undefined) =>
    input[name] ? read(name, wanted, parse, '') : undefined;
  const whole = (name: string, least: number, most: number, otherwise: number, what = '') =>
    read(name, `a number from ${least} to ${most}${what}`, numberFrom(least, most), String(otherwise));

  const smtp = optional(
    'SMTP_URL',
    `a mail server, such as smtps://user:password@mail.example; ${PASSWORD_HINT}`,
    mailServer,
  );
  const from = read('MAIL_FROM', 'one sender, such as Website <site@firm.example>', mailbox, contactEmail);
  const to = read('MAIL_TO', 'e-mail addresses, separated by commas', listOf(mailbox), contactEmail);
  const timeZone = read('TIME_ZONE', 'a time zone, such as Asia/Kolkata', zone, localZone());
  const webhook = optional(
    'WEBHOOK_URL',
    'an address without a user and password that begins with https://, or with http:// for a program on this machine',
    webhookFrom,
  );
  const proxies =
    optional('TRUST_PROXY', 'the proxies’ addresses, such as 127.0.0.1,10.0.0.0/8', listOf(range)) ?? [];
  return {
    host: input.HOST || undefined,
    port: whole('PORT', 1, 65_535, 4321, `, such as PORT=4322 ${START}`),
    database: read(
      'DATABASE_URL',
      'file:data/enquiries.db, or postgres://user:password@host/database',
      databaseFrom,
      'file:data/enquiries.db',
    ),
    mail: smtp && { url: smtp, from, to, firm, timeZone },
    acknowledges: read('MAIL_ACK', '1 or 0', flag, '0'),
    webhook: webhook && {
      url: webhook,
      secret: read(
        'WEBHOOK_SECRET',
        'at least 16 characters; it signs what the webhook receives',
        secret,
        '',
      ),
    },
    proxies,
    rateLimit: whole('RATE_LIMIT', 0, 1_000_000, 10),
    dailyLimit: whole('DAILY_LIMIT', 0, 10_000_000, 2000),
    retentionDays: Math.round((retentionMonths * 365) / 12),
    showsStack: input.NODE_ENV !== 'production',
  };
}

/** What earlier versions read, and what says the same today. */
const REMOVED: Record<string, string> = {
  BEHIND_TLS: 'set TRUST_PROXY to the address of the proxy that brings HTTPS',
  LOG_REQUESTS: 'the log holds what was posted and what failed',
  RETENTION_DAYS: 'set retentionMonths in site.config.ts and build again',
  RETRY_SECONDS: 'a failed delivery is tried again after 30 seconds, then after twice as long each time',
  REUSE_PORT: 'one process answers at one port',
  WORKERS: 'one process answers at one port',
  MAX_CONNECTIONS: 'a proxy or a firewall limits connections',
};

/** A sentence for each variable that is set in vain. */
export const removedSettings = (input: Record<string, string | undefined>): string[] =>
  Object.entries(REMOVED)
    .filter(([name]) => input[name])
    .map(([name, instead]) => `${name} is no longer read: ${instead}. Remove it from ${SETTINGS}.`);

const numberFrom = (least: number, most: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

const flag = (text: string) => (text === '1' || text === '0' ? text === '1' : undefined);

/**
 * Whatever follows the host but options is the rest of a password that was cut by one of its own characters. Read as an
 * https address: URL looks into the host of no other kind.
 */
function mailServer(text: string): string | undefined {
  if (!/^smtps?:\/\//.test(text)) return undefined;
  const {
    pathname = '',
    search = '',
    hash,
    username,
    password,
  } = URL.parse(text.replace(/^smtps?/, 'https')) ?? {};
  const isWhole = pathname === '/' && !search.includes('@') && !hash && !username === !password;
  return isWhole ? text : undefined;
}

/** What a visitor wrote travels unencrypted only where nobody can listen. */
function webhookFrom(text: string): string | undefined {
  const { protocol = '', hostname = '', username, password } = URL.parse(text) ?? {};
  // No request can be made of such an address, and the error would quote it.
  if (username || password) return undefined;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname)) ? text : undefined;
}

const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function zone(text: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return text;
  } catch {
    return undefined;
  }
}

const secret = (text: string) => (text.length >= 16 ? text : undefined);

function databaseFrom(text: string): { file: string } | { url: string } | undefined {
  if (/^file:./.test(text)) return { file: text.slice('file:'.length) };
  const parsed = URL.parse(text);
  const named =
    parsed && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.host && parsed.pathname.length > 1;
  return named ? { url: text } : undefined;
}

/** An address, with or without a name before it. */
const mailbox = (text: string) =>
  /^([^<>@,]+<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(text) ? text : undefined;

function range(text: string): Proxies[number] | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  return ipaddr.isValid(text) ? ipaddr.parseCIDR(`${text}/${text.includes(':') ? 128 : 32}`) : undefined;
}

/** Every part must be right. */
const listOf =
  <Value>(parse: (text: string) => Value | undefined) =>
  (text: string): Value[] | undefined => {
    const values = text.split(',').map((part) => parse(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
