import { spawnSync } from 'node:child_process';

/**
 * The day on which any of these files or folders was last changed, as git knows it. Nothing where it cannot be known:
 * without git, in a clone without its history, or with changes that are in no commit yet.
 */
export function lastChanged(paths: string[]): string | undefined {
  const { days, changing } = history();
  // One of thousands of articles is looked up, not looked for.
  const [only = ''] = paths;
  if (paths.length === 1 && days.has(only)) return changing.has(only) ? undefined : days.get(only);
  const isOne = (file: string) => paths.some((path) => file === path || file.startsWith(`${path}/`));
  if ([...changing].some(isOne)) return undefined;
  return [...days]
    .filter(([file]) => isOne(file))
    .map(([, day]) => day)
    .sort()
    .at(-1);
}

interface History {
  days: ReadonlyMap<string, string>;
  changing: ReadonlySet<string>;
}

let known: History | undefined;

function history(): History {
  known ??= read();
  return known;
}

/** Whatever a page may be made of. */
const READ = ['--', 'content', 'site.config.ts'];

function read(): History {
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'core.quotePath=false', ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const { status, stdout } = git('log', '--format=%x00%cs', '--name-only', '--relative', ...READ);
  const days = new Map<string, string>();
  // In a shallow clone the oldest commit seems to have made every file.
  const isWhole = status === 0 && git('rev-parse', '--is-shallow-repository').stdout.trim() === 'false';
  // The newest first: the first day that names a file is the one.
  if (isWhole)
    for (const commit of stdout.split('\0')) {
      const [day = '', ...files] = commit.trim().split(/\n+/);
      for (const file of files) if (!days.has(file)) days.set(file, day);
    }
  const { stdout: unsaved = '' } = git('status', '--porcelain', ...READ);
  const changing = new Set(
    unsaved
      .split('\n')
      .map((line) => line.slice(3))
      .filter(Boolean),
  );
  return { days, changing };
}
