import { defineCollection } from 'astro:content';
import { collection } from './content/collection.ts';

/** The collections that pages may query. src/content/load.ts reads and checks them and gives them their types. */
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
