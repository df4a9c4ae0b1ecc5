import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { plainEnvironment } from './environment.ts';

export interface ProjectCopy {
  root: string;
  /** Changes one file; a change that changes nothing would prove nothing. */
  edit(file: string, change: (text: string) => string): void;
  /** Takes all edits back. */
  restore(): void;
  run(command: string, ...parameters: string[]): { status: number | null; output: string };
  build(): { status: number | null; output: string };
  remove(): void;
}

/** The project in a folder of its own that a test may break and build; its name is one that people give folders. */
export function copyProject(name = 'Präsenz & Projekt '): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), name));
  for (const file of projectFiles()) cpSync(file, join(root, file));
  linkPackages(root);

  const edited = new Map<string, string>();
  const run = (command: string, ...parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, parameters, {
      cwd: root,
      env: plainEnvironment(),
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };
  return {
    root,
    edit(file, change) {
      const before = readFileSync(join(root, file), 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`${file} was not changed`);
      if (!edited.has(file)) edited.set(file, before);
      writeFileSync(join(root, file), after);
    },
    restore() {
      for (const [file, text] of edited) writeFileSync(join(root, file), text);
      edited.clear();
    },
    run,
    build: () => run('npm', 'run', '--silent', 'build'),
    // A development server that is about to end takes away files of its own.
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Every file that is no product of a command, whether or not git is here to tell. */
export function projectFiles(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !products.has(name) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? projectFiles(path) : path;
    });
}

const products = new Set([
  '.git',
  ...readFileSync('.gitignore', 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
]);

/** Beside the packages: their programs, and npm's own list of what is there. */
const KEPT = ['.bin', '.package-lock.json'];

/** What a build keeps for the next one, named by what it was made from: all copies may share it. */
const SHARED_CACHE = 'node_modules/.cache/made';

/** Package by package, so that the copy keeps its other caches below node_modules. */
function linkPackages(root: string) {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  mkdirSync(SHARED_CACHE, { recursive: true });
  symlinkSync(resolve(SHARED_CACHE), join(root, SHARED_CACHE));
  const packages = readdirSync('node_modules').filter((name) => KEPT.includes(name) || !name.startsWith('.'));
  for (const name of packages) symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
}
