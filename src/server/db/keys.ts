import { hash as digest } from 'node:crypto';
import { type Enquiry, fieldRules, withoutUnseen } from '../../lib/enquiry.ts';
import { kept } from '../../lib/kept.ts';
import { hostInAscii } from '../addresses.ts';
import { type Database, deleteInLots, type Transaction } from './database.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Keys are promised for a day; kept for two, they outlast a clock that is moved. */
const KEPT_MS = kept.repeatDays * 24 * HOUR_MS;

interface Repeated {
  reference: string;
  isNew: false;
}

interface Prints {
  words: string;
  print: string;
}

interface Known {
  reference: string;
  fingerprint: string;
}
const FIND_KEY = 'SELECT reference, fingerprint FROM keys WHERE key = $1';
const FIND_SAME = 'SELECT reference, fingerprint FROM keys WHERE message = $1 AND fingerprint = $2 LIMIT 1';
const FIND_WORDS = 'SELECT reference FROM keys WHERE message = $1 LIMIT 1';

/** Keys and words under which an enquiry is known already: the same again is no second enquiry. */
export function createKeys(database: Database, now: () => number) {
  return {
    /**
     * True when the sender of this enquiry may be sent an acknowledgement now: a stranger can name any address, and as
     * often as they like. An address gets one in an hour; the enquiry that has taken it may try again.
     */
    acknowledge: async ({ reference, email }: { reference: string; email: string }): Promise<boolean> => {
      const taken = await database.write((tx) =>
        tx.query(
          `INSERT INTO keys (key, fingerprint, message, reference, stored_at) VALUES ($1, '', '', $2, $3)
           ON CONFLICT (key) DO UPDATE SET reference = $2, stored_at = $3
           WHERE keys.reference = $2 OR keys.stored_at NOT BETWEEN $4 AND $5
           RETURNING key`,
          `acknowledged ${hash(plainAddress(email))}`,
          reference,
          now(),
          now() - HOUR_MS,
          now() + HOUR_MS,
        ),
      );
      return taken.length > 0;
    },

    /** Deletes keys that nobody will repeat. What is dated ahead was written while a clock was wrong. */
    forgetKeys: () =>
      deleteInLots(
        database,
        'keys',
        'key',
        'stored_at NOT BETWEEN $1 AND $2',
        now() - KEPT_MS,
        now() + KEPT_MS,
      ),
  };
}

/** The enquiry that is known under this key or with this text, and an earlier one with the same words. */
export async function lookUp(
  tx: Transaction,
  { words, print }: Prints,
  key: string | undefined,
): Promise<{ known?: Repeated | 'conflict'; sameWords?: string | undefined }> {
  const [found] = key ? await tx.query<Known>(FIND_KEY, hash(key)) : [];
  if (found)
    return { known: found.fingerprint === print ? { reference: found.reference, isNew: false } : 'conflict' };
  const [same] = await tx.query<Known>(FIND_SAME, words, print);
  if (same) return { known: { reference: same.reference, isNew: false } };
  const [other] = await tx.query<Known>(FIND_WORDS, words);
  return { sameWords: other?.reference };
}

export async function addKey(
  tx: Transaction,
  { words, print }: Prints,
  key: string | undefined,
  reference: string,
  now: number,
): Promise<void> {
  await tx.query(
    'INSERT INTO keys (key, fingerprint, message, reference, stored_at) VALUES ($1, $2, $3, $4, $5)',
    // No key that a stranger chooses is this one: their hashes have no space.
    key ? hash(key) : `text ${print}`,
    print,
    words,
    reference,
    now,
  );
}

/**
 * What was written, whatever its spaces; and by whom, whatever the case of the address. The fields that the form always
 * had count in this order, empty or not, so that keys in use stay valid. Any other counts by its name and only when it is
 * filled in: a field that an upgrade adds or moves must not turn a retry into another enquiry.
 */
export function printsOf(enquiry: Enquiry): Prints {
  const words = hash(enquiry.message.trim().replace(/\s+/g, ' '));
  const { message: _, email, ...rest } = enquiry;
  const { firstName = '', lastName = '', company = '', ...added } = rest as Record<string, string>;
  const filledIn = Object.entries(added).filter(([, value]) => value !== '');
  const first = [words, email.toLowerCase(), firstName, lastName, company];
  return { words, print: hash(JSON.stringify([...first, ...filledIn.toSorted().flat()])) };
}
/** 132 bits: two texts will never share them, and they are half as much to store and to sort. */
const hash = (text: string) => digest('sha256', text, 'base64url').slice(0, 22);

/** An address may be typed with accents apart from their letters, which makes it this much longer at most. */
const LONGEST_ADDRESS = 4 * fieldRules.email.most;

/**
 * One form for all ways to write an address: in any case, with accents joined or apart, with or without what nobody sees,
 * with its host in letters or in ASCII. What is longer than the form ever allowed is only made small: to sort its accents could take minutes.
 */
export function plainAddress(address: string): string {
  const text = withoutUnseen(address).trim().toLowerCase();
  if (text.length > LONGEST_ADDRESS) return text;
  const at = text.lastIndexOf('@') + 1;
  const host = text.slice(at).normalize('NFC');
  return text.slice(0, at).normalize('NFC') + hostInAscii(host);
}
