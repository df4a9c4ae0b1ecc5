/**
 * Proves that the tests catch what they must. Each patch in this folder is a mistake that a change could bring, and its
 * first line names the test files that guard against it. `node tests/seeded/run.ts [number ...]` tries all of them, or
 * those, each in a copy of the project. It exits with 1 if a mistake goes unnoticed or could not be tried, or if one of
 * the tests fails without any mistake.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { site } from '../../src/config/site.ts';
import { copyProject } from '../support/project-copy.ts';

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** One failing test is proof enough, and some wait long for what does not come. */
const BAIL = '--bail=1';
/** Installed only for those who run it, and no part of a copy. */
const LIGHTHOUSE = 'tests/lighthouse/node_modules';
const asked = process.argv.slice(2).map(Number);
const patches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.patch'))
  .filter((name) => asked.length === 0 || asked.includes(Number.parseInt(name, 10)))
  .sort()
  .map((name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    const [, files = ''] = /^# guarded by: (.+)$/m.exec(text) ?? [];
    return { name, text, guards: files.split(' ') };
  });

console.log('| patch | result | failing tests |\n| --- | --- | --- |');
const results = [
  attempt('none', [...new Set(patches.flatMap(({ guards }) => guards))]) === 'GREEN',
  ...patches.map(({ name, guards, text }) => attempt(name, guards, text) === 'red'),
];
process.exitCode = patches.length > 0 && results.every(Boolean) ? 0 : 1;

/** Runs the tests with the mistake, and prints a row of the table. */
function attempt(name: string, files: string[], patch?: string): 'red' | 'GREEN' | 'NOT RUN' {
  const row = (result: 'red' | 'GREEN' | 'NOT RUN', said = '') => {
    console.log(`| ${name} | ${result} | ${said.replaceAll('|', '\\|')} |`);
    return result;
  };
  try {
    const failing = failuresOf(files, patch);
    return failing.length > 0 ? row('red', failing.join('; ')) : row('GREEN');
  } catch (error) {
    return row('NOT RUN', String(error).replaceAll('\n', ' '));
  }
}

function failuresOf(files: string[], patch?: string): string[] {
  const copy = copyProject('seeded-');
  try {
    if (existsSync(LIGHTHOUSE)) symlinkSync(resolve(LIGHTHOUSE), join(copy.root, LIGHTHOUSE));
    // The firm is named in site.config.ts alone, so not in a patch either.
    const input = patch?.replaceAll('SITE_NAME', site.name);
    if (input) execFileSync('git', ['apply'], { cwd: copy.root, input, stdio: 'pipe' });
    const projects = [...new Set(files.map(projectOf))].flatMap((project) => ['--project', project]);
    const reporting = ['--silent', '--reporter=json', '--outputFile=report.json'];
    const { output } = copy.run('npx', 'vitest', 'run', BAIL, ...reporting, ...projects, ...files);
    const { testResults } = JSON.parse(readFileSync(join(copy.root, 'report.json'), 'utf8')) as Report;
    const failing = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name, message, assertionResults }) => {
        // A file can also fail as a whole, such as in beforeAll().
        const test = assertionResults.find(({ status }) => status === 'failed')?.fullName;
        return `${relative(copy.root, name)} > ${test ?? message.split('\n', 1)[0]}`;
      });
    const ran = testResults.map(({ name }) => relative(copy.root, name));
    const silent = files.filter((file) => !ran.includes(file));
    if (failing.length === 0 && silent.length > 0)
      throw new Error(`${silent.join(', ')} did not run: ${output.slice(-1000)}`);
    return failing;
  } finally {
    copy.remove();
  }
}

/** See vitest.config.ts. */
function projectOf(file: string): string {
  if (!file.startsWith('tests/')) return 'unit';
  return /^tests\/(faults|deep)\//.exec(file)?.[1] ?? 'site';
}
