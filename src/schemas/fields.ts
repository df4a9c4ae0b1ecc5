import { z } from 'astro/zod';
import { statuses } from '../lib/status.ts';

/** A line of copy with bounds that its author is told of. */
export const line = (what: string, most = 200) =>
  z.string().trim().min(1).max(most).describe(`${what}, 1 to ${most} characters long`);

export const description = z
  .string()
  .trim()
  .min(50)
  .max(165)
  .describe('what search engines show under the title, 50 to 165 characters long');

export const status = z.enum(statuses).describe('example, or confirmed once the owner has checked it');

export const day = z.iso.date().describe('a day of the calendar written as YYYY-MM-DD');

export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .describe('lower-case words joined by hyphens');
