import { z } from 'astro/zod';
import { line, slug } from './fields.ts';

export const faqItemSchema = z.strictObject({
  id: slug.describe('the end of the item’s own address (/faq#id), lower-case words joined by hyphens'),
  question: line('the question', 120),
  answer: line('the answer', 700),
});

export type FaqItem = z.output<typeof faqItemSchema>;
