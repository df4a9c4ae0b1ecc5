import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyProject } from '../tests/support/project-copy.ts';

it('warns of a claim whose review is overdue, and stops nothing', () => {
  const project = copyProject();
  const claim = { id: 'one-more', wording: 'one more claim', basis: 'A list.', status: 'confirmed' };
  const days = { asOf: '2020-01-01', reviewBy: '2021-01-01' };
  project.edit('content/claims.yaml', (text) => stringify([...(parse(text) ?? []), { ...claim, ...days }]));
  const { status, output } = project.run(process.execPath, 'scripts/check-content.ts');
  expect(status).toBe(0);
  expect(output).toMatch(/^Warning: content\/claims\.yaml.*`one-more`.*2021-01-01/m);
});
