import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { isReserved } from '../src/content/examples.ts';
import { filesWithStatus } from './support/confirm-all.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
  project.edit('site.config.ts', (text) => text.replace(site.url, 'https://a-real-firm.com'));
});
afterAll(() => project.remove());

const EXAMPLE = '- id: one-more\n  wording: one more claim\n  basis: Nothing yet.\n  status: example\n';
const files = () => filesWithStatus(project.root);
const read = (file: string) => readFileSync(join(project.root, file), 'utf8');

describe('a build for a real address', () => {
  it('stops with one sentence for each example', () => {
    // A firm may have confirmed everything.
    project.edit('content/claims.yaml', (text) => `${text}\n${EXAMPLE}`);
    const written = files().flatMap((file) => read(file).match(/status: example$/gm) ?? []);
    const { status, output } = project.build();
    expect(status).not.toBe(0);
    const sentences = output.match(/^.*\bis an example; replace or check it.*$/gm) ?? [];
    expect(sentences).toHaveLength(written.length);
    expect(new Set(sentences).size).toBe(written.length);
    for (const sentence of sentences) expect(files()).toContain(/(content\/[^:]+): /.exec(sentence)?.[1]);
    expect(output).toContain('ALLOW_EXAMPLES=1');
    expect(output).not.toMatch(/^ {4}at /m);
  });

  it('publishes examples where somebody says so', () => {
    const { status, output } = project.run('env', 'ALLOW_EXAMPLES=1', 'npm', 'run', '--silent', 'build');
    expect([status, output]).toEqual([0, '']);
  });
});

it('shows no mark on the built site', () => {
  for (const name of readdirSync('dist/client').filter((file) => file.endsWith('.html')))
    expect(readFileSync(`dist/client/${name}`, 'utf8')).not.toContain('<mark');
});

it.each([
  ['https://firm.example', true],
  ['https://www.firm.test', true],
  ['http://localhost:4321', true],
  ['http://127.0.0.1:4321', true],
  ['https://example.com', true],
  ['https://firm.com', false],
  ['https://example.firm.com', false],
  ['https://an-example.com', false],
  ['https://latest.io', false],
])('%s is reserved: %s', (url, reserved) => expect(isReserved(url)).toBe(reserved));
