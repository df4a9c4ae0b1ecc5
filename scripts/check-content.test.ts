import { afterAll, afterEach, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyProject } from '../tests/support/project-copy.ts';

const project = copyProject();
afterEach(() => project.restore());
afterAll(() => project.remove());
const check = () => project.run(process.execPath, 'scripts/check-content.ts');

it('warns of a claim whose review is overdue, and stops nothing', () => {
  const claim = { id: 'one-more', wording: 'one more claim', basis: 'A list.', status: 'confirmed' };
  const days = { asOf: '2020-01-01', reviewBy: '2021-01-01' };
  project.edit('content/claims.yaml', (text) => stringify([...(parse(text) ?? []), { ...claim, ...days }]));
  const { status, output } = check();
  expect(status).toBe(0);
  expect(output).toMatch(/^Warning: content\/claims\.yaml.*`one-more`.*2021-01-01/m);
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
