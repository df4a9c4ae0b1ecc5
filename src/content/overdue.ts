import type { Claim } from '../schemas/claim.ts';

/** One sentence for each claim that was to be looked at again before the given day. */
export const overdueClaims = (claims: Claim[], today: string): string[] =>
  claims
    .filter(({ reviewBy }) => reviewBy && reviewBy < today)
    .map(
      ({ id, wording, reviewBy }) =>
        `content/claims.yaml: the claim \`${id}\` (‘${wording}’) was to be reviewed by ${reviewBy}; check its basis, then set new days for \`asOf\` and \`reviewBy\`.`,
    );
