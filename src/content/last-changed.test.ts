import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

it('the day of a page is that of the newest commit of its files, and unknown without a whole history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'last-changed-'));
  const [whole, shallow] = [join(folder, 'whole'), join(folder, 'shallow')];
  const git = (cwd: string, words: string[], env = {}) =>
    expect(spawnSync('git', words, { cwd, env: { ...process.env, ...env } }).status, words.join(' ')).toBe(0);
  const commit = (day: string, file: string) => {
    mkdirSync(dirname(join(whole, file)), { recursive: true });
    writeFileSync(join(whole, file), day);
    git(whole, ['add', '.']);
    const date = `${day}T12:00:00Z`;
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@b.example'];
    git(whole, [...who, 'commit', '-qm', day], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
  };
  const [home, services] = ['content/pages/home.yaml', 'content/services'];
  mkdirSync(whole);
  git(whole, ['init', '--quiet']);
  commit('2024-01-01', home);
  commit('2024-02-02', `${services}/1-one.yaml`);
  commit('2024-03-03', 'site.config.ts');
  git(folder, ['clone', '--quiet', '--depth', '1', `file://${whole}`, shallow]);

  expect(lastChangedIn(whole, home)).toBe('2024-01-01');
  expect(lastChangedIn(whole, home, services)).toBe('2024-02-02');
  expect(lastChangedIn(shallow, home)).toBe('undefined');
  expect(lastChangedIn(folder, home)).toBe('undefined');
  // Not before the change is in a commit.
  writeFileSync(join(whole, home), 'changed');
  expect(lastChangedIn(whole, home, services)).toBe('undefined');
  expect(lastChangedIn(whole, services)).toBe('2024-02-02');
});

/** In a process of its own, whose folder it is. */
function lastChangedIn(cwd: string, ...paths: string[]): string {
  const program = `import { readHistory } from ${JSON.stringify(join(import.meta.dirname, 'last-changed.ts'))}; console.log(readHistory()(${JSON.stringify(paths)}))`;
  const run = ['--input-type=module', '-e', program];
  return spawnSync(process.execPath, run, { cwd, encoding: 'utf8' }).stdout.trim();
}
