import { spawnSync } from 'node:child_process';

/** The sources of all pages. */
const SOURCES = ['--', 'content', 'site.config.ts'];

/**
 * Reads from git when each file was last changed. Returns the day of the last change of any of these files or folders;
 * nothing where it cannot be known: without git, in a clone without its history, or with changes that are not committed.
 */
export function readHistory(): (paths: string[]) => string | undefined {
  const days = readDays();
  const changing = new Set(
    (git('status', '--porcelain', ...SOURCES) ?? '')
      .split('\n')
      .map((line) => line.slice(3))
      .filter(Boolean),
  );
  return (paths) => {
    // A single file is looked up directly: there may be thousands of articles.
    const [only = ''] = paths;
    if (paths.length === 1 && days.has(only)) return changing.has(only) ? undefined : days.get(only);
    const isAmong = (file: string) => paths.some((path) => file === path || file.startsWith(`${path}/`));
    if ([...changing].some(isAmong)) return undefined;
    return [...days]
      .flatMap(([file, day]) => (isAmong(file) ? [day] : []))
      .sort()
      .at(-1);
  };
}

function readDays(): Map<string, string> {
  const days = new Map<string, string>();
  // In a shallow clone the oldest commit seems to have made every file.
  if (git('rev-parse', '--is-shallow-repository')?.trim() !== 'false') return days;
  const commits = git('log', '--format=%x00%cs', '--name-only', '--relative', ...SOURCES) ?? '';
  // The newest commit comes first, so the first day of a file counts.
  for (const commit of commits.split('\0')) {
    const [day = '', ...files] = commit.trim().split(/\n+/);
    for (const file of files) if (!days.has(file)) days.set(file, day);
  }
  return days;
}

/** The output of git; undefined if it fails or is not installed. */
function git(...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}
