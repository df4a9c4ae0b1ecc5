import { statSync } from 'node:fs';
import type { Page } from '../../schemas/pages.ts';
import { LossyDatabase } from '../db/postgres.ts';
import type { SetAside } from '../db/set-aside.ts';
import type { EnquiryStore } from '../db/store.ts';
import { kindsFor } from '../enquiries/accept.ts';
import { log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { sentencesOf, startDuties } from './duties.ts';
import { checkMail, mailChannels, mailSetAside } from './mail.ts';
import { startOutbox } from './outbox.ts';
import { webhookChannel } from './webhook.ts';

/** What goes on behind the pages: sending what is stored, deleting what is old, telling what needs attention. */
export function startDelivery(settings: Settings, words: Page<'contact'>, store: EnquiryStore) {
  const { mail, acknowledges, webhook } = settings;
  const outbox = startOutbox({
    store,
    channels: {
      ...(mail && mailChannels(mail, words, acknowledges)),
      ...(webhook && { webhook: webhookChannel(webhook) }),
    },
    log,
  });
  const tellSetAside = mail && ((setAside: SetAside) => mailSetAside(mail, words, setAside));
  const duties = startDuties(settings, store, tellSetAside, log);
  return {
    wake: outbox.wake,
    stop: () => {
      duties.stop();
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
    return [`Enquiries cannot be stored in ${store.place}: ${(error as Error).message}`];
  }
  const { mail, database } = settings;
  const onward = mail ? `mailed to ${mail.to.join(', ')}` : 'not mailed yet: set SMTP_URL (see .env.example)';
  const lines = [`Enquiries are stored in ${store.place} and ${onward}`];
  if ('file' in database && isOpenToOthers(database.file))
    lines.push(
      `Other users of this machine may read ${store.place}. To change that: chmod 600 ${store.place}*`,
    );
  return [...lines, ...sentencesOf(await store.standing(kindsFor(settings)))];
}

/** Not changed here: it may be on purpose. Windows has no such modes. */
const isOpenToOthers = (file: string) => process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;

/** Says whether the mail server answers and accepts the login, long before a visitor's message would find out. */
export async function describeMail({ mail }: Settings): Promise<void> {
  if (!mail) return;
  try {
    console.log(await checkMail(mail));
  } catch (error) {
    console.error(`${(error as Error).message} Until this is fixed, enquiries are stored and wait.`);
  }
}
