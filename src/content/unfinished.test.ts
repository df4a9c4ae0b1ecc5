import { expect, it } from 'vitest';
import { overdueClaims, sentenceOf } from './unfinished.ts';

it.each([
  ['2026-06-30', []],
  [
    '2026-07-01',
    [expect.stringMatching(/^content\/claims\.yaml: .*`due`.*A wording.*2026-06-30.*`asOf` and/)],
  ],
])('on %s the claims whose review is over by a day are reported', (today, reported) => {
  const claim = {
    wording: 'A wording',
    basis: 'A register.',
    status: 'confirmed',
    asOf: '2026-01-01',
  } as const;
  const claims = [
    { ...claim, id: 'due', reviewBy: '2026-06-30' },
    { ...claim, id: 'fresh', reviewBy: '2027-06-30' },
  ];
  expect(overdueClaims(claims, today).map(sentenceOf)).toEqual(reported);
});
