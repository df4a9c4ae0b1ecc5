import { z } from 'astro/zod';
import { day, line, slug, status } from './fields.ts';

export const claimSchema = z.strictObject({
  id: slug.describe('the name that pages use for this claim, lower-case words joined by hyphens'),
  figure: line('the figure that is shown large, such as 50+', 12).optional(),
  wording: line('the claim as visitors read it', 120),
  detail: line('the sentence a tooltip adds', 160).optional(),
  basis: line('one sentence on what the claim rests on', 300),
  status,
  asOf: day.optional().describe('the day on which the claim was last found true, as YYYY-MM-DD'),
  reviewBy: day.optional().describe('the day by which it must be reviewed, as YYYY-MM-DD'),
});

export type Claim = z.output<typeof claimSchema>;

/** The register: what the fields of one claim say together. */
export const claimsSchema = z
  .array(claimSchema)
  .describe('a list of claims')
  .superRefine((claims, context) => {
    claims.forEach(({ status, asOf, reviewBy }, i) => {
      const wants = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [i, field], message });
      if (status === 'confirmed' && !asOf) wants('asOf', 'the day on which the confirmed claim was checked');
      if (status === 'confirmed' && !reviewBy) wants('reviewBy', 'the day by which it is checked again');
      if (status === 'example' && (asOf || reviewBy))
        wants(asOf ? 'asOf' : 'reviewBy', 'no day, because an example is not checked yet');
      else if (asOf && reviewBy && reviewBy <= asOf) wants('reviewBy', 'a day later than `asOf`');
    });
  });

/** A reference to the register: pages never type a claim. */
export const claimId = (ids: readonly string[]) =>
  z
    .string()
    .refine((id) => ids.includes(id))
    .describe(`the id of a claim registered in content/claims.yaml (${ids.join(', ')})`);
