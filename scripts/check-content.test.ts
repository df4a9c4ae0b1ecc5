import { afterAll, afterEach, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyProject } from '../tests/support/project-copy.ts';

const project = copyProject();
afterEach(() => project.restore());
afterAll(() => project.remove());
const check = () => project.run(process.execPath, 'scripts/check-content.ts');
const addClaim = (reviewBy: string) =>
  project.edit('content/claims.yaml', (text) => stringify([...(parse(text) ?? []), { ...claim, reviewBy }]));
const claim = {
  ...{ id: 'one-more', wording: 'one more claim', basis: 'A list.' },
  ...{ status: 'confirmed', asOf: '2020-01-01' },
};

it('warns of a claim whose review is overdue, and stops nothing', () => {
  addClaim('2021-01-01');
  const { status, output } = check();
  expect(status).toBe(0);
  expect(output).toMatch(/^Warning: content\/claims\.yaml.*`one-more`.*2021-01-01/m);
});

it('says nothing of one whose review is not due', () => {
  addClaim('2999-01-01');
  const { status, output } = check();
  expect(status).toBe(0);
  expect(output).not.toContain('one-more');
});

it.each([
  ['content/claims.yaml', (text: string) => `{{{\n${text}`],
  ['site.config.ts', (text: string) => text.replace(/url: '[^']*'/, "url: 'nowhere'")],
])('tells a mistake in %s as sentences alone', (file, spoil) => {
  project.edit(file, spoil);
  const { status, output } = check();
  expect(status).toBe(1);
  for (const line of output.trim().split('\n'))
    expect(line).toMatch(/^(content|site\.config).*wanted: .*\.$/);
});
