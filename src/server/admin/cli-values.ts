import { InvalidArgumentError } from 'commander';
import { wasEmail } from '../addresses.ts';
import { REFERENCE } from '../db/enquiries.ts';
import { DAY_MS } from '../db/visits.ts';

/** As it is typed: in any case, with or without the hyphen. */
export function referenceOf(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const reference = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  if (!REFERENCE.test(reference)) throw new InvalidArgumentError('A reference looks like BCDF-2345.');
  return reference;
}

const UNIT_DAYS: Record<string, number> = { d: 1, w: 7, mo: 365 / 12, y: 365 };

/** A date, or an age counted back from now. */
export function timeOf(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,5})(d|w|mo|y)$/.exec(text) ?? [];
  const time = count
    ? new Date(Date.now() - Number(count) * (UNIT_DAYS[unit] ?? 0) * DAY_MS)
    : new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  // February 31 would silently become March 3.
  const isReal = time.getTime() >= 0 && (count || time.toISOString().startsWith(text));
  if (!isReal)
    throw new InvalidArgumentError(
      'Enter a date since 1970 such as 2026-01-31, or an age such as 7d, 3w, 6mo, 2y.',
    );
  return time;
}

export function addressOf(text: string): string {
  if (!wasEmail(text.trim()))
    throw new InvalidArgumentError('Enter an e-mail address, such as ada@shop.example.');
  return text.trim();
}

export const numberFrom =
  (least: number, most = 999_999) =>
  (text: string): number => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    if (number < least || number > most)
      throw new InvalidArgumentError(`Enter a whole number from ${least} to ${most}.`);
    return number;
  };
