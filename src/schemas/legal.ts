import { z } from 'astro/zod';
import { day, description, line, status } from './fields.ts';

export const legalSchema = z.strictObject({
  title: line('the title of the text', 60),
  description,
  summary: line('the text in one or two plain sentences', 320),
  laws: z
    .array(
      z.strictObject({
        says: line('what the text says of a law', 240),
        source: z.url().startsWith('https://').describe('where that can be read, beginning with https://'),
        status,
      }),
    )
    .default([])
    .describe('what the text says of laws, each with says, source and status'),
  changed: day.describe('the day on which the text was last changed, as YYYY-MM-DD'),
});

export type Legal = z.output<typeof legalSchema>;
