import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { fromContent } from './content/loader.ts';
import { caseStudySchema } from './schemas/case-study.ts';
import { claimSchema } from './schemas/claim.ts';
import { faqItemSchema } from './schemas/faq-item.ts';
import { legalSchema } from './schemas/legal.ts';
import { personSchema } from './schemas/person.ts';
import { postSchema } from './schemas/post.ts';
import { serviceSchema } from './schemas/service.ts';

/** Which folder of `content/` has which shape. The checks themselves are in src/content/read.ts. */
export const collections = {
  claims: defineCollection({ loader: fromContent('claims', claimSchema) }),
  pages: defineCollection({ loader: fromContent('pages', z.record(z.string(), z.unknown())) }),
  posts: defineCollection({
    loader: fromContent('posts', postSchema(['any']).extend({ readTime: z.string() })),
  }),
  services: defineCollection({ loader: fromContent('services', serviceSchema) }),
  'case-studies': defineCollection({ loader: fromContent('case-studies', caseStudySchema) }),
  people: defineCollection({ loader: fromContent('people', personSchema) }),
  faq: defineCollection({ loader: fromContent('faq', faqItemSchema.extend({ group: z.string() })) }),
  legal: defineCollection({ loader: fromContent('legal', legalSchema) }),
};
