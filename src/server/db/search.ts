import { randomInt } from 'node:crypto';
import { enquiryFields } from '../../lib/enquiry.ts';
import { columnOf } from './columns.ts';
import { type Database, type Dialect, LOT, placeholders, type Transaction } from './database.ts';

/**
 * Adds the words of what came since to the index. Whoever searches does this first, so that no visitor waits for it; both
 * engines get the words in the same plain form, and so find the same.
 */
export async function catchUp({ read, write, dialect }: Database): Promise<void> {
  for (;;) {
    const rows = await read<Record<string, string>>(
      `SELECT * FROM enquiries WHERE search_id IS NULL ORDER BY received_at LIMIT ${LOT}`,
    );
    if (rows.length > 0)
      await write(async (tx) => {
        for (const row of rows) await index(tx, row, dialect);
      });
    if (rows.length < LOT) return;
  }
}

async function index(tx: Transaction, row: Record<string, string>, { search }: Dialect): Promise<void> {
  const number = randomInt(2 ** 47);
  // Two may do this at once: who comes first has set the number.
  const taken = await tx.query(
    'UPDATE enquiries SET search_id = $1 WHERE reference = $2 AND search_id IS NULL RETURNING reference',
    number,
    row.reference ?? '',
  );
  if (taken.length === 0) return;
  const text = [row.reference, ...enquiryFields.map((field) => row[columnOf(field)])].join(' ');
  await tx.query(
    `INSERT INTO enquiry_search (${search.id}, words) VALUES ($1, ${search.toWords('$2')})`,
    number,
    plain(text),
  );
}

/** Takes the words of these away; to be done before the enquiries themselves go. */
export async function forgetWords(tx: Transaction, references: string[], { search }: Dialect): Promise<void> {
  await tx.query(
    `DELETE FROM enquiry_search WHERE ${search.id} IN
       (SELECT search_id FROM enquiries WHERE reference IN (${placeholders(references.length)}))`,
    ...references,
  );
}

/** Nobody types more; PostgreSQL refuses a word of some kilobytes. */
const MOST_WORDS = 20;
const LONGEST_WORD = 100;

/** As the engine is asked: every word has to begin one of the text. Empty where there is no word. */
export const wordsOf = (text: string, { search }: Dialect): string =>
  plain(text.slice(0, MOST_WORDS * LONGEST_WORD))
    .split(' ')
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => search.word([...word].slice(0, LONGEST_WORD).join('')))
    .join(search.and);

/**
 * Letters and digits, small and without accents, with a space between words. Accents that stand alone go first: to put
 * thousands of them in order would take seconds.
 */
const plain = (text: string) =>
  withoutAccents(withoutAccents(text).normalize('NFKD'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const withoutAccents = (text: string) => text.replace(/\p{M}+/gu, '');
