import { Resolver } from 'node:dns/promises';
import { SETTINGS } from '../../src/server/built.ts';
import { type MailSettings, mailboxOf } from '../../src/server/outbox/compose.ts';
import { checkMail, sendTestMail } from '../../src/server/outbox/mail.ts';
import { done, type Finding, messageOf, open, shortened, warning } from './finding.ts';

interface Options {
  /** Whether a mail is really sent. */
  sends: boolean;
  /** Which resolver to ask about domains; otherwise the one that this machine uses. */
  resolver?: string | undefined;
}

export async function checkMailSettings(
  settings: MailSettings | undefined,
  options: Options,
): Promise<Finding[]> {
  if (!settings)
    return [open('there is no mail server', SETTINGS, `Set SMTP_URL in ${SETTINGS} (see .env.example).`)];
  return [
    await checkServer(settings, options.sends),
    ...(await checkSender(settings.from, options.resolver)),
  ];
}

async function checkServer(settings: MailSettings, sends: boolean): Promise<Finding> {
  try {
    const said = sends
      ? await sendTestMail(settings)
      : `${await checkMail(settings)}; add --send to test that it accepts mail for each recipient`;
    return done(shortened(said), 'SMTP_URL');
  } catch (error) {
    return open('the mail server does not accept our mail', 'SMTP_URL', messageOf(error));
  }
}

/** Checks the DNS records by which other mail servers judge a sender. */
async function checkSender(from: string, server: string | undefined): Promise<Finding[]> {
  const domain = mailboxOf(from).address.replace(/^.*@/, '');
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (server) resolver.setServers([server]);
  const look = async (kind: string, names: [string, ...string[]], mark: string): Promise<Finding> => {
    for (const name of names)
      try {
        const records = (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
        if (records.some((record) => record.startsWith(mark))) return done(`${kind} is published`, name);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (code !== 'ENODATA' && code !== 'ENOTFOUND')
          return warning(
            `${kind} could not be looked up`,
            name,
            `No resolver answered (${code}). Try again online.`,
          );
      }
    return open(
      `${kind} is not published`,
      names[0],
      `Add the TXT record ${mark}… that your mail provider gives you, or your mail may be treated as spam.`,
    );
  };
  // A domain without a record of its own is covered by that of a domain above it (RFC 7489, 6.6.3).
  const above = domain.split('.').map((_, i, labels) => labels.slice(i).join('.'));
  const covering = above.slice(1, -1).map((name) => `_dmarc.${name}`);
  return [
    await look('SPF', [domain], 'v=spf1'),
    await look('DMARC', [`_dmarc.${domain}`, ...covering], 'v=DMARC1'),
  ];
}
