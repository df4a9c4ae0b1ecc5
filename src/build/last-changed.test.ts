import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'last-changed-'));
const [whole, shallow] = [join(folder, 'whole'), join(folder, 'shallow')];

beforeAll(() => {
  mkdirSync(whole);
  git(whole, 'init', '--quiet');
  commit('2024-01-01', 'content/pages/home.yaml');
  commit('2024-02-02', 'content/services/1-one.yaml');
  commit('2024-03-03', 'site.config.ts');
  git(folder, 'clone', '--quiet', '--depth', '1', `file://${whole}`, shallow);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('is the day of the newest commit of any of the files and folders', () => {
  expect(lastChangedIn(whole, 'content/pages/home.yaml')).toBe('2024-01-01');
  expect(lastChangedIn(whole, 'content/pages/home.yaml', 'content/services')).toBe('2024-02-02');
  expect(lastChangedIn(whole, 'content/services', 'site.config.ts')).toBe('2024-03-03');
});

it('is not known in a clone without its history, nor without git', () => {
  expect(lastChangedIn(shallow, 'content/pages/home.yaml')).toBe('undefined');
  expect(lastChangedIn(folder, 'content/pages/home.yaml')).toBe('undefined');
});

it('is not known while a file has changes in no commit', () => {
  writeFileSync(join(whole, 'content/pages/home.yaml'), 'changed');
  expect(lastChangedIn(whole, 'content/pages/home.yaml', 'content/services')).toBe('undefined');
  expect(lastChangedIn(whole, 'content/services')).toBe('2024-02-02');
});

function commit(day: string, file: string) {
  mkdirSync(dirname(join(whole, file)), { recursive: true });
  writeFileSync(join(whole, file), day);
  git(whole, 'add', '.');
  git(
    whole,
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@b.example',
    'commit',
    '--quiet',
    '-m',
    day,
    '--date',
    day,
  );
}

function git(cwd: string, ...words: string[]) {
  const day = `${words.at(-1)}T12:00:00Z`;
  const env = { ...process.env, ...(words.includes('--date') && { GIT_COMMITTER_DATE: day }) };
  expect(spawnSync('git', words, { cwd, env }).status, words.join(' ')).toBe(0);
}

/** In a process of its own, whose folder it is: what git says is asked for once. */
function lastChangedIn(cwd: string, ...paths: string[]): string {
  const program = `import { lastChanged } from '${join(import.meta.dirname, 'last-changed.ts')}'; console.log(lastChanged(${JSON.stringify(paths)}))`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd,
    encoding: 'utf8',
  }).stdout.trim();
}
