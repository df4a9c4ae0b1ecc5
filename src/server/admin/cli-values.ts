import { InvalidArgumentError } from 'commander';
import { kept } from '../../lib/kept.ts';
import { wasEmail } from '../addresses.ts';
import { REFERENCE } from '../db/enquiries.ts';

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
  const time = ageOf(text) ?? dateOf(text);
  if (!time)
    throw new InvalidArgumentError('Enter a date such as 2026-01-31, or an age such as 7d, 3w, 6mo, 2y.');
  if (time.getTime() < 0) throw new InvalidArgumentError('Dates before 1970 are not accepted.');
  return time;
}

function ageOf(text: string): Date | undefined {
  const [, count, unit = ''] = /^(\d{1,5})(d|w|mo|y)$/.exec(text) ?? [];
  if (!count) return undefined;
  return new Date(Date.now() - Number(count) * (DAYS[unit] ?? 0) * 24 * 60 * 60 * 1000);
}

function dateOf(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    // February 31 would silently become March 3.
    throw new InvalidArgumentError(`${text} is not a real date.`);
  return date;
}

export function addressOf(text: string): string {
  if (!wasEmail(text.trim()))
    throw new InvalidArgumentError('Enter an e-mail address, such as ada@shop.example.');
  return text.trim();
}

export function countOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Enter a number; 0 means all.');
  return Number(text);
}

/** At least the one that is just being made. */
export function keptOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Enter a number, 1 or more.');
  return Number(text);
}

/** What is older has been deleted. */
export function daysOf(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > kept.countDays)
    throw new InvalidArgumentError(`Wanted: a number of days from 1 to ${kept.countDays}.`);
  return days;
}
