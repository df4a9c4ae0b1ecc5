import type { Claim } from '../schemas/claim.ts';
import type { Unfinished } from './unfinished.ts';

/** Each claim whose review was due before the given day. */
export const overdueClaims = (claims: Claim[], today: string): Unfinished[] =>
  claims
    .filter(({ reviewBy }) => reviewBy && reviewBy < today)
    .map(({ id, wording, reviewBy }) => ({
      file: 'content/claims.yaml',
      what: `the claim \`${id}\` (‘${wording}’) was to be reviewed by ${reviewBy}`,
      how: 'check its basis, then set new days for `asOf` and `reviewBy`',
    }));
