import { expect, it } from 'vitest';
import type { Claim } from '../schemas/claim.ts';
import { overdueClaims } from './overdue.ts';
import { sentenceOf } from './unfinished.ts';

const claim = (id: string, reviewBy: string): Claim => ({
  id,
  wording: `The wording of ${id}`,
  basis: 'A register.',
  status: 'confirmed',
  asOf: '2026-01-01',
  reviewBy,
});

it('warns of a claim from the day after its review', () => {
  const claims = [claim('due', '2026-06-30')];
  expect(overdueClaims(claims, '2026-06-29')).toEqual([]);
  expect(overdueClaims(claims, '2026-06-30')).toEqual([]);
  expect(overdueClaims(claims, '2026-07-01')).toHaveLength(1);
});

it('names the file, the claim, its wording and the day, and says what to do', () => {
  const claims = [claim('old', '2026-06-30'), claim('fresh', '2027-06-30'), claim('older', '2025-06-30')];
  const warnings = overdueClaims(claims, '2026-07-01').map(sentenceOf);
  expect(warnings.map((warning) => /`([^`]+)`/.exec(warning)?.[1])).toEqual(['old', 'older']);
  expect(warnings[0]).toMatch(
    /^content\/claims\.yaml: .*The wording of old.*2026-06-30.*`asOf` and `reviewBy`.*\.$/,
  );
});
