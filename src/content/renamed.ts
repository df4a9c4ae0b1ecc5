import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isPublished } from '../lib/publication.ts';
import { articlePath } from '../routes.ts';
import type { Redirect } from '../schemas/redirect.ts';
import type { Unfinished } from './unfinished.ts';

const FOLDER = 'content/posts';

/**
 * Each article that had another address when people could read it, and which that address no longer leads to. As far as
 * git knows: without git there is no warning.
 */
export function renamedArticles(
  root: string,
  ids: readonly string[],
  redirects: readonly Redirect[],
): Unfinished[] {
  const moved = new Set(redirects.map(({ from }) => from));
  const renames = renamesIn(root);
  /** Its name of today; one that was renamed back is on its way no more. */
  const last = (file: string, passed: string[] = []): string => {
    const next = renames.get(file);
    return next === undefined || passed.includes(next) ? file : last(next, [...passed, file]);
  };
  return [...renames.keys()]
    .filter((file) => !ids.includes(basename(file, '.md')))
    .map((file) => [basename(file, '.md'), basename(last(file), '.md')] as const)
    .filter(([old, now]) => ids.includes(now) && !moved.has(articlePath(old)))
    .map(([old, now]) => ({
      file: 'content/redirects.yaml',
      what: `${articlePath(old)} was an article and leads nowhere since its file has the name ${now}.md`,
      how: `add \`- from: ${articlePath(old)}\` and below it \`to: ${articlePath(now)}\``,
    }));
}

/** The files of articles that were renamed, in a commit or since, the old name with the new one. */
function renamesIn(root: string): Map<string, string> {
  const git = (...words: string[]) =>
    spawnSync('git', ['-C', root, '-c', 'core.quotePath=false', ...words, '--', FOLDER], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).stdout ?? '';
  const renames = new Map<string, string>();
  const commits = git('log', '--format=%x00%H %ct', '--name-status', '--diff-filter=R', '-M', '--relative');
  for (const commit of commits.split('\0')) {
    const [head = '', ...lines] = commit.trim().split(/\n+/);
    const [hash, seconds] = head.split(' ');
    for (const line of lines) {
      const [, old = '', now = ''] = line.split('\t');
      const text = textAt(root, `${hash}^`, old);
      if (wasPublic(text, Number(seconds) * 1000)) renames.set(old, now);
    }
  }
  const unsaved = git('status', '--porcelain', '--no-renames', '--untracked-files=all')
    .split('\n')
    .map((line) => [line.slice(0, 2), line.slice(3)] as const);
  const added = unsaved.filter(([state]) => /[?A]/.test(state)).map(([, file]) => file);
  for (const [state, old] of unsaved) {
    if (!state.includes('D')) continue;
    const text = textAt(root, 'HEAD', old);
    const now = added.find((file) => isSame(text, readFileSync(join(root, file), 'utf8')));
    if (now && wasPublic(text, Date.now())) renames.set(old, now);
  }
  return renames;
}

const textAt = (root: string, commit: string, file: string) =>
  spawnSync('git', ['-C', root, 'show', `${commit}:./${file}`], { encoding: 'utf8' }).stdout ?? '';

/** As git judges it: more than half of the lines are in both. */
function isSame(one: string, other: string): boolean {
  const lines = one.split('\n').filter(Boolean);
  const others = new Set(other.split('\n'));
  return lines.filter((line) => others.has(line)).length > lines.length / 2;
}

function wasPublic(text: string, moment: number): boolean {
  const [, date = ''] = /^date: *["']?([^\s"']+)/m.exec(text) ?? [];
  return date !== '' && isPublished({ date, draft: /^draft: *true/m.test(text) }, moment);
}
