import { defineCollection } from 'astro:content';
import { collection } from './content/collection.ts';

/** What pages may ask Astro for. It was read and checked in src/content/load.ts, which also gives it its types. */
export const collections = {
  claims: defineCollection({ loader: collection('claims') }),
  pages: defineCollection({ loader: collection('pages') }),
  posts: defineCollection({ loader: collection('posts') }),
  services: defineCollection({ loader: collection('services') }),
  'case-studies': defineCollection({ loader: collection('case-studies') }),
  people: defineCollection({ loader: collection('people') }),
  faq: defineCollection({ loader: collection('faq') }),
  legal: defineCollection({ loader: collection('legal') }),
};
