import { z } from 'astro/zod';
import { line, resultNumber, status, studyId } from './fields.ts';

export const serviceSchema = z.strictObject({
  status: status.optional(),
  title: line('the service’s name', 60),
  shortTitle: line('a shorter name for the footer', 40).optional(),
  subtitle: line('the line under the name', 60),
  summary: line('one sentence for the card on the home page', 110),
  description: line('what we do, for the services page', 600),
  outcomes: z.array(line('one key outcome', 100)).length(3).describe('exactly three key outcomes'),
  color: z.enum(['lavender', 'teal', 'peach']).describe('lavender, teal or peach'),
  figure: z
    .strictObject({ study: studyId, result: resultNumber })
    .optional()
    .describe('the result that stands for the service: study and result'),
  icon: z
    .enum(['leadership', 'growth', 'design', 'automation'])
    .describe('leadership, growth, design or automation'),
});

export type Service = z.output<typeof serviceSchema>;
