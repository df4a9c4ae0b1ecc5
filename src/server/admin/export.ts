import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { enquiryFields } from '../../lib/enquiry.ts';
import { Mistake } from '../../lib/mistake.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { Failed } from '../failures.ts';
import { standing } from './text.ts';

const columns = ['reference', 'receivedAt', 'state', 'handling', 'spam', 'doubt', ...enquiryFields];

export async function* csvOf(lots: AsyncIterable<StoredEnquiry[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const lot of lots) {
    yield stringify(lot.map(flat), {
      columns,
      header: isFirst,
      bom: isFirst,
      // Where a spreadsheet splits at semicolons, only a quoted cell stays whole.
      quoted: true,
      quoted_empty: true,
      cast: { string: (text) => text.replace(FORMULA, "$1'$2") },
    });
    isFirst = false;
  }
}

/**
 * `escape_formulas` looks at the first character of a cell alone. Some spreadsheets pass over blanks before a formula,
 * and one that splits at semicolons begins a cell in the middle of ours: after a semicolon, a tab or a line break.
 */
const FORMULA = /((?:^|[;\t\r\n])(?:(?![;\t\r\n])[\s\p{C}"])*)([=+\-@＝＋－＠])/gu;

export async function* jsonOf(lots: AsyncIterable<StoredEnquiry[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const lot of lots)
    for (const enquiry of lot) {
      yield `${before}\n${JSON.stringify(flat(enquiry))}`;
      before = ',';
    }
  yield `${before === '[' ? '[' : ''}\n]\n`;
}

/** Into a new file that only its owner can read: whole, or not at all. */
export async function writeNew(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const target = await open(file, 'wx', 0o600).catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EEXIST') throw new Mistake(`${file} already exists; choose another name.`);
    throw new Mistake(`${file} cannot be created (${message}). Choose a folder that you can write to.`);
  });
  try {
    await target.writeFile(pieces);
    await target.sync();
  } catch (error) {
    rmSync(file);
    throw new Failed(
      `${file} could not be written (${(error as Error).message}), so it was removed again. Make room on that disk, or use another one.`,
    );
  } finally {
    await target.close();
  }
}

export const flat = (enquiry: StoredEnquiry): Record<string, string> => ({
  reference: enquiry.reference,
  receivedAt: enquiry.receivedAt.toISOString(),
  state: standing(enquiry),
  handling: enquiry.handling,
  spam: enquiry.spam ?? '',
  doubt: enquiry.doubt ?? '',
  ...Object.fromEntries(enquiryFields.map((field) => [field, enquiry[field]])),
});
