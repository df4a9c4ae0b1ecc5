import { z } from 'astro/zod';
import { line } from './fields.ts';

export const serviceSchema = z.strictObject({
  title: line('the service’s name', 60),
  shortTitle: line('a shorter name for the footer', 40).optional(),
  subtitle: line('the line under the name', 60),
  summary: line('one sentence for the card on the home page', 110),
  description: line('what we do, for the services page', 600),
  outcomes: z.array(line('one key outcome', 100)).length(3).describe('exactly three key outcomes'),
  color: z.enum(['lavender', 'teal', 'peach']).describe('lavender, teal or peach'),
  figure: z
    .strictObject({
      study: line('the id of a case study: the name of its file without number and ending', 60),
      result: z.number().int().min(1).max(4).describe('which of its four results, 1 to 4'),
    })
    .optional()
    .describe('the result that stands for the service: study and result'),
  icon: z
    .enum(['leadership', 'growth', 'design', 'automation'])
    .describe('leadership, growth, design or automation'),
});

export type Service = z.output<typeof serviceSchema>;
