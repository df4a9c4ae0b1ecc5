import { spawnSync } from 'node:child_process';

/** Whatever a page may be made of. */
const READ = ['--', 'content', 'site.config.ts'];

/**
 * Reads from git when each file was last changed. Returns the day of the last change of any of these files or folders;
 * nothing where it cannot be known: without git, in a clone without its history, or with changes that are not committed.
 */
export function readHistory(): (paths: string[]) => string | undefined {
  const days = readDays();
  const changing = new Set(
    (git('status', '--porcelain', ...READ) ?? '')
      .split('\n')
      .map((line) => line.slice(3))
      .filter(Boolean),
  );
  return (paths) => {
    // One of thousands of articles is looked up, not searched for.
    const [only = ''] = paths;
    if (paths.length === 1 && days.has(only)) return changing.has(only) ? undefined : days.get(only);
    const isOne = (file: string) => paths.some((path) => file === path || file.startsWith(`${path}/`));
    if ([...changing].some(isOne)) return undefined;
    return [...days]
      .flatMap(([file, day]) => (isOne(file) ? [day] : []))
      .sort()
      .at(-1);
  };
}

function readDays(): Map<string, string> {
  const days = new Map<string, string>();
  // In a shallow clone the oldest commit seems to have made every file.
  if (git('rev-parse', '--is-shallow-repository')?.trim() !== 'false') return days;
  const commits = git('log', '--format=%x00%cs', '--name-only', '--relative', ...READ) ?? '';
  // The newest first: the first day that names a file is the one.
  for (const commit of commits.split('\0')) {
    const [day = '', ...files] = commit.trim().split(/\n+/);
    for (const file of files) if (!days.has(file)) days.set(file, day);
  }
  return days;
}

/** What git says; nothing if it fails or is not there. */
function git(...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}
