import { z } from 'astro/zod';
import { description, line, status } from './fields.ts';
import { figureSchema } from './figure.ts';

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

const result = figureSchema({
  icon: z.enum(resultIcons).describe(`one of ${resultIcons.join(', ')}`),
}).describe('one result: metric, short, value, before, after, unit, better, icon');

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
