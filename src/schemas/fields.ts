import { z } from 'astro/zod';
import { exampleStatuses } from '../lib/example-status.ts';

/** A line of copy; its limits are part of the description for authors. */
export const line = (what: string, most = 200) =>
  z.string().trim().min(1).max(most).describe(`${what}, 1 to ${most} characters long`);

/** In characters. `npm run check:copy` holds the built pages against it as well: some are put together from templates. */
export const DESCRIPTION = { least: 50, most: 160 };

export const description = z
  .string()
  .trim()
  .min(DESCRIPTION.least)
  .max(DESCRIPTION.most)
  .describe(
    `what search engines show under the title, ${DESCRIPTION.least} to ${DESCRIPTION.most} characters long`,
  );

export const studyId = line('the id of a case study: the name of its file without number and ending', 60);
export const resultNumber = z.number().int().min(1).max(4).describe('which of its four results, 1 to 4');

export const status = z.enum(exampleStatuses).describe('example, or confirmed once the owner has checked it');

export const day = z.iso.date().describe('a day of the calendar written as YYYY-MM-DD');

/** A day alone begins at midnight UTC. */
export const publication = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, precision: -1 })])
  .describe(
    'the day of publication, as YYYY-MM-DD, or the moment with its time zone, as 2026-12-01T09:00+05:30',
  );

export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .describe('lower-case words joined by hyphens');
