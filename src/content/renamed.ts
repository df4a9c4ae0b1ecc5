import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { isPublished } from '../lib/publication.ts';
import { articlePath } from '../routes.ts';
import type { Redirect } from '../schemas/redirect.ts';
import type { Unfinished } from './unfinished.ts';

const FOLDER = 'content/posts';

/** A warning for each published article whose file a commit renamed, so that its old address leads nowhere. */
export function renamedArticles(
  root: string,
  ids: readonly string[],
  redirects: readonly Redirect[],
): Unfinished[] {
  const moved = new Set(redirects.map(({ from }) => from));
  const renames = renamesIn(root);
  /** The current name of a file. Stops at a name that was used before, or renaming a file back would never end. */
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

/** The files of articles that a commit renamed: the old name with the new one. */
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
  return renames;
}

const textAt = (root: string, commit: string, file: string) =>
  spawnSync('git', ['-C', root, 'show', `${commit}:./${file}`], { encoding: 'utf8' }).stdout ?? '';

function wasPublic(text: string, moment: number): boolean {
  const [, date = ''] = /^date: *["']?([^\s"']+)/m.exec(text) ?? [];
  return date !== '' && isPublished({ date, draft: /^draft: *true/m.test(text) }, moment);
}
