import { z } from 'astro/zod';
import { day, description, line } from './fields.ts';

export const legalSchema = z.strictObject({
  title: line('the title of the text', 60),
  description,
  summary: line('the text in one or two plain sentences', 320),
  changed: day.describe('the day on which the text was last changed, as YYYY-MM-DD'),
});

export type Legal = z.output<typeof legalSchema>;
