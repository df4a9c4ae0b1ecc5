import { z } from 'astro/zod';

/** Characters that mean nothing to any of the servers: each of them gets the table in a language of its own. */
const PATH = /^(?!.*\/\.{1,2}(\/|$))(\/[a-z0-9._~-]+)+$/;
const PLACE = '(#[\\w.~-]+)?';
const OWN = new RegExp(`^(/|(/[\\w.~-]+)+)${PLACE}$`);
const ELSEWHERE = new RegExp(`^https://[a-z0-9-]+(\\.[a-z0-9-]+)+(:\\d+)?(/[\\w.~/@+,=%-]*)?${PLACE}$`);

/** One entry of content/redirects.yaml. */
const redirectSchema = z
  .strictObject({
    from: z
      .string()
      .regex(PATH)
      .describe(
        'the old address as a path such as /old-page: lower-case letters, digits and - . _ ~ after each slash, no query, no #, no slash at the end',
      ),
    to: z
      .string()
      .refine((to) => OWN.test(to) || ELSEWHERE.test(to))
      .optional()
      .describe(
        'the new address: a path such as /services or /services#place, or one that begins with https://; no query, since the visitor’s own is passed on',
      ),
    gone: z
      .literal(true)
      .optional()
      .describe('true, where the page was taken down for good; else leave the field out'),
  })
  .superRefine(({ to, gone }, context) => {
    const wants = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (to !== undefined && gone) wants('gone', 'either `to` or `gone`, not both');
    if (to === undefined && !gone) wants('to', 'the new address, or `gone: true` where there is none');
  })
  .describe('an entry with `from`, and `to` or `gone`');

/** The whole file. Nothing but comments means that no address changed. */
export const redirectsSchema = z
  .array(redirectSchema)
  .nullable()
  .transform((redirects) => redirects ?? [])
  .describe('a list of entries that begin with `- from:`');

/** An address that leads on to another, or is gone. */
export type Redirect = z.output<typeof redirectSchema>;
