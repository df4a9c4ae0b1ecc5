import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { enquiryFields } from '../../lib/enquiry.ts';
import { Mistake } from '../../lib/mistake.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { Failure } from './failure.ts';
import { flat } from './words.ts';

const columns = ['reference', 'receivedAt', 'state', 'handling', 'spam', 'doubt', ...enquiryFields];

/** For a spreadsheet, in pieces. */
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
      escape_formulas: true,
      cast: { string: withoutFormulas },
    });
    isFirst = false;
  }
}

/**
 * `escape_formulas` looks at the first character of a cell alone. Some spreadsheets pass over blanks before a formula,
 * and one that splits at semicolons begins a cell in the middle of ours: after a semicolon, a tab or a line break.
 */
const withoutFormulas = (text: string) => dialable(text) ?? text.replace(FORMULA, "$1'$2");
const FORMULA = /((?:^|[;\t\r\n])(?:(?![;\t\r\n])[\s\p{C}"])*)([=+\-@＝＋－＠])/gu;

/**
 * A telephone number with a plus, which a spreadsheet would add up or take for a figure, in the form (+91) 98765 43210:
 * no spreadsheet takes a bracket for the beginning of a formula, and every telephone takes it.
 */
function dialable(text: string): string | undefined {
  const [, country, rest] = PHONE.exec(text.trim()) ?? [];
  if (!country || !rest) return undefined;
  const digits = (country + rest).replace(/\D/g, '').length;
  return digits >= 7 && digits <= MOST_DIGITS ? `(+${country}) ${rest}` : undefined;
}
/** Of the world's numbers (E.164); the codes of countries have one to three digits, and none begins like another. */
const MOST_DIGITS = 15;
const PHONE =
  /^\+ ?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})[ \u00a0.-]*(\(?\d[\d \u00a0().-]*)$/;

/** For a program, in pieces: one line for each. */
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
  const target = create(file);
  try {
    for await (const piece of pieces) writeWhole(target, Buffer.from(piece));
    fsyncSync(target);
  } catch (error) {
    rmSync(file);
    throw new Failure(
      `${file} could not be written (${error instanceof Error ? error.message : error}), so it was removed again. Make room on that disk, or use another one.`,
    );
  } finally {
    closeSync(target);
  }
}

function create(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Mistake(`${file} already exists; choose another name.`);
    const sentence = `${file} cannot be created (${message}).`;
    if (code === 'ENOSPC') throw new Failure(`${sentence} Make room on that disk, or use another one.`);
    throw new Mistake(`${sentence} Choose a folder that you may write to.`);
  }
}

function writeWhole(target: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(target, bytes, done);
}
