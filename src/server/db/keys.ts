import { hash as digest } from 'node:crypto';
import { type Enquiry, withoutUnseen } from '../../lib/enquiry.ts';
import { retention } from '../../lib/retention.ts';
import { hostInAscii } from '../addresses.ts';
import type { Database, Transaction } from './database.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Keys are promised for one day; the second allows for a changed clock. */
const KEPT_MS = retention.repeatDays * 24 * HOUR_MS;

export const createKeys = ({ write }: Database) => ({
  /**
   * True when the sender of this enquiry may be sent an acknowledgement now: a stranger can name any address, and as
   * often as they like. An address gets one in an hour; the enquiry that has taken it may try again.
   */
  acknowledge: ({ reference, email }: { reference: string; email: string }): Promise<boolean> =>
    write(async (tx) => {
      const now = Date.now();
      const taken = await tx.query(
        `INSERT INTO keys (key, fingerprint, message, reference, stored_at) VALUES ($1, '', '', $2, $3)
         ON CONFLICT (key) DO UPDATE SET reference = $2, stored_at = $3
         WHERE keys.reference = $2 OR keys.stored_at NOT BETWEEN $4 AND $5
         RETURNING key`,
        ...[`acknowledged ${hash(plainAddress(email))}`, reference, now, now - HOUR_MS, now + HOUR_MS],
      );
      return taken.length > 0;
    }),
});

export const forgetKeys = (tx: Transaction) =>
  tx.query(
    'DELETE FROM keys WHERE stored_at NOT BETWEEN $1 AND $2',
    Date.now() - KEPT_MS,
    Date.now() + KEPT_MS,
  );

/** What an enquiry is known by when it is sent again. */
interface Prints {
  key: string;
  words: string;
  print: string;
}

/**
 * What was written, whatever its spaces; and by whom, whatever the case of the address. The fields that the form always
 * had count in this order, empty or not, so that keys in use stay valid. Any other counts by its name and only when it is
 * filled in: a field that an upgrade adds or moves must not turn a retry into another enquiry.
 */
export function printsOf(enquiry: Enquiry, key: string | undefined): Prints {
  const words = hash(enquiry.message.trim().replace(/\s+/g, ' '));
  const { message: _, email, ...rest } = enquiry;
  const { firstName = '', lastName = '', company = '', ...added } = rest as Record<string, string>;
  const filledIn = Object.entries(added).filter(([, value]) => value !== '');
  const first = [words, email.toLowerCase(), firstName, lastName, company];
  const print = hash(JSON.stringify([...first, ...filledIn.toSorted().flat()]));
  // A visitor's key cannot collide with this one: hashes have no space.
  return { key: key ? hash(key) : `text ${print}`, words, print };
}

/** The enquiry that is known under this key or with this text, and an earlier one with the same words. */
export async function lookUp(
  tx: Transaction,
  { key, words, print }: Prints,
): Promise<{ known?: { reference: string; isNew: false } | 'conflict'; sameWords?: string | undefined }> {
  const find = async (condition: string, ...values: string[]) => {
    const sql = `SELECT reference, fingerprint FROM keys WHERE ${condition} LIMIT 1`;
    return (await tx.query<{ reference: string; fingerprint: string }>(sql, ...values))[0];
  };
  const found = await find('key = $1', key);
  if (found && found.fingerprint !== print) return { known: 'conflict' };
  const same = found ?? (await find('message = $1 AND fingerprint = $2', words, print));
  if (same) return { known: { reference: same.reference, isNew: false } };
  return { sameWords: (await find('message = $1', words))?.reference };
}

export const addKey = (tx: Transaction, { key, words, print }: Prints, reference: string) =>
  tx.query(
    'INSERT INTO keys (key, fingerprint, message, reference, stored_at) VALUES ($1, $2, $3, $4, $5)',
    ...[key, print, words, reference, Date.now()],
  );

/** 132 bits are enough, and half as much to store. */
const hash = (text: string) => digest('sha256', text, 'base64url').slice(0, 22);

/** One form of an address: in small letters, NFC, without invisible characters, its host in ASCII. */
export function plainAddress(address: string): string {
  const text = withoutUnseen(address).trim().toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  return text.slice(0, at).normalize('NFC') + hostInAscii(text.slice(at).normalize('NFC'));
}
