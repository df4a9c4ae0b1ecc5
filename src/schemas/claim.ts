import { z } from 'astro/zod';
import { day, line, slug, status } from './fields.ts';

export const claimSchema = z.strictObject({
  id: slug.describe('the name that pages use for this claim, lower-case words joined by hyphens'),
  figure: line('the figure that is set large, such as 50+', 12).optional(),
  wording: line('the claim as visitors read it', 120),
  detail: line('the sentence a tooltip adds', 160).optional(),
  basis: line('one sentence on what the claim rests on', 300),
  status,
  asOf: day.optional().describe('the day on which the claim was last found true, as YYYY-MM-DD'),
  reviewBy: day.optional().describe('the day by which it must be looked at again, as YYYY-MM-DD'),
});

export type Claim = z.output<typeof claimSchema>;

/** A reference to the register: pages never type a claim. */
export const claimId = (ids: readonly string[]) =>
  z
    .string()
    .refine((id) => ids.includes(id))
    .describe(`the id of a claim registered in content/claims.yaml (${ids.join(', ')})`);
