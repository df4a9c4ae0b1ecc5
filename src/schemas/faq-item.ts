import { z } from 'astro/zod';
import { line, slug } from './fields.ts';

export const faqItemSchema = z.strictObject({
  id: slug.describe('the end of the item’s own address (/faq#id), lower-case words joined by hyphens'),
  question: line('the question', 120),
  answer: line('the answer', 700),
});

const ITEMS = 12;

/** As they are written: in groups, each under a heading. */
export const faqSchema = z
  .array(
    z.strictObject({
      heading: line('what the questions of a group are about', 60),
      items: z.array(faqItemSchema).min(1).describe('questions, each with its id and its answer'),
    }),
  )
  .length(3)
  .superRefine((groups, context) => {
    const count = groups.reduce((sum, { items }) => sum + items.length, 0);
    if (count === ITEMS) return;
    context.addIssue({ code: 'custom', path: [], message: `twelve questions in all; there are ${count}` });
  })
  .describe('exactly three groups of questions, each with a heading and items');

/** As they are read: one after the other, each with the heading of its group. */
export type FaqItem = z.output<typeof faqItemSchema> & { group: string };
