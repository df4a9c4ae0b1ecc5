/** What the owner should know about stored enquiries, in sentences: printed at the start, logged later. */
import { statSync } from 'node:fs';
import { minute } from '../../lib/dates.ts';
import { ENQUIRIES } from '../built.ts';
import type { Standing } from '../db/deliveries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { kindsFor } from '../enquiries/accept.ts';
import type { Settings } from '../settings.ts';
import { checkMail } from './mail.ts';

const LATE_AFTER_MS = 60 * 60 * 1000;

/** Where enquiries go, and what is missing for them to go further, a line each. */
export async function describeDelivery(settings: Settings, store: EnquiryStore): Promise<string[]> {
  try {
    await store.check();
  } catch (error) {
    return [`Enquiries cannot be stored in ${store.place}: ${(error as Error).message}`];
  }
  const { mail, database } = settings;
  const onward = mail ? `mailed to ${mail.to.join(', ')}` : 'not mailed yet: set SMTP_URL (see .env.example)';
  const lines = [`Enquiries are stored in ${store.place} and ${onward}`];
  // Not changed here: it may be on purpose. Windows has no such modes.
  if ('file' in database && process.platform !== 'win32' && statSync(database.file).mode & 0o077)
    lines.push(
      `Other users of this machine can read ${store.place}. To change that: chmod 600 ${store.place}*`,
    );
  return [...lines, ...sentencesOf(await store.standing(kindsFor(settings)))];
}

/** Says whether the mail server answers and accepts the login, long before a visitor's message would find out. */
export async function describeMail({ mail }: Settings): Promise<void> {
  if (!mail) return;
  await checkMail(mail).then(console.log, ({ message }: Error) =>
    console.error(`${message} Until this is fixed, enquiries are stored and wait.`),
  );
}

/** What waits or was refused; nothing where all is well. */
export function sentencesOf({ parked, waiting, waitingSince }: Standing): string[] {
  const sentences: string[] = [];
  if (parked > 0) sentences.push(`${deliveriesHave(parked)} been refused: ${ENQUIRIES} list --state parked`);
  if (waitingSince && Date.now() - waitingSince.getTime() > LATE_AFTER_MS)
    sentences.push(
      `${deliveriesHave(waiting)} been waiting to be sent since ${minute(waitingSince)} UTC: ${ENQUIRIES} list --state waiting`,
    );
  return sentences;
}

const deliveriesHave = (number: number) => (number === 1 ? '1 delivery has' : `${number} deliveries have`);
