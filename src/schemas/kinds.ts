import { z } from 'astro/zod';
import { caseStudySchema } from './case-study.ts';
import { claimSchema } from './claim.ts';
import { faqSchema } from './faq-item.ts';
import { legalSchema } from './legal.ts';
import { pageSchemas } from './pages.ts';
import { personSchema } from './person.ts';
import { postSchema } from './post.ts';
import { redirectsSchema } from './redirect.ts';
import { serviceSchema } from './service.ts';

/** The schema of each kind of file in content/, by its name and the files that it is for. */
export const kindsOfFiles = (
  claimIds: readonly string[],
  categories: readonly string[],
): Record<string, { files: string; schema: z.ZodType }> => ({
  claims: { files: 'content/claims.yaml', schema: z.array(claimSchema) },
  faq: { files: 'content/faq.yaml', schema: faqSchema },
  redirects: { files: 'content/redirects.yaml', schema: redirectsSchema },
  service: { files: 'content/services/*.yaml', schema: serviceSchema },
  'case-study': { files: 'content/case-studies/*.yaml', schema: caseStudySchema },
  person: { files: 'content/people/*.yaml', schema: personSchema },
  post: { files: 'content/posts/*.md', schema: postSchema(categories) },
  legal: { files: 'content/legal/*.md', schema: legalSchema },
  ...Object.fromEntries(
    Object.entries(pageSchemas(claimIds)).map(([name, schema]) => [
      `page-${name}`,
      { files: `content/pages/${name}.yaml`, schema },
    ]),
  ),
});
