import { z } from 'astro/zod';
import { line, slug, status } from './fields.ts';

const faqItemSchema = z.strictObject({
  id: slug.describe('the end of the item’s own address (/faq#id), lower-case words joined by hyphens'),
  question: line('the question', 120),
  answer: line('the answer', 700),
  status: status.optional(),
});

/** The questions as they are written: in groups, each under a heading. */
export const faqSchema = z
  .array(
    z.strictObject({
      heading: line('what the questions of a group are about', 60),
      items: z.array(faqItemSchema).min(1).describe('questions, each with its id and its answer'),
    }),
  )
  .min(1)
  .describe('groups of questions, each with a heading and items');

/** A question as pages get it, with the heading of its group. */
export type FaqItem = z.output<typeof faqItemSchema> & { group: string };
