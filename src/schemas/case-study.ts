import { z } from 'astro/zod';
import { description, line, status } from './fields.ts';

const resultIcons = [
  'speed',
  'conversion',
  'orders',
  'returns',
  'retention',
  'cost',
  'stock',
  'cancelled',
  'recovered',
  'dispatch',
  'tools',
  'support',
] as const;

const result = z
  .strictObject({
    metric: line('what was measured', 80),
    short: line('the same in two or three words, for a narrow column', 28).optional(),
    value: line('the headline figure', 12),
    icon: z.enum(resultIcons).describe(`one of ${resultIcons.join(', ')}`),
    before: z.number().min(0).describe('the measurement before, a plain number'),
    after: z.number().min(0).describe('the measurement after, a plain number'),
    unit: z.string().max(20).describe('what follows the number in a label, or "" for nothing'),
    better: z.enum(['lower', 'higher']).describe('lower or higher: the direction that is an improvement'),
  })
  .refine(({ before, after, better }) => (better === 'lower' ? after < before : after > before), {
    path: ['after'],
    error: 'an `after` that is on the `better` side of `before`',
  })
  .describe('one result: metric, short, value, icon, before, after, unit, better');

export const caseStudySchema = z.strictObject({
  status,
  title: line('the outcome as a headline', 80),
  industry: line('the client’s industry', 40),
  summary: line('one sentence', 160),
  description,
  challenge: line('what was wrong', 700),
  solution: line('what was done', 800),
  results: z.array(result).length(4).describe('exactly four results'),
  technologies: z.array(line('a technology', 40)).min(1).max(8).describe('one to eight technologies'),
  timeline: line('how long it took', 20),
  practice: line('the service behind it: the name of its file without number and ending', 60),
  testimonial: z
    .strictObject({
      quote: line('what the client said', 300),
      attribution: line('who said it, by role', 80),
      status,
    })
    .optional()
    .describe('a quote, its attribution and its status'),
});

export type CaseStudy = z.output<typeof caseStudySchema>;
