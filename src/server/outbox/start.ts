import { statSync } from 'node:fs';
import type { Page } from '../../schemas/pages.ts';
import { LossyDatabase } from '../db/postgres.ts';
import type { EnquiryStore } from '../db/store.ts';
import { kindsFor } from '../enquiries/accept.ts';
import { log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { sentencesOf, startAttention } from './attention.ts';
import { checkMail, mailChannels, mailSetAside } from './mail.ts';
import { type Outbox, startOutbox } from './outbox.ts';
import { startRetention } from './retention.ts';
import { webhookChannel } from './webhook.ts';

const FIRST_RETRY_SECONDS = 30;

/** What goes on behind the pages: sending what is stored, deleting what is old, telling what needs attention. */
export function startDelivery(settings: Settings, words: Page<'contact'>, store: EnquiryStore): Outbox {
  const { mail, acknowledges, webhook, retentionDays } = settings;
  const outbox = startOutbox({
    store,
    channels: {
      ...(mail && mailChannels(mail, words, acknowledges)),
      ...(webhook && { webhook: webhookChannel(webhook) }),
    },
    firstDelayMs: FIRST_RETRY_SECONDS * 1000,
    log,
  });
  const retention = startRetention(store, retentionDays, log);
  const attention = startAttention({
    store,
    kinds: kindsFor(settings),
    mailSetAside: mail ? (told) => mailSetAside(mail, words, told) : undefined,
    log,
  });
  return {
    wake: outbox.wake,
    stop: () => {
      retention.stop();
      attention.stop();
      return outbox.stop();
    },
  };
}

/** Where enquiries go, and what is missing for them to go further, a line each. A lossy database is an error. */
export async function describeDelivery(settings: Settings, store: EnquiryStore): Promise<string[]> {
  try {
    await store.check();
  } catch (error) {
    if (error instanceof LossyDatabase) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return [`Enquiries cannot be stored in ${store.place}: ${reason}`];
  }
  const { mail, database } = settings;
  const onward = mail ? `mailed to ${mail.to.join(', ')}` : 'not mailed yet: set SMTP_URL (see .env.example)';
  const standing = await store.standing(kindsFor(settings));
  return [
    `Enquiries are stored in ${store.place} and ${onward}`,
    ...('file' in database && isOpenToOthers(database.file)
      ? [`Other users of this machine may read ${store.place}. To change that: chmod 600 ${store.place}*`]
      : []),
    ...sentencesOf(standing),
  ];
}

/** Not changed here: whoever made the file may have meant it. Windows has no such modes. */
const isOpenToOthers = (file: string) => process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;

/** Says whether the mail server answers and accepts the login, long before a visitor's message would find out. */
export async function describeMail({ mail }: Settings): Promise<void> {
  if (!mail) return;
  try {
    console.log(await checkMail(mail));
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    console.error(`${sentence} Until this is fixed, enquiries are stored and wait.`);
  }
}
