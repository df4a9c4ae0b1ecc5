import { z } from 'astro/zod';
import { hairs, wears } from '../drawing/profile.ts';
import { line, status } from './fields.ts';

export const personSchema = z.strictObject({
  name: line('the person’s name', 60),
  role: line('what they are in the firm', 60),
  place: line('the city they work from', 40).optional(),
  sentence: line('one sentence about them', 160).optional(),
  linkedInUrl: z
    .url()
    .startsWith('https://')
    .describe('their LinkedIn page, beginning with https://')
    .optional(),
  portrait: line('the name of a picture in content/people, such as asha.jpg', 80).optional(),
  drawn: z
    .array(z.enum([...hairs, ...wears]))
    .max(3)
    .optional()
    .describe(`how the drawing shows them, up to three of ${[...hairs, ...wears].join(', ')}`),
  practice: line(
    'the service they lead: the name of its file without number and ending; the drawing has its form and colour',
    60,
  ).optional(),
  answers: z
    .boolean()
    .default(false)
    .describe('true or false: whether they answer what comes through the form'),
  status,
});

export type Person = z.output<typeof personSchema>;
