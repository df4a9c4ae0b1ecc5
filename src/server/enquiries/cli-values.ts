import { InvalidArgumentError } from 'commander';
import { REFERENCE } from './store.ts';

/** As it is typed: in any case, with or without the hyphen. */
export function referenceOf(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const reference = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  if (!REFERENCE.test(reference)) throw new InvalidArgumentError('A reference looks like BCDF-2345.');
  return reference;
}

const DAYS: Record<string, number> = { d: 1, w: 7, mo: 365 / 12, y: 365 };

/** A date, or an age counted back from now. */
export function timeOf(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,4})(d|w|mo|y)$/.exec(text) ?? [];
  if (count) return new Date(Date.now() - Number(count) * (DAYS[unit] ?? 0) * 24 * 60 * 60 * 1000);
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('Wanted: a date such as 2026-01-31, or 7d, 3w, 6mo, 2y.');
  return date;
}
